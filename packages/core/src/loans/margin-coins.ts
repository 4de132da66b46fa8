/**
 * Coins of margin accounts: one record for each coin that an account, or a pair's pocket of it, ever
 * held: its balance, what is owed of it, and the hour up to which interest is charged.
 *
 * A record is a cache line: lanes 0-1 are doubles (principal, interest), words 8-12 int32 (account, number
 * of the ledger, slot of the balance, next of the user, hour). The records of a user are a list by
 * number: cross margin first, then pair by pair.
 */
import { assert, ownerOf, pocketOfNumber } from '@halcyon/domain';
import { PairIndex } from '../ledger/pair-index.ts';
import { lineLanes, wordsOf } from '../memory/lines.ts';

const LANE_SHIFT = 3;
const WORD_SHIFT = 4;
const PRINCIPAL = 0;
const INTEREST = 1;
const ACCOUNT = 8;
const NUMBER = 9;
const BALANCE = 10;
const NEXT = 11;
const HOUR = 12;
const NIL = -1;
const INITIAL = 64;

export class MarginCoins {
  count = 0;
  private readonly index = new PairIndex();
  private f64 = lineLanes(INITIAL << LANE_SHIFT);
  private i32 = wordsOf(this.f64);
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
    this.i32[(slot << WORD_SHIFT) | HOUR] = hour;
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
    assert(owed, 'less than nothing would be owed');
  }

  /** First record of a user, -1 = none. */
  first(user: number): number {
    return user < this.heads.length ? this.heads[user]! - 1 : NIL;
  }

  /** The next record of its user, -1 = none. */
  next(slot: number): number {
    return this.i32[(slot << WORD_SHIFT) | NEXT]!;
  }

  /** The records of one pocket of a user, by asset. */
  *of(user: number, pocket: number): Generator<number> {
    for (let slot = this.first(user); slot !== NIL; slot = this.next(slot)) {
      const at = pocketOfNumber(this.number(slot));
      if (at > pocket) return;
      if (at === pocket) yield slot;
    }
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
