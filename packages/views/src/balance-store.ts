/**
 * Balances as numbers in growing typed arrays: a replay changes them millions of times and would
 * make two bigints each time. The balances of an account are a list that begins in its row.
 */
import type { AssetId } from '@halcyon/domain';
import type { AccountTable } from './account-table.ts';

/** A balance: its amounts and the time of its last change. */
export interface Balance {
  readonly asset: AssetId;
  readonly available: bigint;
  readonly held: bigint;
  readonly updatedTime: number;
}

const CELLS_MIN = 256;
/** A cell: available, held, time, then two words: asset and next cell of the account (-1 = none). */
const LANES = 4;
const TIME = 2;
const WORDS = 8;
const ASSET = 6;
const NEXT = 7;
/** A cell found behind this many others comes to the front: those in use are found at once. */
const SEARCH_MAX = 2;

/** All balances. */
export class BalanceStore {
  readonly #accounts: AccountTable;
  #words = new Int32Array(CELLS_MIN * WORDS);
  #units = new BigInt64Array(this.#words.buffer);
  #doubles = new Float64Array(this.#words.buffer);
  #count = 0;

  constructor(accounts: AccountTable) {
    this.#accounts = accounts;
  }

  /** Those of an account that were ever touched, by asset id. */
  of(row: number): Balance[] {
    const balances: Balance[] = [];
    let cell = this.#accounts.firstBalance(row);
    for (; cell !== -1; cell = this.#words[cell * WORDS + NEXT]!) balances.push(this.#at(cell));
    return balances.sort((a, b) => a.asset - b.asset);
  }

  #at(cell: number): Balance {
    return {
      asset: this.#words[cell * WORDS + ASSET]!,
      available: this.#units[cell * LANES]!,
      held: this.#units[cell * LANES + 1]!,
      updatedTime: this.#doubles[cell * LANES + TIME]!,
    };
  }

  /** Undefined when it was never touched. */
  find(row: number, asset: AssetId): Balance | undefined {
    let cell = this.#accounts.firstBalance(row);
    while (cell !== -1 && this.#words[cell * WORDS + ASSET] !== asset) {
      cell = this.#words[cell * WORDS + NEXT]!;
    }
    return cell === -1 ? undefined : this.#at(cell);
  }

  set(row: number, asset: AssetId, available: bigint, held: bigint, time: number): void {
    const cell = this.#cell(row, asset);
    this.#units[cell * LANES] = available;
    this.#units[cell * LANES + 1] = held;
    this.#doubles[cell * LANES + TIME] = time;
  }

  /** From `words[from…from+3]`: available and held, the low word of each first. */
  copy(row: number, asset: AssetId, words: Int32Array, from: number, time: number): void {
    const cell = this.#cell(row, asset);
    const own = this.#words;
    const at = cell * WORDS;
    own[at] = words[from]!;
    own[at + 1] = words[from + 1]!;
    own[at + 2] = words[from + 2]!;
    own[at + 3] = words[from + 3]!;
    this.#doubles[cell * LANES + TIME] = time;
  }

  /** The cell of an asset, made when it is new. */
  #cell(row: number, asset: AssetId): number {
    const words = this.#words;
    let before = -1;
    let searched = 0;
    let cell = this.#accounts.firstBalance(row);
    while (cell !== -1 && words[cell * WORDS + ASSET] !== asset) {
      before = cell;
      cell = words[cell * WORDS + NEXT]!;
      searched += 1;
    }
    if (cell === -1) return this.#add(row, asset);
    if (searched >= SEARCH_MAX) {
      words[before * WORDS + NEXT] = words[cell * WORDS + NEXT]!;
      this.#putFirst(row, cell);
    }
    return cell;
  }

  #add(row: number, asset: AssetId): number {
    const cell = this.#count;
    if ((cell + 1) * WORDS > this.#words.length) this.#grow();
    this.#count = cell + 1;
    this.#words[cell * WORDS + ASSET] = asset;
    this.#putFirst(row, cell);
    return cell;
  }

  #putFirst(row: number, cell: number): void {
    this.#words[cell * WORDS + NEXT] = this.#accounts.firstBalance(row);
    this.#accounts.setFirstBalance(row, cell);
  }

  #grow(): void {
    const words = new Int32Array(this.#words.length * 2);
    words.set(this.#words);
    this.#words = words;
    this.#units = new BigInt64Array(words.buffer);
    this.#doubles = new Float64Array(words.buffer);
  }
}
