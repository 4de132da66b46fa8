/**
 * What changes with nearly every command of an account: two cache lines of numbers for each, because
 * a replay goes through accounts at random and waits for memory, not for arithmetic.
 *
 * A row is sixteen lanes. Lane 0: sequence of the last command that changed the account. Words from 2:
 * head, tail and number of its open orders; the cell of its fourth balance; the numbers (of
 * the ledger) of its first three, whose amounts and times follow.
 */
import type { AccountId } from '@halcyon/domain';

/** Words of a row. */
export const ACCOUNT_WORDS = 32;
/** First word of the list of open orders: head, tail (slots, -1 = none) and count. */
export const OPEN_LIST = 2;
const FOURTH_BALANCE = 5;
/** Word of the number (+ 1, 0 = none) and first lane (available, held, time) of each of the three. */
const NUMBER_1 = 6;
const NUMBER_2 = 7;
const NUMBER_3 = 14;
const BALANCE_1 = 4;
const BALANCE_2 = 8;
const BALANCE_3 = 11;

const LANES = 16;
const ROWS_MIN = 64;
const KINDS = 8;

/** Rows by account; row numbers count up in the order of coming. */
export class AccountTable {
  i32 = new Int32Array(ROWS_MIN * ACCOUNT_WORDS);
  /** The same memory. */
  f64 = new Float64Array(this.i32.buffer);
  i64 = new BigInt64Array(this.i32.buffer);
  #count = 0;
  /** Row + 1 by user, 0 = none; for each kind of account, so that those in use lie close together. */
  readonly #rows = Array.from({ length: KINDS }, () => new Int32Array(ROWS_MIN));

  /** The row of an account, -1 = none. */
  find(id: AccountId): number {
    const rows = this.#rows[id & 7]!;
    const user = id >>> 3;
    return user < rows.length ? rows[user]! - 1 : -1;
  }

  /** Adds the row of a new account. */
  add(id: AccountId): number {
    const row = this.#count;
    if ((row + 1) * LANES > this.f64.length) this.#growRows();
    this.#count = row + 1;
    this.#rowsWith(id)[id >>> 3] = row + 1;
    const at = row * ACCOUNT_WORDS;
    this.i32[at + OPEN_LIST] = -1;
    this.i32[at + OPEN_LIST + 1] = -1;
    this.i32[at + FOURTH_BALANCE] = -1;
    return row;
  }

  #rowsWith(id: AccountId): Int32Array {
    const rows = this.#rows[id & 7]!;
    const user = id >>> 3;
    if (user < rows.length) return rows;
    const longer = new Int32Array(Math.max(user + 1, rows.length * 2));
    longer.set(rows);
    this.#rows[id & 7] = longer;
    return longer;
  }

  #growRows(): void {
    const i32 = new Int32Array(this.i32.length * 2);
    i32.set(this.i32);
    this.i32 = i32;
    this.f64 = new Float64Array(i32.buffer);
    this.i64 = new BigInt64Array(i32.buffer);
  }

  /** Sequence of the last command that changed the account. */
  seq(row: number): number {
    return this.f64[row * LANES]!;
  }
  setSeq(row: number, seq: number): void {
    this.f64[row * LANES] = seq;
  }

  /** Open orders. */
  count(row: number): number {
    return this.i32[row * ACCOUNT_WORDS + OPEN_LIST + 2]!;
  }
  /** Slot of the oldest or newest open order, -1 = there is none. */
  head(row: number): number {
    return this.i32[row * ACCOUNT_WORDS + OPEN_LIST]!;
  }
  tail(row: number): number {
    return this.i32[row * ACCOUNT_WORDS + OPEN_LIST + 1]!;
  }

  /** Lane of a number's balance when it is one of the first three, else -1. */
  balance(row: number, number: number): number {
    const words = this.i32;
    const at = row * ACCOUNT_WORDS;
    if (words[at + NUMBER_1] === number + 1) return row * LANES + BALANCE_1;
    if (words[at + NUMBER_2] === number + 1) return row * LANES + BALANCE_2;
    if (words[at + NUMBER_3] === number + 1) return row * LANES + BALANCE_3;
    return -1;
  }

  /** The same for a new balance: -1 when there are three already. */
  addBalance(row: number, number: number): number {
    const at = row * ACCOUNT_WORDS;
    const word = [NUMBER_1, NUMBER_2, NUMBER_3].find((free) => this.i32[at + free] === 0);
    if (word === undefined) return -1;
    this.i32[at + word] = number + 1;
    return this.balance(row, number);
  }

  /** Of the first three balances. */
  numbers(row: number): number[] {
    const words = [NUMBER_1, NUMBER_2, NUMBER_3].map(
      (word) => this.i32[row * ACCOUNT_WORDS + word]!,
    );
    return words.filter((word) => word > 0).map((word) => word - 1);
  }

  /** Cell of the first of the balances that are not in the row, -1 = none. */
  firstCell(row: number): number {
    return this.i32[row * ACCOUNT_WORDS + FOURTH_BALANCE]!;
  }
  setFirstCell(row: number, cell: number): void {
    this.i32[row * ACCOUNT_WORDS + FOURTH_BALANCE] = cell;
  }
}
