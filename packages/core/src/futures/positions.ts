/**
 * Positions: one 128-byte record (two cache lines) for each leg of an account in a contract. The `net`
 * record is there from an account's first touch of a contract and keeps its settings; in hedge mode
 * two more follow it. A closed position leaves its record: nothing is looked up when it opens again.
 *
 * Lanes 0-10 are doubles, words 24-31 int32. Sizes are lots (signed: + long), costs and order values
 * tick-lots, money settle units.
 */
import {
  AccountKind,
  assert,
  kindOf,
  MarginMode,
  type PositionLeg,
  SystemAccount,
} from '@halcyon/domain';
import { lineLanes, wordsOf } from '../memory/cache-lines.ts';

/** Shift from a slot to its first double, and to its first word. */
export const POSITION_LANE_SHIFT = 4;
export const POSITION_WORD_SHIFT = 5;

export const PositionLane = {
  lots: 0,
  cost: 1,
  /** Isolated: settle units of its own. */
  margin: 2,
  /** Mark price up to which its account is known to be kept, see the triggers; ticks. */
  trigger: 3,
  /** Trade that opened it, and sums since: see PositionEvent. */
  opened: 4,
  profit: 5,
  fees: 6,
  funding: 7,
  /** Values of resting orders that may enlarge it. */
  buyValue: 8,
  sellValue: 9,
  /** Lots of resting orders that may only make it smaller. */
  reduceLots: 10,
} as const;

export const PositionWord = {
  account: 24,
  instrument: 25,
  leverage: 26,
  flags: 27,
  /** Where it stands in a heap of triggers, -1 = nowhere. */
  place: 28,
  /** First record of the account's next contract, -1 = none. */
  next: 29,
  /** Next leg of the same account and contract: net, long, short; -1 = none. */
  twin: 30,
  /** Funding round up to which it has settled. */
  round: 31,
} as const;

/** Bits of the flags. */
export const PositionFlag = {
  /** Bits 0-1: the leg. */
  leg: 3,
  isolated: 4,
  autoMargin: 8,
  /** It changed in this command. */
  dirty: 16,
} as const;

const LANES = 16;
const LANE_SHIFT: typeof POSITION_LANE_SHIFT = 4;
const WORD_SHIFT: typeof POSITION_WORD_SHIFT = 5;
const NIL: number = -1;
const FLAGS: typeof PositionWord.flags = 27;
const ISOLATED: typeof PositionFlag.isolated = 4;
const NEXT: typeof PositionWord.next = 29;
const TWIN: typeof PositionWord.twin = 30;
const INITIAL = 64;
/** Below it are the exchange's own accounts. */
const FIRST_ACCOUNT = 128;

/** Storage of positions, by slot. Slots are never given back. */
export class Positions {
  f64 = lineLanes(INITIAL * LANES);
  i32 = wordsOf(this.f64);
  count = 0;
  private capacity = INITIAL;

  /** A new leg with nothing in it. @param next first record of the account's next contract, -1 = none */
  add(
    account: number,
    instrument: number,
    leg: PositionLeg,
    leverage: number,
    next: number,
  ): number {
    const own = account === SystemAccount.ghosts || account === SystemAccount.copying;
    assert(kindOf(account) === AccountKind.usdtFutures || own, 'no futures account');
    assert(leverage >= 1, 'a position without leverage');
    if (this.count === this.capacity) this.grow();
    const slot = this.count;
    this.count += 1;
    const word = slot << WORD_SHIFT;
    const { i32 } = this;
    i32[word | PositionWord.account] = account;
    i32[word | PositionWord.instrument] = instrument;
    i32[word | PositionWord.leverage] = leverage;
    i32[word | PositionWord.flags] = leg;
    i32[word | PositionWord.place] = NIL;
    i32[word | PositionWord.next] = next;
    i32[word | PositionWord.twin] = NIL;
    return slot;
  }

  account(slot: number): number {
    return this.i32[(slot << WORD_SHIFT) | PositionWord.account]!;
  }

  instrument(slot: number): number {
    return this.i32[(slot << WORD_SHIFT) | PositionWord.instrument]!;
  }

  leverage(slot: number): number {
    return this.i32[(slot << WORD_SHIFT) | PositionWord.leverage]!;
  }

  lots(slot: number): number {
    return this.f64[slot << LANE_SHIFT]!;
  }

  cost(slot: number): number {
    return this.f64[(slot << LANE_SHIFT) | PositionLane.cost]!;
  }

