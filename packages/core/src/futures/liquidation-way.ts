/**
 * How far a liquidation goes in the book. First while what is left could still be closed at each price with
 * nothing lost beyond what backs it; then, where the protection fund may pay, as far as that goes. Exact: all
 * in settle units and lots.
 */
import { assert } from '@halcyon/domain';
import type { Offer } from './sweep.ts';

/** What is to be closed. */
export interface ClosingTarget {
  /** Whether a long position is sold. */
  readonly selling: boolean;
  /** Lots of the position, and of it to close now. */
  readonly size: number;
  readonly wanted: number;
  /**
   * Settle units that closing all of it must bring so that what backs it has nothing left; of a short position
   * the negative of what it may cost.
   */
  readonly need: bigint;
  /** Settle units of a tick-lot. */
  readonly factor: number;
  /** Worst price in any case, ticks. */
  readonly limit: number;
  /** Settle units that the fund may pay. */
  readonly fund: number;
}

/** What an order would do that does just that. */
export interface Way {
  /** Lots that it trades, and the worst price of them, ticks. */
  readonly lots: number;
  readonly price: number;
  /** From where the fund pays: what was needed then, and of how many lots. Null = it pays nothing. */
  readonly beyond: { readonly need: bigint; readonly size: bigint } | null;
}

/** Goes through what the book offers, best price first. */
export function wayThrough(offers: Iterable<Offer>, closing: ClosingTarget): Way {
  const { selling, wanted, factor, limit, fund } = closing;
  let { need } = closing;
  let left = BigInt(closing.size);
  let lots = 0;
  let price = 0;
  let beyond: Way['beyond'] = null;
  for (const offer of offers) {
    if (lots === wanted || (selling ? offer.price < limit : offer.price > limit)) break;
    const value = BigInt(selling ? offer.price : -offer.price) * BigInt(factor);
    let most = BigInt(Math.min(offer.lots, wanted - lots));
    if (beyond !== null || value * left < need) {
      beyond ??= { need, size: left };
      most = least(most, payable(beyond, { need, left, value, fund: BigInt(fund) }));
      if (most === 0n) break;
    }
    need -= value * most;
    left -= most;
    lots += Number(most);
    price = offer.price;
    if (Number(most) < offer.lots) break;
  }
  assert(lots <= wanted && left >= 0n, 'INV-06: a liquidation closes more than there is');
  return { lots, price, beyond: beyond !== null && left < beyond.size ? beyond : null };
}

/** Lots of this value for which the fund's payment stays within its limit. */
function payable(
  beyond: { readonly need: bigint; readonly size: bigint },
  at: {
    readonly need: bigint;
    readonly left: bigint;
    readonly value: bigint;
    readonly fund: bigint;
  },
): bigint {
  // Of k more lots it pays ⌈beyond.need · (closed + k) / beyond.size⌉ − brought − value · k.
  const closed = beyond.size - at.left;
  const brought = beyond.need - at.need;
  const each = beyond.need - beyond.size * at.value;
  const room = beyond.size * (at.fund + brought) - beyond.need * closed;
  assert(each > 0n, 'the fund would pay for a price that needs nothing of it');
  return room <= 0n ? 0n : room / each;
}

/** Settle units that the fund pays when `size` lots are left and need `need`. */
export function paidBeyond(
  beyond: { readonly need: bigint; readonly size: bigint },
  need: bigint,
  size: number,
): bigint {
  return need - floorOf(beyond.need * BigInt(size), beyond.size);
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** a / b down, b > 0. */
function floorOf(a: bigint, b: bigint): bigint {
  const down = a / b;
  return a < 0n && down * b !== a ? down - 1n : down;
}
