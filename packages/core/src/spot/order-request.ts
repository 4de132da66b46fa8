import type { AttachedPrices, OrderType, SelfTrade, Side, TimeInForce } from '@halcyon/domain';

/** What is needed to enter an order; a place command is one. Units as in PlaceCommand. */
export interface OrderRequest extends AttachedPrices {
  readonly account: number;
  readonly instrument: number;
  readonly side: Side;
  readonly type: OrderType;
  readonly timeInForce: TimeInForce;
  readonly selfTrade: SelfTrade;
  readonly price: number;
  readonly quantity: number;
  readonly quoteAmount: number;
  readonly clientId: string;
  /** Contracts: bits of OrderOption; absent: none. */
  readonly options?: number;
}

/** Of an order to which nothing is attached. */
export const NO_ATTACHED = {
  takeProfitTrigger: 0,
  takeProfitPrice: 0,
  stopLossTrigger: 0,
  stopLossPrice: 0,
} as const;
