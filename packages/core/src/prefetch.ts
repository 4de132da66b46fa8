/**
 * Reads what the next commands will need before any of them is applied. A command that finds its
 * records cold waits for each in turn; read for many commands at once they arrive together. It looks
 * and changes nothing: what it guesses wrong costs time, not correctness.
 */
import {
  assert,
  type CancelCommand,
  type Command,
  type CommandKind,
  type PlaceCommand,
  type Side,
} from '@halcyon/domain';
import type { POSITION_WORD_SHIFT } from './futures/positions.ts';
import type { LEVEL_WORD_SHIFT } from './matching/level-pool.ts';
import type { NONE, ORDER_WORD_SHIFT, OrderWord } from './matching/order-record.ts';
import type { SEAT_WORD_SHIFT, SeatWord } from './state/seats.ts';
import type { State } from './state/state.ts';
import type { USER_WORD_SHIFT, UserWord } from './state/users.ts';

// What the hot code reads: own constants, because the compiler cannot fold imported ones.
const PLACE: typeof CommandKind.place = 1;
const CANCEL: typeof CommandKind.cancel = 2;
const WORD_SHIFT: typeof ORDER_WORD_SHIFT = 4;
const ACCOUNT: typeof OrderWord.account = 8;
const SEAT: typeof OrderWord.seat = 9;
const LEVEL: typeof OrderWord.level = 11;
const NEXT: typeof OrderWord.next = 12;
const PREVIOUS: typeof OrderWord.previous = 13;
const CELL: typeof OrderWord.cell = 14;
const BALANCE: typeof OrderWord.balance = 15;
const S_WORD_SHIFT: typeof SEAT_WORD_SHIFT = 4;
const S_FREE: typeof SeatWord.free = 5;
const S_POSITION: typeof SeatWord.position = 7;
const P_WORD_SHIFT: typeof POSITION_WORD_SHIFT = 5;
/** A word of the second line of a position's record. */
const P_SECOND = 16;
const R_WORD_SHIFT = 2;
const L_WORD_SHIFT: typeof LEVEL_WORD_SHIFT = 3;
const B_WORD_SHIFT = 2;
const U_WORD_SHIFT: typeof USER_WORD_SHIFT = 3;
const LAST_SEAT: typeof UserWord.lastSeat = 3;
const LAST_BASE: typeof UserWord.lastBase = 5;
const LAST_QUOTE: typeof UserWord.lastQuote = 6;
const FUTURES: typeof UserWord.futures = 7;
const NIL: typeof NONE = -1;
const BUY: typeof Side.buy = 0;
const SELL: typeof Side.sell = 1;
/** A user without seats, for numbers that are no user's. */
const NOBODY = 0;

/**
 * From so many users and resting orders on, their records do not stay in the nearer caches by themselves:
 * not when other threads use the same ones.
 */
const COLD_FROM = 4_096;

/** Commands looked at together: what they need stays in the innermost cache until they come. */
export const PREFETCH_MAX = 16;

/**
 * Each step is a short loop that reads what the step before has found, without a branch on what it
 * reads: so the processor asks for all of it at once instead of waiting for one after the other.
 */
export class Prefetch {
  declare private readonly state: State;
  /** Users that place, and the side. */
  private readonly users = new Int32Array(PREFETCH_MAX);
  private readonly sides = new Int32Array(PREFETCH_MAX);
  private places = 0;
  /** Ids of the orders that are cancelled, their low 32 bits, and then their slots. */
  private readonly ids = new Int32Array(PREFETCH_MAX);
  private readonly slots = new Int32Array(PREFETCH_MAX);
  private cancels = 0;
  /** Of all that was read, so that the compiler does not leave the reads out. */
  private sum = 0;

  constructor(state: State) {
    this.state = state;
  }

  /** Whether looking ahead is worth its time now. */
  get pays(): boolean {
    return this.state.users.count + this.state.orders.count >= COLD_FROM;
  }

  /**
   * Looks ahead for `count` commands (at most PREFETCH_MAX) from `from`. They need not have been
   * checked: their numbers may be any, or none.
   */
  look(commands: readonly Command[], kinds: readonly number[], from: number, count: number): void {
    assert(count <= PREFETCH_MAX, 'more commands than can be prefetched at once');
    assert(from >= 0 && from + count <= commands.length, 'commands that are not there');
    this.list(commands, kinds, from, count);
    this.readFirst();
    this.findOrders();
    this.readRecords();
    this.readNeighbours();
    if (this.state.contracts > 0) this.readPositions();
  }

  private list(
    commands: readonly Command[],
    kinds: readonly number[],
    from: number,
    count: number,
  ): void {
    const { users, sides, ids } = this;
    const userCount = this.state.users.count;
    let places = 0;
    let cancels = 0;
    for (let i = 0; i < count; i++) {
      const kind = kinds[from + i];
      if (kind === PLACE) {
        const { account, side } = commands[from + i] as PlaceCommand;
        const user = Number.isSafeInteger(account) ? account >>> 3 : NOBODY;
        users[places] = user < userCount ? user : NOBODY;
        sides[places] = side === BUY ? BUY : SELL;
        places += 1;
      } else if (kind === CANCEL) {
        const { order } = commands[from + i] as CancelCommand;
        ids[cancels] = Number.isSafeInteger(order) ? order | 0 : 0;
        cancels += 1;
      }
    }
    this.places = places;
    this.cancels = cancels;
  }

