/**
 * Balances: available and held, one pair of 64-bit integers per (account, asset), exact and checked.
 * Changes are safe integers (|delta| < 2^53) added to 64-bit words with plain number arithmetic, so
 * the hot path allocates nothing; whole balances are read as bigint off it.
 *
 * Every change says why and is reported as a posting with the balances after it. The caller moves
 * money in pairs; `assertConserved` proves that the sum over all accounts of an asset stays zero.
 */
import {
  assetOf,
  type EventLog,
  assert as importedAssert,
  mayBeNegative,
  type PostingReason,
  type SystemAccount,
} from '@halcyon/domain';
import { PairIndex } from './pair-index.ts';

// What the hot code calls: own constants, because the compiler cannot fold imported ones.
const assert: typeof importedAssert = importedAssert;

const TWO_32 = 4_294_967_296;
/** Largest upper half of a balance. */
const TOP_MAX = 0x7fffffff;
const WORDS = 4;
const WORD_SHIFT = 2;
const INITIAL = 1_024;

/** Where the parts of a balance begin among its words. */
export const BalancePart = { available: 0, held: 2 } as const;
export type BalancePart = (typeof BalancePart)[keyof typeof BalancePart];

const AVAILABLE: typeof BalancePart.available = 0;
const HELD: typeof BalancePart.held = 2;
const GHOSTS: typeof SystemAccount.ghosts = 6;

export class Ledger {
  readonly index = new PairIndex();
  /** The balances as words, four a slot: available and held, the low word of each first. */
  words = new Int32Array(INITIAL * WORDS);
  /** Slots below it are in the sums of an audit under way (ledger-audit.ts), 0 = there is none. */
  counted = 0;
  private i64 = new BigInt64Array(this.words.buffer);
  /** What changed in slots below `counted`, by asset. */
  private readonly changes = new Map<number, bigint>();
  declare private readonly log: EventLog;

  constructor(log: EventLog) {
    this.log = log;
  }

  /** The slot of an account's balance of an asset, made at zero if new. */
  slot(account: number, asset: number): number {
    const slot = this.index.slot(account, asset);
    if ((slot + 1) << WORD_SHIFT > this.words.length) this.grow();
    return slot;
  }

  available(slot: number): bigint {
    return this.i64[slot * 2]!;
  }

  held(slot: number): bigint {
    return this.i64[slot * 2 + 1]!;
  }

  /** Available as a number: exact up to 2^53, above that rounded but never below 2^53. */
  availableApprox(slot: number): number {
    const i = slot << WORD_SHIFT;
    return this.words[i | 1]! * TWO_32 + (this.words[i]! >>> 0);
  }

  /** Available and held together as a number, as `availableApprox`. */
  ownedApprox(slot: number): number {
    const i = slot << WORD_SHIFT;
    const held = this.words[i | 3]! * TWO_32 + (this.words[i | 2]! >>> 0);
    return this.availableApprox(slot) + held;
  }

  /** Whether at least `units` (a safe integer) are available. */
  covers(slot: number, units: number): boolean {
    return this.availableApprox(slot) >= units;
  }

  /**
   * Changes a balance and reports it. The caller says whose it is: looking it up costs cache misses.
   * @param asset number of the ledger, of which `slot` is
   * @param available safe integer added to what is available
   * @param held safe integer added to what is held
   * @throws InvariantError when either would leave its range (INV-02), or `slot` is another balance: a
   * bug, never a user's mistake
   */
  post(
    slot: number,
    account: number,
    asset: number,
    reason: PostingReason,
    reference: number,
    available: number,
    held: number,
    instrument: number,
  ): void {
    const { accounts, numbers } = this.index;
    // Ghosts of a paper venue are told of one by one, and have one balance together.
    const own = accounts[slot] === account || accounts[slot] === GHOSTS;
    const named = own && assetOf(numbers[slot]!) === assetOf(asset);
    assert(named, 'INV-01: a posting names another balance than it changes');
    if (available !== 0) this.change(slot, AVAILABLE, available);
    if (held !== 0) this.change(slot, HELD, held);
    this.log.posting(
      account,
      asset,
      reason,
      reference,
      available,
      held,
      this.words,
      slot << WORD_SHIFT,
      instrument,
    );
  }

