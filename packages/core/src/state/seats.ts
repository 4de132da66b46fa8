/**
 * Seats: one record per (account, instrument) that ever traded, found once per command. It knows the
 * account's two balances and its resting orders there, so that fills and cancels look nothing up.
 *
 * A record is eight int32 words; the index is open addressing, at most half full.
 */
import { assert } from '@halcyon/domain';

export const SEAT_WORDS = 8;
/** Word numbers: whose and where, slots of the two balances, the list of resting orders. */
export const SeatWord = {
  account: 0,
  instrument: 1,
  base: 2,
  quote: 3,
  count: 4,
  head: 5,
  tail: 6,
} as const;

// What the hot code reads: own constants, because the compiler cannot fold exported ones.
const WORDS: typeof SEAT_WORDS = 8;
const ACCOUNT: typeof SeatWord.account = 0;
const INSTRUMENT: typeof SeatWord.instrument = 1;
const BASE: typeof SeatWord.base = 2;
const QUOTE: typeof SeatWord.quote = 3;
const HEAD: typeof SeatWord.head = 5;
const TAIL: typeof SeatWord.tail = 6;
const NIL: number = -1;

const INITIAL = 1_024;

/** All seats. */
export class Seats {
  i32 = new Int32Array(INITIAL * WORDS);
  /** Seats given. */
  count = 0;
  private capacity = INITIAL;
  private table = new Int32Array(INITIAL * 2);
  private mask = INITIAL * 2 - 1;
  private shift = 32 - Math.log2(INITIAL * 2);

  /** Whether `seat` is that of an account in an instrument. */
  isOf(seat: number, account: number, instrument: number): boolean {
    const at = seat * WORDS;
    return (
      this.i32[at] === account && this.i32[at + INSTRUMENT] === instrument && seat < this.count
    );
  }

  /** The seat of an account in an instrument, or -1. */
  find(account: number, instrument: number): number {
    const { table, mask, i32 } = this;
    for (let i = hash(account, instrument) >>> this.shift; ; i = (i + 1) & mask) {
      const seat = table[i]! - 1;
      if (seat < 0) return NIL;
      const at = seat * WORDS;
      if (i32[at] === account && i32[at + INSTRUMENT] === instrument) return seat;
    }
  }

  /** A new seat. @param base @param quote slots of the account's balances */
  add(account: number, instrument: number, base: number, quote: number): number {
    assert(account >= 0 && instrument >= 0, 'a seat belongs to nobody');
    assert(base !== quote, 'the two balances of a seat are one');
    if (this.count === this.capacity) this.grow();
    const seat = this.count;
    const at = seat * WORDS;
    const { i32 } = this;
    i32[at + ACCOUNT] = account;
    i32[at + INSTRUMENT] = instrument;
    i32[at + BASE] = base;
    i32[at + QUOTE] = quote;
    i32[at + HEAD] = NIL;
    i32[at + TAIL] = NIL;
    this.count += 1;
    this.insert(seat);
    return seat;
  }

  private insert(seat: number): void {
    const { i32, table, mask } = this;
    let i = hash(i32[seat * WORDS]!, i32[seat * WORDS + INSTRUMENT]!) >>> this.shift;
    while (table[i] !== 0) i = (i + 1) & mask;
    table[i] = seat + 1;
  }

  private grow(): void {
    this.capacity *= 2;
    const i32 = new Int32Array(this.capacity * WORDS);
    i32.set(this.i32);
    this.i32 = i32;
    this.table = new Int32Array(this.capacity * 2);
    this.mask = this.table.length - 1;
    this.shift -= 1;
    for (let seat = 0; seat < this.count; seat++) this.insert(seat);
  }
}

function hash(account: number, instrument: number): number {
  return Math.imul(Math.imul(account, 0x9e3779b1) ^ instrument, 0x85ebca6b);
}
