/**
 * Seats: one record per (account, instrument) that ever traded, found once per command. It knows the
 * account's two balances and its resting orders there, so that fills and cancels look nothing up.
 *
 * A record is sixteen int32 words (one cache line); the index is open addressing, at most half full.
 * The last eight words are cells for the slots of resting orders, in no order; an order knows its cell,
 * so nothing is searched. A seat with more orders has further records of cells (`more`), which it keeps.
 * A free cell holds -2 minus the next free one.
 */
import { assert as importedAssert } from '@halcyon/domain';
import { lineLanes, wordsOf } from '../memory/cache-lines.ts';

/** Shift from a seat to its first word. */
export const SEAT_WORD_SHIFT = 4;
/** Word numbers: whose and where, slots of the two balances, resting orders, cells. */
export const SeatWord = {
  account: 0,
  instrument: 1,
  base: 2,
  quote: 3,
  count: 4,
  free: 5,
  more: 6,
  /** Contracts: the account's `net` position; -1 for spot. */
  position: 7,
  cells: 8,
} as const;

// What the hot code reads and calls: own constants, because the compiler cannot fold exported ones.
const assert: typeof importedAssert = importedAssert;
const WORDS = 16;
const WORD_SHIFT: typeof SEAT_WORD_SHIFT = 4;
const ACCOUNT: typeof SeatWord.account = 0;
const INSTRUMENT: typeof SeatWord.instrument = 1;
const BASE: typeof SeatWord.base = 2;
const QUOTE: typeof SeatWord.quote = 3;
const COUNT: typeof SeatWord.count = 4;
const FREE: typeof SeatWord.free = 5;
const MORE: typeof SeatWord.more = 6;
const POSITION: typeof SeatWord.position = 7;
const CELLS: typeof SeatWord.cells = 8;
const NIL: number = -1;
/** Account of a record that only has cells. */
const NOBODY = -1;

const INITIAL = 1_024;

/** All seats. */
export class Seats {
  i32 = wordsOf(lineLanes((INITIAL * WORDS) / 2));
  /** Records used: seats and further cells. */
  private count = 0;
  private capacity = INITIAL;
  private table = new Int32Array(INITIAL * 2);
  private mask = INITIAL * 2 - 1;
  private shift = 32 - Math.log2(INITIAL * 2);
  /** Last seat of each user, + 1, and the seat of the same user before each, + 1. */
  private lasts = new Int32Array(INITIAL);
  private befores = new Int32Array(INITIAL);

  /** The seat of an account in an instrument, or -1. */
  find(account: number, instrument: number): number {
    const { table, mask, i32 } = this;
    for (let i = hash(account, instrument) >>> this.shift; ; i = (i + 1) & mask) {
      const seat = table[i]! - 1;
      if (seat < 0) return NIL;
      const at = seat << WORD_SHIFT;
      if (i32[at] === account && i32[at | INSTRUMENT] === instrument) return seat;
    }
  }

  /** A new seat. @param base @param quote slots of the account's balances @param position -1 = spot */
  add(account: number, instrument: number, base: number, quote: number, position = NIL): number {
    assert(account >= 0 && instrument >= 0, 'a seat belongs to nobody');
    assert(base !== quote, 'the two balances of a seat are one');
    const seat = this.record(account, NIL);
    const at = seat << WORD_SHIFT;
    const { i32 } = this;
    i32[at | INSTRUMENT] = instrument;
    i32[at | BASE] = base;
    i32[at | QUOTE] = quote;
    i32[at | POSITION] = position;
    this.insert(seat);
    this.chain(account >>> 3, seat);
    return seat;
  }

  /** The seats of an account, in no order. */
  *of(account: number): Generator<number> {
    const user = account >>> 3;
    const last = user < this.lasts.length ? this.lasts[user]! : 0;
    for (let seat = last - 1; seat !== NIL; seat = this.befores[seat]! - 1) {
      if (this.i32[seat << WORD_SHIFT] === account) yield seat;
    }
  }

  /** Slot of the balance of the base asset. */
  base(seat: number): number {
    return this.i32[(seat << WORD_SHIFT) | BASE]!;
  }

  /** Slot of the balance of the quote asset. */
  quote(seat: number): number {
    return this.i32[(seat << WORD_SHIFT) | QUOTE]!;
  }