  /**
   * Moves units from what is available to what is held, or back where they are negative. The caller
   * reports it.
   */
  hold(slot: number, units: number): void {
    const { words } = this;
    const i = slot << WORD_SHIFT;
    const available = (words[i]! >>> 0) - units;
    const held = (words[i | 2]! >>> 0) + units;
    if (available === available >>> 0 && held === held >>> 0) {
      words[i] = available;
      words[i | 2] = held;
      return;
    }
    this.change(slot, AVAILABLE, -units);
    this.change(slot, HELD, units);
  }

  /** Changes one part of a balance and writes the balance after it at `lane` of a trade's row. */
  settle(slot: number, part: BalancePart, delta: number, lane: number): void {
    const at = slot << WORD_SHIFT;
    const top = this.add(at | part, delta);
    // Checked here and not in `add`: a call there, even one never made, costs every reader of it.
    // Not written as `top < 0 || …`: NaN, which `add` returns for what is no whole number, must not pass.
    if (!(top >= 0 && top <= TOP_MAX)) this.checkRange(top, slot);
    if (slot < this.counted) this.count(slot, delta);
    this.log.balance(lane, this.words, at);
  }

  /** Sets a balance when a snapshot is loaded. */
  restore(account: number, asset: number, available: bigint, held: bigint): void {
    assert(available >= 0n || mayBeNegative(account), 'INV-02: a balance below zero is restored');
    assert(held >= 0n, 'INV-02: less than nothing held is restored');
    const slot = this.slot(account, asset);
    this.i64[slot * 2] = available;
    this.i64[slot * 2 + 1] = held;
  }

  /** INV-01: the sum over all accounts is zero for every asset. */
  assertConserved(): void {
    const sums = new Map<number, bigint>();
    for (let slot = 0; slot < this.index.count; slot++) {
      const asset = assetOf(this.index.numbers[slot]!);
      const sum = sums.get(asset) ?? 0n;
      sums.set(asset, sum + this.available(slot) + this.held(slot));
    }
    for (const [asset, sum] of sums) {
      assert(sum === 0n, `INV-01: asset ${asset} is off by ${sum} units`);
    }
  }

  /** What changed in slots below `counted` since it was last asked, by asset. */
  countedChanges(): [asset: number, units: bigint][] {
    const changes = [...this.changes];
    this.changes.clear();
    return changes;
  }

  private change(slot: number, part: BalancePart, delta: number): void {
    const top = this.add((slot << WORD_SHIFT) | part, delta);
    if (!(top >= 0 && top <= TOP_MAX)) this.checkRange(top, slot);
    if (slot < this.counted) this.count(slot, delta);
  }

  private count(slot: number, delta: number): void {
    const asset = assetOf(this.index.numbers[slot]!);
    this.changes.set(asset, (this.changes.get(asset) ?? 0n) + BigInt(delta));
  }

  /**
   * Adds to the 64 bits at word `i`; returns their upper half, 0 when it has not changed, NaN when the
   * change is no safe integer.
   */
  private add(i: number, delta: number): number {
    const { words } = this;
    const sum = (words[i]! >>> 0) + delta;
    if (sum === sum >>> 0) {
      words[i] = sum;
      return 0;
    }
    if (!Number.isSafeInteger(delta)) return Number.NaN;
    const high = Math.floor(delta / TWO_32);
    let low = (words[i]! >>> 0) + (delta - high * TWO_32);
    let top = words[i | 1]! + high;
    if (low >= TWO_32) {
      low -= TWO_32;
      top += 1;
    }
    words[i] = low;
    words[i | 1] = top;
    return top;
  }

  private checkRange(top: number, slot: number): void {
    const account = this.index.accounts[slot]!;
    assert(!Number.isNaN(top), 'a balance changes by no whole number of units');
    assert(
      top >= -TOP_MAX - 1 && top <= TOP_MAX,
      `account ${account}, asset ${this.index.numbers[slot]}: balance leaves 64 bits`,
    );
    assert(
      top >= 0 || mayBeNegative(account),
      `INV-02: account ${account}, asset ${this.index.numbers[slot]} would be below zero`,
    );
  }

  private grow(): void {
    const i32 = new Int32Array(this.words.length * 2);
    i32.set(this.words);
    this.words = i32;
    this.i64 = new BigInt64Array(i32.buffer);
  }
}
