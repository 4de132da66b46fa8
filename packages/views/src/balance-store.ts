/**
 * Balances as numbers in growing typed arrays: a replay changes them millions of times and would
 * make two bigints each time. The first three of an account are in its row of the account table;
 * the others are cells in a list that begins there. They are kept by number of the ledger: the asset, or
 * with isolated margin the asset in a pair's pocket.
 */
import type { AccountTable } from './account-table.ts';

/** A balance: its amounts and the time of its last change. */
export interface Balance {
  /** Of the ledger. */
  readonly number: number;
  readonly available: bigint;
  readonly held: bigint;
  readonly updatedTime: number;
}

const CELLS_MIN = 256;
/** A cell: available, held, time, then two words: number and next cell of the account (-1 = none). */
const LANES = 4;
const TIME = 2;
const WORDS = 8;
const NUMBER = 6;
const NEXT = 7;
/** A cell found behind this many others comes to the front: those in use are found at once. */
const SEARCH_MAX = 2;

/** All balances. */
export class BalanceStore {
  declare private readonly accounts: AccountTable;
  #i32 = new Int32Array(CELLS_MIN * WORDS);
  /** The same memory. */
  #f64 = new Float64Array(this.#i32.buffer);
  #i64 = new BigInt64Array(this.#i32.buffer);
  #count = 0;

  constructor(accounts: AccountTable) {
    this.accounts = accounts;
  }

  /** Those of an account that were ever touched, by number. */
  of(row: number): Balance[] {
    const accounts = this.accounts;
    const balances = accounts
      .numbers(row)
      .map((number) => balanceAt(accounts, number, accounts.balance(row, number)));
    let cell = accounts.firstCell(row);
    for (; cell !== -1; cell = this.#i32[cell * WORDS + NEXT]!) balances.push(this.#at(cell));
    return balances.sort((a, b) => a.number - b.number);
  }

  /** Undefined when it was never touched. */
  find(row: number, number: number): Balance | undefined {
    const lane = this.accounts.balance(row, number);
    if (lane !== -1) return balanceAt(this.accounts, number, lane);
    let cell = this.accounts.firstCell(row);
    while (cell !== -1 && this.#i32[cell * WORDS + NUMBER] !== number) {
      cell = this.#i32[cell * WORDS + NEXT]!;
    }
    return cell === -1 ? undefined : this.#at(cell);
  }

  #at(cell: number): Balance {
    const memory = { f64: this.#f64, i64: this.#i64 };
    return balanceAt(memory, this.#i32[cell * WORDS + NUMBER]!, cell * LANES);
  }

  set(row: number, number: number, available: bigint, held: bigint, time: number): void {
    const words = new Int32Array(BigInt64Array.of(available, held).buffer);
    this.copy(row, number, words, 0, time);
  }

  /** From `words[from…from+3]`: available and held, the low word of each first. */
  copy(row: number, number: number, words: Int32Array, from: number, time: number): void {
    const accounts = this.accounts;
    let lane = accounts.balance(row, number);
    if (lane === -1) lane = this.#away(row, number);
    if (lane >= 0) put(accounts.i32, accounts.f64, lane, words, from, time);
    else put(this.#i32, this.#f64, ~lane, words, from, time);
  }

  /** A balance that is not known to the row: its new lane there, or ~ that of its cell. */
  #away(row: number, number: number): number {
    const cell = this.#cell(row, number);
    if (cell !== -1) return ~(cell * LANES);
    const lane = this.accounts.addBalance(row, number);
    return lane === -1 ? ~(this.#add(row, number) * LANES) : lane;
  }

  /** The cell of a number, -1 = it has none. */
  #cell(row: number, number: number): number {
    const words = this.#i32;
    let before = -1;
    let searched = 0;
    let cell = this.accounts.firstCell(row);
    while (cell !== -1 && words[cell * WORDS + NUMBER] !== number) {
      before = cell;
      cell = words[cell * WORDS + NEXT]!;
      searched += 1;
    }
    if (cell !== -1 && searched >= SEARCH_MAX) {
      words[before * WORDS + NEXT] = words[cell * WORDS + NEXT]!;
      this.#putFirst(row, cell);
    }
    return cell;
  }

  #add(row: number, number: number): number {
    const cell = this.#count;
    if ((cell + 1) * WORDS > this.#i32.length) this.#grow();
    this.#count = cell + 1;
    this.#i32[cell * WORDS + NUMBER] = number;
    this.#putFirst(row, cell);
    return cell;
  }

  #putFirst(row: number, cell: number): void {
    this.#i32[cell * WORDS + NEXT] = this.accounts.firstCell(row);
    this.accounts.setFirstCell(row, cell);
  }

  #grow(): void {
    const i32 = new Int32Array(this.#i32.length * 2);
    i32.set(this.#i32);
    this.#i32 = i32;
    this.#f64 = new Float64Array(i32.buffer);
    this.#i64 = new BigInt64Array(i32.buffer);
  }
}

/** Three lanes from `lane`: the four words and the time. */
function put(
  to: Int32Array,
  times: Float64Array,
  lane: number,
  words: Int32Array,
  from: number,
  time: number,
): void {
  const at = lane * 2;
  to[at] = words[from]!;
  to[at + 1] = words[from + 1]!;
  to[at + 2] = words[from + 2]!;
  to[at + 3] = words[from + 3]!;
  times[lane + TIME] = time;
}

function balanceAt(
  { f64, i64 }: { readonly f64: Float64Array; readonly i64: BigInt64Array },
  number: number,
  lane: number,
): Balance {
  const [available, held] = [i64[lane]!, i64[lane + 1]!];
  return { number, available, held, updatedTime: f64[lane + TIME]! };
}
