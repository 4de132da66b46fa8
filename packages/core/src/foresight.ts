/**
 * Reads what the next commands will need before any of them is applied. A command that finds its
 * records cold waits for each in turn; read for many commands at once they arrive together. It looks
 * and changes nothing: what it guesses wrong costs time, not correctness.
 */
import { assert, type Command, type CommandKind } from '@halcyon/domain';
import type { LEVEL_WORDS } from './matching/level-pool.ts';
import type { NONE, ORDER_WORDS, OrderWord } from './matching/order-pool.ts';
import type { SEAT_WORDS } from './state/seats.ts';
import type { State } from './state/state.ts';

// What the hot code reads: own constants, because the compiler cannot fold imported ones.
const PLACE: typeof CommandKind.place = 1;
const CANCEL: typeof CommandKind.cancel = 2;
const WORDS: typeof ORDER_WORDS = 16;
const ACCOUNT: typeof OrderWord.account = 8;
const SEAT: typeof OrderWord.seat = 9;
const LEVEL: typeof OrderWord.level = 11;
const NEXT: typeof OrderWord.next = 12;
const PREVIOUS: typeof OrderWord.previous = 13;
const BALANCE: typeof OrderWord.balance = 15;
const S_WORDS: typeof SEAT_WORDS = 16;
const L_WORDS: typeof LEVEL_WORDS = 8;
const B_WORDS = 4;
const NIL: typeof NONE = -1;

/** Commands looked at together: what they need stays in the innermost cache until they come. */
export const FORESIGHT_MAX = 16;

export class Foresight {
  private readonly state: State;
  /** Of each command: slot of the order it cancels, or the seat it places from; -1 = not known. */
  private readonly found = new Int32Array(FORESIGHT_MAX);
  /** Of all that was read, so that the compiler does not leave the reads out. */
  private sum = 0;

  constructor(state: State) {
    this.state = state;
  }

  /**
   * Looks ahead for `count` commands (at most FORESIGHT_MAX) from `from`. They need not have been
   * checked: their numbers may be any, or none.
   */
  look(commands: readonly Command[], from: number, count: number): void {
    assert(count <= FORESIGHT_MAX, 'more commands than can be foreseen at once');
    assert(from >= 0 && from + count <= commands.length, 'commands that are not there');
    this.find(commands, from, count);
    this.readRecords(commands, from, count);
    this.readNeighbours(commands, from, count);
  }

  private find(commands: readonly Command[], from: number, count: number): void {
    const { orders, users, nextOrder } = this.state;
    const { found } = this;
    let sum = 0;
    for (let i = 0; i < count; i++) {
      const command = commands[from + i]!;
      found[i] = NIL;
      if (command.kind === PLACE) {
        const { account, instrument } = command;
        if (!Number.isSafeInteger(account) || !Number.isSafeInteger(instrument)) continue;
        found[i] = users.lastSeat(account, instrument);
        sum += orders.entry(nextOrder + i);
      } else if (command.kind === CANCEL && Number.isSafeInteger(command.order)) {
        found[i] = orders.candidate(command.order);
      }
    }
    this.sum = sum | 0;
  }

  private readRecords(commands: readonly Command[], from: number, count: number): void {
    const { orders, users, seats, ledger } = this.state;
    const { found } = this;
    let sum = this.sum;
    for (let i = 0; i < count; i++) {
      const at = found[i]!;
      if (at === NIL) continue;
      const command = commands[from + i]!;
      if (command.kind === PLACE) {
        const balance = users.lastBalance(command.account >>> 3, command.side);
        sum += seats.i32[at * S_WORDS]! ^ ledger.words[balance * B_WORDS]!;
      } else sum += orders.i32[at * WORDS + LEVEL]!;
    }
    this.sum = sum | 0;
  }

  private readNeighbours(commands: readonly Command[], from: number, count: number): void {
    const { orders, users, seats, ledger, levels } = this.state;
    const { i32 } = orders;
    const { found } = this;
    let sum = this.sum;
    for (let i = 0; i < count; i++) {
      if (found[i] === NIL || commands[from + i]!.kind !== CANCEL) continue;
      const word = found[i]! * WORDS;
      const next = i32[word + NEXT]!;
      const previous = i32[word + PREVIOUS]!;
      sum += seats.i32[i32[word + SEAT]! * S_WORDS]! ^ levels.i32[i32[word + LEVEL]! * L_WORDS]!;
      sum += ledger.words[i32[word + BALANCE]! * B_WORDS]! ^ users.tier(i32[word + ACCOUNT]! >>> 3);
      if (next !== NIL) sum += i32[next * WORDS + PREVIOUS]!;
      if (previous !== NIL) sum += i32[previous * WORDS + NEXT]!;
    }
    this.sum = sum | 0;
  }
}
