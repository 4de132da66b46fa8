/**
 * Coins of margin accounts: one record for each coin that an account, or a pair's pocket of it, ever
 * held: its balance, what is owed of it, and the hour up to which interest is charged.
 *
 * A record is two cache lines, with trigger and place where positions have them, for the heaps. Lanes 0,
 * 1 and 3 are doubles (principal, interest, trigger), words 8-12 and 28 int32 (account, number of the
 * ledger, slot of the balance, next of the user, hour, place). The records of a user are a list by number:
 * cross margin first, then pair by pair.
 */
import { assert, ownerOf, pocketOfNumber } from '@halcyon/domain';
import type {
  POSITION_LANE_SHIFT,
  POSITION_WORD_SHIFT,
  PositionLane,
  PositionWord,
} from '../futures/positions.ts';
import { PairIndex } from '../ledger/pair-index.ts';
import { lineLanes, wordsOf } from '../memory/cache-lines.ts';

const LANE_SHIFT: typeof POSITION_LANE_SHIFT = 4;
const WORD_SHIFT: typeof POSITION_WORD_SHIFT = 5;
const PRINCIPAL = 0;
const INTEREST = 1;
const ACCOUNT = 8;
const NUMBER = 9;
const BALANCE = 10;
const NEXT = 11;
const HOUR = 12;
const TRIGGER: typeof PositionLane.trigger = 3;
const PLACE: typeof PositionWord.place = 28;
const NIL = -1;
const INITIAL = 64;

export class MarginCoins {
  count = 0;
  private readonly index = new PairIndex();
  f64 = lineLanes(INITIAL << LANE_SHIFT);
  i32 = wordsOf(this.f64);
  /** First record of each user, + 1. */
  private heads = new Int32Array(INITIAL);

  /** The record of an account's coin, -1 = it never had it. */
  find(account: number, number: number): number {
    return this.index.find(account, number);
  }

  /** The record of an account's coin, made if new. @param balance slot of the ledger */
  slot(account: number, number: number, balance: number): number {
    const slot = this.index.slot(account, number);
    if (slot < this.count) return slot;
    assert(slot === this.count, 'records of coins are not dense');
    this.count += 1;
    if (this.count << LANE_SHIFT > this.f64.length) this.grow();
    const word = slot << WORD_SHIFT;
    this.i32[word | ACCOUNT] = account;
    this.i32[word | NUMBER] = number;
    this.i32[word | BALANCE] = balance;
    this.i32[word | PLACE] = NIL;
    this.link(ownerOf(account), slot, number);
    return slot;
  }

  account(slot: number): number {
    return this.i32[(slot << WORD_SHIFT) | ACCOUNT]!;
  }

  /** Number of the ledger: asset and pocket. */
  number(slot: number): number {
    return this.i32[(slot << WORD_SHIFT) | NUMBER]!;
  }

  /** Slot of the balance. */
  balance(slot: number): number {
    return this.i32[(slot << WORD_SHIFT) | BALANCE]!;
  }

  /** Hour up to which interest is charged. */
  hour(slot: number): number {
    return this.i32[(slot << WORD_SHIFT) | HOUR]!;
  }

  setHour(slot: number, hour: number): void {
    const at = (slot << WORD_SHIFT) | HOUR;
    assert(hour >= this.i32[at]!, 'INV-26: an hour would be charged twice');
    this.i32[at] = hour;
  }

  /** Price up to which its account is known to be kept, ticks; only while it stands in a heap. */
  trigger(slot: number): number {
    return this.f64[(slot << LANE_SHIFT) | TRIGGER]!;
  }

  setTrigger(slot: number, price: number): void {
    this.f64[(slot << LANE_SHIFT) | TRIGGER] = price;
  }

  /** Whether it stands in a heap. */
  triggered(slot: number): boolean {
    return this.i32[(slot << WORD_SHIFT) | PLACE] !== NIL;
  }

  /** Units borrowed and not repaid. */
  principal(slot: number): number {
    return this.f64[(slot << LANE_SHIFT) | PRINCIPAL]!;
  }

  /** Units of interest that are owed. */
  interest(slot: number): number {
    return this.f64[(slot << LANE_SHIFT) | INTEREST]!;
  }

  /** All that is owed, units. */
  debt(slot: number): number {
    return this.principal(slot) + this.interest(slot);
  }

  /** Changes what is owed, by units. */
  change(slot: number, principal: number, interest: number): void {
    const lane = slot << LANE_SHIFT;
    this.f64[lane | PRINCIPAL]! += principal;
    this.f64[lane | INTEREST]! += interest;
    const owed = this.f64[lane | PRINCIPAL]! >= 0 && this.f64[lane | INTEREST]! >= 0;
    assert(owed, 'INV-25: less than nothing would be owed');
  }

  /** First record of a user, -1 = none. */
  first(user: number): number {
    return user < this.heads.length ? this.heads[user]! - 1 : NIL;
  }

  /** The next record of its user, -1 = none. */
  next(slot: number): number {
    return this.i32[(slot << WORD_SHIFT) | NEXT]!;
  }

  /** First record of one pocket of a user, -1 = none; by asset. */
  firstOf(user: number, pocket: number): number {
    let slot = this.first(user);
    while (slot !== NIL && this.pocket(slot) < pocket) slot = this.next(slot);
    return slot !== NIL && this.pocket(slot) === pocket ? slot : NIL;
  }

  /** The next record of its pocket, -1 = none. */
  nextOf(slot: number): number {
    const next = this.next(slot);
    return next !== NIL && this.pocket(next) === this.pocket(slot) ? next : NIL;
  }

  /** The records of one pocket of a user, by asset. */
  *of(user: number, pocket: number): Generator<number> {
    for (let slot = this.firstOf(user, pocket); slot !== NIL; slot = this.nextOf(slot)) yield slot;
  }

  private pocket(slot: number): number {
    return pocketOfNumber(this.number(slot));
  }

  private link(user: number, slot: number, number: number): void {
    while (user >= this.heads.length) this.growHeads();
    let before = NIL;
    let next = this.first(user);
    while (next !== NIL && this.number(next) < number) {
      before = next;
      next = this.next(next);
    }
    this.i32[(slot << WORD_SHIFT) | NEXT] = next;
    if (before === NIL) this.heads[user] = slot + 1;
    else this.i32[(before << WORD_SHIFT) | NEXT] = slot;
  }

  private grow(): void {
    const f64 = lineLanes(this.f64.length * 2);
    f64.set(this.f64);
    this.f64 = f64;
    this.i32 = wordsOf(f64);
  }

  private growHeads(): void {
    const heads = new Int32Array(this.heads.length * 2);
    heads.set(this.heads);
    this.heads = heads;
  }
}
