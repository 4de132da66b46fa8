/**
 * What changes with nearly every command of an account: one cache line of numbers for each, because
 * a replay goes through accounts at random and waits for memory, not for arithmetic.
 *
 * A row is eight lanes. Lane 0: sequence of the last command that changed the account. Words from 2:
 * head, tail and number of its open orders; the same of its ended ones, of which so many are kept;
 * its first balance.
 */
import type { AccountId } from '@halcyon/domain';

/** Words of a row. */
export const ACCOUNT_WORDS = 16;
/** First words of the lists of orders: head, tail (slots, -1 = none) and count. */
export const OPEN_LIST = 2;
export const ENDED_LIST = 5;
const ENDED_MAX = 8;
const FIRST_BALANCE = 9;

const LANES = 8;
const ROWS_MIN = 64;

/** Rows by account; row numbers count up in the order of coming. */
export class AccountTable {
  i32 = new Int32Array(ROWS_MIN * ACCOUNT_WORDS);
  #f64 = new Float64Array(this.i32.buffer);
  #count = 0;
  /** Row + 1 by account id, 0 = none. */
  #rows = new Int32Array(ROWS_MIN);

  /** The row of an account, -1 = none. */
  find(id: AccountId): number {
    return id < this.#rows.length ? this.#rows[id]! - 1 : -1;
  }

  /** Adds the row of a new account. */
  add(id: AccountId): number {
    if (id >= this.#rows.length) this.#growIds(id);
    const row = this.#count;
    if ((row + 1) * LANES > this.#f64.length) this.#growRows();
    this.#count = row + 1;
    this.#rows[id] = row + 1;
    const at = row * ACCOUNT_WORDS;
    for (const list of [OPEN_LIST, ENDED_LIST]) {
      this.i32[at + list] = -1;
      this.i32[at + list + 1] = -1;
    }
    this.i32[at + FIRST_BALANCE] = -1;
    return row;
  }

  #growIds(id: number): void {
    const rows = new Int32Array(Math.max(id + 1, this.#rows.length * 2));
    rows.set(this.#rows);
    this.#rows = rows;
  }

  #growRows(): void {
    const i32 = new Int32Array(this.i32.length * 2);
    i32.set(this.i32);
    this.i32 = i32;
    this.#f64 = new Float64Array(i32.buffer);
  }

  /** Sequence of the last command that changed the account. */
  seq(row: number): number {
    return this.#f64[row * LANES]!;
  }
  setSeq(row: number, seq: number): void {
    this.#f64[row * LANES] = seq;
  }

  /** Orders in one of the two lists. */
  count(row: number, list: number): number {
    return this.i32[row * ACCOUNT_WORDS + list + 2]!;
  }
  /** Slot of the oldest or newest order in one of the two lists, -1 = it is empty. */
  head(row: number, list: number): number {
    return this.i32[row * ACCOUNT_WORDS + list]!;
  }
  tail(row: number, list: number): number {
    return this.i32[row * ACCOUNT_WORDS + list + 1]!;
  }

  /** Ended orders and plans that are kept. */
  endedMax(row: number): number {
    return this.i32[row * ACCOUNT_WORDS + ENDED_MAX]!;
  }
  setEndedMax(row: number, most: number): void {
    this.i32[row * ACCOUNT_WORDS + ENDED_MAX] = most;
  }

  /** Cell of the first of its balances, -1 = none. */
  firstBalance(row: number): number {
    return this.i32[row * ACCOUNT_WORDS + FIRST_BALANCE]!;
  }
  setFirstBalance(row: number, cell: number): void {
    this.i32[row * ACCOUNT_WORDS + FIRST_BALANCE] = cell;
  }
}
