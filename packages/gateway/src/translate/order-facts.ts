/** An order as rows need it, from the read models or from history. */
import type {
  AccountId,
  AssetId,
  DoneReason,
  InstrumentId,
  OrderId,
  SelfTrade,
  Side,
  TimeInForce,
} from '@halcyon/domain';
import { OrderType } from '@halcyon/domain';
import type { OrderRecord } from '@halcyon/records';
import type { OrderStatus, OrderView } from '@halcyon/views';
import type { RestContext } from '../http/context.ts';
import type { OrderName } from '../refusals/order-name.ts';

/** The common form. Prices in ticks, quantities in lots, amounts in asset units. */
export interface CommonOrderFacts {
  readonly id: OrderId;
  readonly account: number;
  readonly instrument: InstrumentId;
  readonly side: Side;
  readonly type: OrderType;
  readonly timeInForce: TimeInForce;
  readonly selfTrade: SelfTrade;
  readonly price: number;
  readonly quantity: number;
  readonly quoteAmount: number;
  readonly clientId: string;
  readonly plan: OrderId;
  readonly takeProfitTrigger: number;
  readonly takeProfitPrice: number;
  readonly stopLossTrigger: number;
  readonly stopLossPrice: number;
  readonly filledLots: number;
  readonly filledQuote: bigint;
  readonly fee: bigint;
  readonly feeAsset: AssetId;
  /** Contracts: bits of OrderOption, and what the fills realised, units of `feeAsset`. */
  readonly options: number;
  readonly profit: bigint;
  /** Contracts: lots that it closed and their entries as history has them; 0: not known. */
  readonly closedLots: number;
  readonly closedEntry: bigint;
  readonly status: OrderStatus;
  readonly doneReason: DoneReason | null;
  readonly createdTime: number;
  readonly updatedTime: number;
}

/** From the read models. */
export function factsOfView(order: OrderView): CommonOrderFacts {
  return {
    ...order,
    id: order.order,
    filledLots: order.filledBase,
    fee: BigInt(order.fee),
    profit: BigInt(order.profit),
    closedLots: 0,
    closedEntry: 0n,
  };
}

const STATUSES: readonly OrderStatus[] = ['live', 'partially_filled', 'filled', 'canceled'];

/** From history. */
export function factsOfHistory(order: OrderRecord): CommonOrderFacts {
  return {
    ...order,
    filledLots: order.filledQuantity,
    status: STATUSES[order.status] ?? 'canceled',
    doneReason: order.doneReason === -1 ? null : order.doneReason,
    createdTime: order.createdAt,
    updatedTime: order.updatedAt,
  };
}

/** Whether the size of an order is a quote amount. */
export function isByQuote(order: Pick<CommonOrderFacts, 'type' | 'quoteAmount'>): boolean {
  return order.type === OrderType.market && order.quoteAmount !== 0;
}

/** The account's order of that name, the newest of a client id, however old; null: there is none. */
export async function findOrder(
  { views, history }: Pick<RestContext, 'views' | 'history'>,
  account: AccountId,
  { order: id, clientId }: OrderName,
): Promise<CommonOrderFacts | null> {
  const known = id === 0 ? views.orderByClientId(account, clientId) : views.order(id);
  if (known !== undefined) return known.account === account ? factsOfView(known) : null;
  const wait = { minSeq: views.lastAckSeq(account) };
  const old = await (id === 0
    ? history.orderByClientId({ account, clientId }, wait)
    : history.orderById({ account, order: id }, wait));
  return old === null ? null : factsOfHistory(old);
}
