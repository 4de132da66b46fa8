/**
 * How the lots and the cost of a batch are shared among its owners: the trader and the followers that are
 * in it. Both are functions of what the batch has traded so far and nothing else, so an owner's part can be
 * worked out alone and at any time.
 *
 * Owners stand in the order of their user numbers. The next lot goes to the half of them that is furthest
 * below its share with it, at a tie to the half with the lower numbers, and in that half again, down to one
 * owner. A lot that an owner has got stays with that owner whatever the batch trades later.
 */
import { assert } from '../assert.ts';
import { ratioCeil, ratioFloor } from '../contract-math.ts';
import { Side } from '../orders.ts';

/** Lots of a batch: twice as many are a safe integer. */
export const COPY_LOTS_MAX = 2 ** 51;

/** What the owners of a batch have in it: where the lots of each begin. */
export interface CopyLots {
  /** Owners, at least one. */
  readonly count: number;
  /** `starts[i]` lots are of owners before i; the last is all lots of the batch. */
  readonly starts: Float64Array;
}

/**
 * Lines the owners of a batch up.
 * @param lots of each owner, in the order of their user numbers; each at least 1
 * @throws InvariantError on a batch of nobody, an owner of nothing, or more than COPY_LOTS_MAX
 */
export function copyLots(lots: ArrayLike<number>): CopyLots {
  const count = lots.length;
  assert(count > 0, 'a batch of nobody');
  const starts = new Float64Array(count + 1);
  for (let i = 0; i < count; i++) {
    const own = lots[i]!;
    assert(Number.isSafeInteger(own) && own > 0, 'an owner of a batch has no lots in it');
    starts[i + 1] = starts[i]! + own;
  }
  assert(starts[count]! <= COPY_LOTS_MAX, 'a batch has too many lots');
  return { count, starts };
}

/** All lots of a batch. */
export function copyLotsTotal({ count, starts }: CopyLots): number {
  return starts[count]!;
}

/**
 * Lots that some owners have got (INV-28: over all owners they are the lots that the batch has traded).
 * @param filled lots that the batch has traded, 0 to all of them
 * @param from @param to first owner, and the one after the last
 * @returns of each of these owners, in their order
 */
export function copyFills(
  lots: CopyLots,
  filled: number,
  from = 0,
  to: number = lots.count,
): Float64Array {
  assert(Number.isSafeInteger(filled) && filled >= 0, 'a batch has traded no whole number of lots');
  assert(filled <= copyLotsTotal(lots), 'INV-28: a batch has traded more than it has');
  assert(from >= 0 && from <= to && to <= lots.count, 'owners that are not in the batch');
  const fills = new Float64Array(to - from);
  share({ lots, from, to, fills }, 0, lots.count, filled);
  return fills;
}

interface Sharing {
  readonly lots: CopyLots;
  readonly from: number;
  readonly to: number;
  readonly fills: Float64Array;
}

/** Shares `filled` lots among the owners `low` to `high` − 1, as far as they are asked for. */
function share(sharing: Sharing, low: number, high: number, filled: number): void {
  const { lots, from, to, fills } = sharing;
  if (high <= from || low >= to || filled === 0) return;
  if (high - low === 1) {
    fills[low - from] = filled;
    return;
  }
  const { starts } = lots;
  const middle = middleOf(starts, low, high);
  const all = starts[high]! - starts[low]!;
  const left = halfUp(filled, starts[middle]! - starts[low]!, all);
  share(sharing, low, middle, left);
  share(sharing, middle, high, filled - left);
}

/** round(a · b / c), a half up: the lots that the first half has got of `a`. */
function halfUp(a: number, b: number, c: number): number {
  return Math.floor((ratioFloor(2 * a, b, c) + 1) / 2);
}

/** Where owners are halved: both parts have as nearly the same lots as their order allows. */
function middleOf(starts: Float64Array, low: number, high: number): number {
  const first = starts[low]!;
  const last = starts[high]!;
  let under = low + 1;
  let over = high - 1;
  // The first place from which on the part before it has no less than the part behind it.
  while (under < over) {
    const at = (under + over) >>> 1;
    if (starts[at]! - first >= last - starts[at]!) over = at;
    else under = at + 1;
  }
  if (under - 1 === low) return under;
  const behind = Math.abs(starts[under]! - first - (last - starts[under]!));
  const before = Math.abs(starts[under - 1]! - first - (last - starts[under - 1]!));
  return before <= behind ? under - 1 : under;
}

/**
 * What an owner's lots cost, of all that the batch's lots have cost: at the one price that all owners have,
 * in whole units. Who buys pays up, who sells is paid down; the rest goes to the rounding account. So
 * |cost · lots of the batch − cost of the batch · lots| is less than the lots of the batch (INV-29).
 * @param lots the owner's, at most @param batchLots @param batchCost units of the settle coin
 */
export function copyCost(side: Side, lots: number, batchLots: number, batchCost: number): number {
  assert(lots >= 0 && lots <= batchLots && batchCost >= 0, 'INV-29: a part above the whole');
  if (lots === 0) return 0;
  const ratio = side === Side.buy ? ratioCeil : ratioFloor;
  return ratio(lots, batchCost, batchLots);
}