  /** Users that place, and where the orders that are cancelled stand in the index. */
  private readFirst(): void {
    const { orders, users } = this.state;
    const { i32 } = users;
    let sum = this.sum;
    for (let i = 0; i < this.places; i++) sum ^= i32[this.users[i]! << U_WORD_SHIFT]!;
    for (let i = 0; i < this.cancels; i++) sum ^= orders.entry(this.ids[i]!);
    this.sum = sum;
  }

  private findOrders(): void {
    const { orders } = this.state;
    let found = 0;
    for (let i = 0; i < this.cancels; i++) {
      const slot = orders.candidate(this.ids[i]!);
      this.slots[found] = slot;
      if (slot !== NIL) found += 1;
    }
    this.cancels = found;
  }

  /** Seats and balances of who places, orders that are cancelled. */
  private readRecords(): void {
    const { orders, users, seats, ledger } = this.state;
    const { i32 } = users;
    let sum = this.sum;
    for (let i = 0; i < this.cancels; i++) sum ^= orders.i32[this.slots[i]! << WORD_SHIFT]!;
    for (let i = 0; i < this.places; i++) {
      const at = this.users[i]! << U_WORD_SHIFT;
      sum ^= seats.i32[i32[at | LAST_SEAT]! << S_WORD_SHIFT]!;
      sum ^=
        ledger.words[i32[at + (this.sides[i] === BUY ? LAST_QUOTE : LAST_BASE)]! << B_WORD_SHIFT]!;
    }
    this.sum = sum;
  }

  /**
   * Of orders that are cancelled: user, seat, cell, balance, level and the neighbours in the queue; of
   * who places, the cell that the seat would give.
   */
  private readNeighbours(): void {
    const { orders, users, seats, ledger, levels } = this.state;
    const { i32 } = orders;
    let sum = this.sum;
    // What is not there is read as record 0, which costs nothing, unlike a branch.
    for (let i = 0; i < this.places; i++) {
      const seat = users.i32[(this.users[i]! << U_WORD_SHIFT) | LAST_SEAT]!;
      const free = seats.i32[(seat << S_WORD_SHIFT) | S_FREE]!;
      sum ^= seats.i32[free & ~(free >> 31)]!;
    }
    for (let i = 0; i < this.cancels; i++) {
      const word = this.slots[i]! << WORD_SHIFT;
      const next = i32[word | NEXT]!;
      const previous = i32[word | PREVIOUS]!;
      sum ^= seats.i32[i32[word | SEAT]! << S_WORD_SHIFT]!;
      sum ^= seats.i32[i32[word | CELL]!]!;
      sum ^= ledger.words[i32[word | BALANCE]! << B_WORD_SHIFT]!;
      sum ^= users.i32[(i32[word | ACCOUNT]! >>> 3) << U_WORD_SHIFT]!;
      sum ^= levels.i32[i32[word | LEVEL]! << L_WORD_SHIFT]!;
      sum ^= i32[(next & ~(next >> 31)) << WORD_SHIFT]!;
      sum ^= i32[(previous & ~(previous >> 31)) << WORD_SHIFT]!;
    }
    this.sum = sum;
  }

  /**
   * Positions of who places and of orders that are cancelled; of who places also what backs them: the
   * wallet is the quote balance of a contract's seat. A spot seat has position -1: record 0 is read.
   */
  private readPositions(): void {
    const { orders, users, seats, ledger, positions, riskAccounts } = this.state;
    const { i32 } = positions;
    const { words } = riskAccounts;
    let sum = this.sum;
    for (let i = 0; i < this.places; i++) {
      const at = this.users[i]! << U_WORD_SHIFT;
      const found = seats.i32[(users.i32[at | LAST_SEAT]! << S_WORD_SHIFT) | S_POSITION]!;
      const word = (found & ~(found >> 31)) << P_WORD_SHIFT;
      const risk = users.i32[at | FUTURES]!;
      sum ^= i32[word]! ^ i32[word | P_SECOND]!;
      sum ^= words[(risk & ~(risk >> 31)) << R_WORD_SHIFT]!;
      sum ^= ledger.words[users.i32[at | LAST_QUOTE]! << B_WORD_SHIFT]!;
    }
    for (let i = 0; i < this.cancels; i++) {
      const seat = orders.i32[(this.slots[i]! << WORD_SHIFT) | SEAT]!;
      const found = seats.i32[(seat << S_WORD_SHIFT) | S_POSITION]!;
      const word = (found & ~(found >> 31)) << P_WORD_SHIFT;
      sum ^= i32[word]! ^ i32[word | P_SECOND]!;
    }
    this.sum = sum;
  }
}
