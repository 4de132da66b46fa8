/** Trades of spot pairs and of contracts as those who traded see them. */
import {
  type AccountId,
  type ContractTradeEvent,
  type Event,
  EventKind,
  type OrderId,
  Side,
  type TradeEvent,
} from '@halcyon/domain';

export type AnyTrade = TradeEvent | ContractTradeEvent;

/** What one side of a trade had of it. */
export interface TradeSide {
  /** 0 = it was closed off the book, without an order. */
  readonly orderId: OrderId;
  readonly side: Side;
  readonly fee: number;
  /** Contracts: what it realised, before the fee; 0 for spot. */
  readonly profit: number;
  /** Left of its order. */
  readonly remaining: number;
  readonly maker: boolean;
}

/** Whether something happened that is a trade. */
export function isTrade(event: Event): event is AnyTrade {
  return event.kind === EventKind.trade || event.kind === EventKind.contractTrade;
}

/** The sides of a trade that are the account's; the maker's first. */
export function sidesOf(event: AnyTrade, account: AccountId): TradeSide[] {
  const sides: TradeSide[] = [];
  const ofContract = event.kind === EventKind.contractTrade;
  if (event.makerAccount === account) {
    sides.push({
      orderId: event.makerOrder,
      side: event.takerSide === Side.buy ? Side.sell : Side.buy,
      fee: event.makerFee,
      profit: ofContract ? event.makerProfit : 0,
      remaining: event.makerRemaining,
      maker: true,
    });
  }
  if (event.takerAccount === account) {
    sides.push({
      orderId: event.takerOrder,
      side: event.takerSide,
      fee: event.takerFee,
      profit: ofContract ? event.takerProfit : 0,
      remaining: event.takerRemaining,
      maker: false,
    });
  }
  return sides;
}