  margin(slot: number): number {
    return this.f64[(slot << LANE_SHIFT) | PositionLane.margin]!;
  }

  /** One double of a record. @param lane of PositionLane */
  lane(slot: number, lane: number): number {
    return this.f64[(slot << LANE_SHIFT) | lane]!;
  }

  /** One word of a record. @param at of PositionWord */
  word(slot: number, at: number): number {
    return this.i32[(slot << WORD_SHIFT) | at]!;
  }

  leg(slot: number): PositionLeg {
    return (this.flags(slot) & PositionFlag.leg) as PositionLeg;
  }

  flags(slot: number): number {
    return this.i32[(slot << WORD_SHIFT) | PositionWord.flags]!;
  }

  isolated(slot: number): boolean {
    return (this.flags(slot) & PositionFlag.isolated) !== 0;
  }

  mode(slot: number): MarginMode {
    return this.isolated(slot) ? MarginMode.isolated : MarginMode.cross;
  }

  setFlag(slot: number, flag: number, on: boolean): void {
    const at = (slot << WORD_SHIFT) | PositionWord.flags;
    this.i32[at] = on ? this.i32[at]! | flag : this.i32[at]! & ~flag;
  }

  setLeverage(slot: number, leverage: number): void {
    assert(leverage >= 1, 'a position without leverage');
    this.i32[(slot << WORD_SHIFT) | PositionWord.leverage] = leverage;
  }

  /** Whether it is the one that all ghosts of a paper venue share, or that of batches: no margin is asked of it. */
  unlimited(slot: number): boolean {
    return this.account(slot) < FIRST_ACCOUNT;
  }

  /** Next leg of the same account and contract, -1 = none. */
  twin(slot: number): number {
    return this.i32[(slot << WORD_SHIFT) | PositionWord.twin]!;
  }

  /** Whether it is open and backed by the whole account. */
  isCrossOpen(slot: number): boolean {
    if (this.f64[slot << LANE_SHIFT] === 0) return false;
    return (this.i32[(slot << WORD_SHIFT) | FLAGS]! & ISOLATED) === 0;
  }

  /** The record after this one of the same account: its next leg, or its next contract; -1 = the last. */
  after(slot: number): number {
    const word = slot << WORD_SHIFT;
    const twin = this.i32[word | TWIN]!;
    return twin !== NIL ? twin : this.i32[word | NEXT]!;
  }

  /** Whether neither a position nor an order that could enlarge it is there. */
  idle(slot: number): boolean {
    const lane = slot << LANE_SHIFT;
    const { f64 } = this;
    return (
      f64[lane] === 0 &&
      f64[lane | PositionLane.buyValue] === 0 &&
      f64[lane | PositionLane.sellValue] === 0
    );
  }

  /** A leg beside `net`, in the order of legs: a restored core must go through them alike. */
  addLeg(account: number, net: number, leg: PositionLeg): number {
    const next = this.i32[(net << WORD_SHIFT) | NEXT]!;
    const slot = this.add(account, this.instrument(net), leg, this.leverage(net), next);
    let before = net;
    for (const other of this.legs(net)) if (this.leg(other) < leg) before = other;
    const at = (before << WORD_SHIFT) | PositionWord.twin;
    this.i32[(slot << WORD_SHIFT) | PositionWord.twin] = this.i32[at]!;
    this.i32[at] = slot;
    return slot;
  }

  /** A leg of the position `net`, made if new with the settings that it has. */
  legOf(net: number, leg: PositionLeg): number {
    for (const slot of this.legs(net)) if (this.leg(slot) === leg) return slot;
    const slot = this.addLeg(this.account(net), net, leg);
    this.setFlag(slot, PositionFlag.isolated, this.isolated(net));
    return slot;
  }

  /** Sets which contract of the account follows that of `net`: all its legs know. */
  setNext(net: number, next: number): void {
    for (const leg of this.legs(net)) this.i32[(leg << WORD_SHIFT) | NEXT] = next;
  }

  /** The legs of a `net` record, itself first. */
  *legs(net: number): Generator<number> {
    for (let slot = net; slot !== NIL; slot = this.twin(slot)) yield slot;
  }

  private grow(): void {
    this.capacity *= 2;
    const f64 = lineLanes(this.capacity * LANES);
    f64.set(this.f64);
    this.f64 = f64;
    this.i32 = wordsOf(f64);
  }
}
