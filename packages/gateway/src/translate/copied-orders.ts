/**
 * Orders of a trader and all who follow as orders of the trader's account: the own part of each. Lists and pushes tell
 * the same of them.
 */
import { type OrderId, OrderType, TimeInForce, type UserId } from '@halcyon/domain';
import type { CopyFillRecord } from '@halcyon/records';
import type { OrderView } from '@halcyon/views';
import type { HistoryReads } from '../http/ports.ts';
import { futuresAccount, legOptions } from './contract-requests.ts';

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
export function mayWait({ type, timeInForce }: OrderView): boolean {
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
  const isFilled = over && filled === lots;
  const open = filled === 0 ? 'live' : 'partially_filled';
  const ended = isFilled ? 'filled' : 'canceled';
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
    status: over ? ended : open,
    doneReason: over && !isFilled ? view.doneReason : null,
  };
}