  /** The `net` position of a contract's seat. */
  position(seat: number): number {
    return this.i32[(seat << WORD_SHIFT) | POSITION]!;
  }

  /** Resting orders of a seat. */
  restingCount(seat: number): number {
    return this.i32[(seat << WORD_SHIFT) | COUNT]!;
  }

  /** Keeps the slot of a resting order; returns its cell. */
  keep(seat: number, slot: number): number {
    const at = seat << WORD_SHIFT;
    let cell = this.i32[at | FREE]!;
    // `| 0`: a 32-bit number on both ways, not a double.
    if (cell === NIL) cell = this.extend(at) | 0;
    const { i32 } = this;
    assert(i32[cell]! < 0, 'INV-05: an order takes the cell of another');
    i32[at | FREE] = -2 - i32[cell]!;
    i32[cell] = slot;
    i32[at | COUNT] = i32[at | COUNT]! + 1;
    return cell;
  }

  /** Frees the cell of an order that rests no longer. */
  release(seat: number, cell: number, slot: number): void {
    const { i32 } = this;
    const at = seat << WORD_SHIFT;
    assert(i32[cell] === slot, 'INV-05: an order is not in its cell');
    i32[cell] = -2 - i32[at | FREE]!;
    i32[at | FREE] = cell;
    const count = i32[at | COUNT]! - 1;
    assert(count >= 0, 'INV-05: a seat has less than no orders');
    i32[at | COUNT] = count;
  }

  /** Slots of the resting orders of a seat, in no order. */
  *orders(seat: number): Generator<number> {
    for (let record = seat; record !== NIL; record = this.i32[(record << WORD_SHIFT) | MORE]!) {
      for (let cell = (record << WORD_SHIFT) | CELLS; cell < (record + 1) << WORD_SHIFT; cell++)
        if (this.i32[cell]! >= 0) yield this.i32[cell]!;
    }
  }

  /** All seats. */
  *all(): Generator<number> {
    for (let record = 0; record < this.count; record++) {
      if (this.i32[record << WORD_SHIFT] !== NOBODY) yield record;
    }
  }

  /** Eight more cells for the seat at word `at`; returns the first. */
  private extend(at: number): number {
    const record = this.record(NOBODY, this.i32[at | MORE]!);
    this.i32[at | MORE] = record;
    return (record << WORD_SHIFT) | CELLS;
  }

  /** A record with free cells. */
  private record(account: number, more: number): number {
    if (this.count === this.capacity) this.grow();
    const record = this.count;
    const at = record << WORD_SHIFT;
    const { i32 } = this;
    i32[at | ACCOUNT] = account;
    i32[at | COUNT] = 0;
    i32[at | FREE] = at | CELLS;
    i32[at | MORE] = more;
    for (let cell = at | CELLS; cell < at + WORDS; cell++) i32[cell] = -2 - (cell + 1);
    i32[at + WORDS - 1] = -2 - NIL;
    this.count += 1;
    return record;
  }

  private insert(seat: number): void {
    const { i32, table, mask } = this;
    let i = hash(i32[seat << WORD_SHIFT]!, i32[(seat << WORD_SHIFT) | INSTRUMENT]!) >>> this.shift;
    while (table[i] !== 0) i = (i + 1) & mask;
    table[i] = seat + 1;
  }

  private chain(user: number, seat: number): void {
    while (user >= this.lasts.length) this.lasts = doubled(this.lasts);
    this.befores[seat] = this.lasts[user]!;
    this.lasts[user] = seat + 1;
  }

  private grow(): void {
    this.capacity *= 2;
    this.befores = doubled(this.befores);
    const i32 = wordsOf(lineLanes((this.capacity * WORDS) / 2));
    i32.set(this.i32);
    this.i32 = i32;
    this.table = new Int32Array(this.capacity * 2);
    this.mask = this.table.length - 1;
    this.shift -= 1;
    for (const seat of this.all()) this.insert(seat);
  }
}

function doubled(words: Int32Array): Int32Array<ArrayBuffer> {
  const twice = new Int32Array(words.length * 2);
  twice.set(words);
  return twice;
}

function hash(account: number, instrument: number): number {
  return Math.imul(Math.imul(account, 0x9e3779b1) ^ instrument, 0x85ebca6b);
}
