/**
 * Slots of orders, and the lists of the open ones by account. The links are apart from the orders, because the
 * neighbours in a list are anywhere: at eight bytes a slot most of them are in the processor's cache.
 */
import type { ACCOUNT_WORDS, AccountTable, OPEN_LIST as LIST } from './account-table.ts';

const SLOTS_MIN = 1024;
// What the hot code reads: own constants, because the compiler cannot fold imported ones.
const OPEN_LIST: typeof LIST = 2;
const ROW_WORDS: typeof ACCOUNT_WORDS = 32;

/** The memory of the lists but for their heads, which are in the account table. */
export interface OrderListsImage {
  readonly links: Int32Array<ArrayBuffer>;
  readonly free: number;
  readonly used: number;
}

/** See the head of the file. */
export class OrderLists {
  declare private readonly accounts: AccountTable;
  /** Two words a slot: the slot before it in its list and the one after it, -1 = none. */
  #links = new Int32Array(SLOTS_MIN * 2);
  /** First of the slots that were given back, linked by their second word. */
  #free = -1;
  #used = 0;

  constructor(accounts: AccountTable) {
    this.accounts = accounts;
  }

  /** A slot that is in no list: one that was given back, else the next new one. */
  allocate(): number {
    const free = this.#free;
    if (free !== -1) {
      this.#free = this.#links[free * 2 + 1]!;
      return free;
    }
    const slot = this.#used;
    if (slot * 2 === this.#links.length) {
      const links = new Int32Array(slot * 4);
      links.set(this.#links);
      this.#links = links;
    }
    this.#used = slot + 1;
    return slot;
  }

  /** Gives a slot back that is in no list. */
  release(slot: number): void {
    this.#links[slot * 2 + 1] = this.#free;
    this.#free = slot;
  }

  /** Puts a slot at the new end of the list of an account, given by its row. */
  append(account: number, slot: number): void {
    const heads = this.accounts.i32;
    const head = account * ROW_WORDS + OPEN_LIST;
    const links = this.#links;
    const tail = heads[head + 1]!;
    links[slot * 2] = tail;
    links[slot * 2 + 1] = -1;
    if (tail === -1) heads[head] = slot;
    else links[tail * 2 + 1] = slot;
    heads[head + 1] = slot;
    heads[head + 2] = heads[head + 2]! + 1;
  }

  /** Takes a slot out of its list. */
  remove(account: number, slot: number): void {
    const heads = this.accounts.i32;
    const head = account * ROW_WORDS + OPEN_LIST;
    const links = this.#links;
    const previous = links[slot * 2]!;
    const next = links[slot * 2 + 1]!;
    if (previous === -1) heads[head] = next;
    else links[previous * 2 + 1] = next;
    if (next === -1) heads[head + 1] = previous;
    else links[next * 2] = previous;
    heads[head + 2] = heads[head + 2]! - 1;
  }

  /** Slot before this one in its list: towards the older, -1 = none. */
  older(slot: number): number {
    return this.#links[slot * 2]!;
  }
  /** Slot after this one in its list, -1 = none. */
  newer(slot: number): number {
    return this.#links[slot * 2 + 1]!;
  }

  /** The memory itself, not a copy. */
  image(): OrderListsImage {
    return { links: this.#links, free: this.#free, used: this.#used };
  }

  /** Goes on with the memory of other lists. */
  adopt({ links, free, used }: OrderListsImage): void {
    this.#links = links;
    this.#free = free;
    this.#used = used;
  }
}
