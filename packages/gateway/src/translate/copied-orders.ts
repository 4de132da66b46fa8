/**
 * Orders of a trader and all who follow as orders of the trader's account: the own part of each. Lists and pushes tell
 * the same of them.
 */
import {
  type OrderId,
  OrderType,
  SelfTrade,
  TimeInForce,
  TradeOrigin,
  type UserId,
} from '@halcyon/domain';
import {
  type CopiedOrderRecord,
  type CopyFillRecord,
  type CopyGatheredRecord,
  type FillRecord,
  Liquidity,
} from '@halcyon/records';
import type { OrderStatus, OrderView, Views } from '@halcyon/views';
import type { HistoryReads } from '../http/ports.ts';
import { contractFillRow, type MixFillRow } from './contract-order-rows.ts';
import { futuresAccount, legOptions } from './contract-requests.ts';
import type { CommonOrderFacts } from './order-facts.ts';
import { rowInstrument } from './order-rows.ts';
import { averagePriceText } from './text.ts';

/** Copied orders have no take profit and stop loss of their own. */
const NOT_ATTACHED = {
  ...{ takeProfitTrigger: 0, takeProfitPrice: 0, stopLossTrigger: 0, stopLossPrice: 0 },
} as const;

/** A trader's own part of an order; undefined: it has none. */
export async function traderPart(
  history: Pick<HistoryReads, 'copyOwners'>,
  trader: UserId,
  batch: OrderId,
  minSeq: number,
): Promise<CopyFillRecord | undefined> {
  const newest = { batch, before: trader + 1, limit: 1 };
  const [found] = await history.copyOwners(newest, { minSeq });
  return found?.portfolio === trader ? found : undefined;
}

/** Whether some of an order may wait in the book; what does not is over at once. */
export function mayWait({ type, timeInForce }: Pick<OrderView, 'type' | 'timeInForce'>): boolean {
  const { gtc, postOnly } = TimeInForce;
  return type === OrderType.limit && (timeInForce === gtc || timeInForce === postOnly);
}

/**
 * The order of a trader's account.
 * @param view the one order of all @param over whether nothing of it will change any more
 */
export function copiedOrder(
  view: OrderView,
  trader: UserId,
  part: Pick<CopyFillRecord, 'leg' | 'lots' | 'filled' | 'cost' | 'fee'> | undefined,
  over = false,
): OrderView {
  const { leg = 0, lots = 0, filled = 0, cost = 0, fee = 0 } = part ?? {};
  const status = statusOf({ lots, filled }, over);
  return {
    ...{
      ...view,
      account: futuresAccount({ user: trader }),
      quantity: lots,
      originalQuantity: lots,
    },
    ...{ remaining: lots - filled, filledBase: filled, filledQuote: BigInt(cost), fee },
    options: view.options | legOptions(leg),
    // What a part realised is told by its position alone.
    profit: 0,
    status,
    doneReason: status === 'canceled' ? view.doneReason : null,
  };
}

/** @param over whether nothing of the part will change any more */
function statusOf(
  { lots, filled }: Pick<CopyFillRecord, 'lots' | 'filled'>,
  over: boolean,
): OrderStatus {
  if (over) return filled === lots ? 'filled' : 'canceled';
  return filled === 0 ? 'live' : 'partially_filled';
}

/** What orders and waiting ones of a trader have alike, and no order of an account that is copied has. */
function commonFacts(views: Views, trader: UserId, instrument: number) {
  return {
    ...{ account: futuresAccount({ user: trader }), quoteAmount: 0, selfTrade: SelfTrade.none },
    ...{ clientId: '', plan: 0, ...NOT_ATTACHED, profit: 0n, closedLots: 0, closedEntry: 0n },
    feeAsset: rowInstrument(views, instrument).quote,
  };
}

/** The order of a trader's account from what the records have. */
export function copiedFacts(
  views: Views,
  copied: CopiedOrderRecord,
  trader: UserId,
): CommonOrderFacts {
  const { id, instrument, side, leg, type, timeInForce, price, lots, filled, cost, fee } = copied;
  const status = statusOf(copied, copied.over);
  return {
    ...{ ...commonFacts(views, trader, instrument), id, instrument, side, type, timeInForce },
    ...{ price, quantity: lots, options: legOptions(leg), filledLots: filled },
    ...{ filledQuote: BigInt(cost), fee: BigInt(fee), status },
    doneReason: status === 'canceled' ? copied.reason : null,
    ...{ createdTime: copied.createdAt, updatedTime: copied.updatedAt },
  };
}

/** One that waits for its followers, or has ended before it traded. */
export function gatheredFacts(
  views: Views,
  { batch: id, leg, lots: quantity, ended, reason, time, ...order }: CopyGatheredRecord,
  trader: UserId,
): CommonOrderFacts {
  const { instrument, side, type, timeInForce, price } = order;
  return {
    ...{ ...commonFacts(views, trader, instrument), id, instrument, side, type, timeInForce },
    ...{ price, quantity, options: legOptions(leg), filledLots: 0, filledQuote: 0n, fee: 0n },
    ...{ createdTime: time, updatedTime: time },
    status: ended ? 'canceled' : 'live',
    doneReason: ended ? reason : null,
  };
}

/**
 * All that a trader has got of an order that is over, as one fill with the order's number: it has one price, which is
 * not known before.
 */
export function copiedFillRow(views: Views, copied: CopiedOrderRecord, trader: UserId): MixFillRow {
  const order = copiedFacts(views, copied, trader);
  const { id, instrument, side, type, filledLots: quantity, filledQuote, fee, feeAsset } = order;
  const fill: FillRecord = {
    ...{ trade: id, order: id, instrument, side, type, quantity, options: order.options },
    ...{ quote: Number(filledQuote), fee: Number(fee), feeAsset, time: order.updatedTime },
    ...{ price: order.price, profit: 0, origin: TradeOrigin.book },
    liquidity: copied.took ? Liquidity.taker : Liquidity.maker,
  };
  const price = averagePriceText(rowInstrument(views, instrument), quantity, filledQuote);
  return { ...contractFillRow(views, fill), price };
}
