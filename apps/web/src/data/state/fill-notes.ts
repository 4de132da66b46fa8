/** Fills of an account as news: what the stream tells, by order. */

import { toText, WIDE_SCALE, wide } from '../decimal.ts';
import { type FillRows, isCancelled, type OrderRows } from './account-stream.ts';

/** A fill of the account, as the stream reports it, or all of one order within a short while. */
export interface FillNote {
  readonly orderId: string;
  readonly symbol: string;
  readonly side: string;
  readonly size: string;
  readonly price: string;
}

/** Rows of the stream's fills as news. */
export function notesOf(rows: FillRows): readonly FillNote[] {
  return joinFills(rows.map(toFillNote));
}

/** The fills of each order as one: the sizes together, at their average price. */
export function joinFills(notes: readonly FillNote[]): readonly FillNote[] {
  const orders = new Map<string, FillNote>();
  for (const note of notes) {
    const before = orders.get(note.orderId);
    orders.set(note.orderId, before === undefined ? note : joined(before, note));
  }
  return [...orders.values()];
}

function joined(a: FillNote, b: FillNote): FillNote {
  const [sizeA, sizeB] = [wide(a.size), wide(b.size)];
  const size = sizeA + sizeB;
  if (size === 0n) return a;
  const price = (wide(a.price) * sizeA + wide(b.price) * sizeB) / size;
  return { ...a, size: toText(size, WIDE_SCALE), price: toText(price, WIDE_SCALE) };
}

/** Market orders of a push of orders that ended without a fill. */
export function unfilledIn(
  rows: readonly Pick<
    OrderRows[number],
    'status' | 'orderType' | 'accBaseVolume' | 'orderId' | 'instId' | 'side'
  >[],
): readonly Pick<FillNote, 'orderId' | 'symbol' | 'side'>[] {
  return rows
    .filter(
      (row) => isCancelled(row) && row.orderType === 'market' && wide(row.accBaseVolume) === 0n,
    )
    .map(({ orderId, instId, side }) => ({ orderId, symbol: instId, side }));
}

function toFillNote({ orderId, symbol, side, size, priceAvg }: FillRows[number]): FillNote {
  return { orderId, symbol, side, size, price: priceAvg };
}
