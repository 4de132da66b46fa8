/**
 * Users: one 32-byte record each, so that what an order needs of its user is in one place: lane 0
 * counts the orders ended, word 2 packs fee tier, simulated or not, in a family or not, a copy portfolio or not and
 * the number of resting orders, words 3-6 are the seat used last, where it is and its two balances, which spares
 * most look-ups; word 7 is the slot of the futures account, + 1.
 */
import { FIRST_USER_ID, assert as importedAssert, type Side, UserMode } from '@halcyon/domain';
import { lineLanes, wordsOf } from '../memory/cache-lines.ts';

/** Shift from a user to the first word of its record. */
export const USER_WORD_SHIFT = 3;
/** Word numbers; `lastAt` is kind of the account and instrument of the last seat, 0 = there is none yet. */
export const UserWord = {
  packed: 2,
  lastSeat: 3,
  lastAt: 4,
  lastBase: 5,
  lastQuote: 6,
  futures: 7,
} as const;

// What the hot code reads and calls: own constants, because the compiler cannot fold exported ones.
const assert: typeof importedAssert = importedAssert;
const LANES = 4;
const LANE_SHIFT = 2;
const WORD_SHIFT: typeof USER_WORD_SHIFT = 3;
const PACKED: typeof UserWord.packed = 2;
const LAST_SEAT: typeof UserWord.lastSeat = 3;
const LAST_AT: typeof UserWord.lastAt = 4;
const LAST_BASE: typeof UserWord.lastBase = 5;
const LAST_QUOTE: typeof UserWord.lastQuote = 6;
const FUTURES: typeof UserWord.futures = 7;
const TIER_MASK = 0xff;
const SIMULATED = 1 << 8;
const IN_FAMILY = 1 << 9;
const PORTFOLIO = 1 << 10;
const RESTING_SHIFT = 11;
const BUY: typeof Side.buy = 0;
const INITIAL = 64;

/** All users; ids are dense, the first FIRST_USER_ID are the exchange itself. */
export class Users {
  /** Users there are, the exchange's own ids included. */
  count = FIRST_USER_ID;
  private f64 = lineLanes(INITIAL * LANES);
  i32 = wordsOf(this.f64);
  /** A root and its sub-accounts, by each of them; the root comes first. */
  private readonly families = new Map<number, Set<number>>();
  /** Of roots that are not open. */
  private readonly notOpen = new Map<number, UserMode>();

  /** Opens the next user in the lowest tier; returns the id. */
  add(simulated: boolean): number {
    const user = this.count;
    this.count += 1;
    if (this.count * LANES > this.f64.length) this.grow();
    this.i32[(user << WORD_SHIFT) | PACKED] = simulated ? SIMULATED : 0;
    return user;
  }

  /** Makes a user a sub-account of a root. */
  join(user: number, root: number): void {
    assert(user < this.count && root < this.count, 'a sub-account or its root does not exist');
    assert(user !== root && this.family(user) === null, 'a user has two roots');
    assert(this.rootOf(root) === root, 'a sub-account has a sub-account');
    const family = this.families.get(root) ?? new Set([root]);
    for (const member of [root, user]) {
      family.add(member);
      this.families.set(member, family);
      this.i32[(member << WORD_SHIFT) | PACKED]! |= IN_FAMILY;
    }
  }

  /** A root with its sub-accounts, asked for by any of them; null where a user stands alone. */
  family(user: number): ReadonlySet<number> | null {
    if ((this.i32[(user << WORD_SHIFT) | PACKED]! & IN_FAMILY) === 0) return null;
    return this.families.get(user)!;
  }

  /** Whose orders an account does not trade with under self-trade prevention. */
  own(account: number): { user: number; family: ReadonlySet<number> | null } {
    const user = account >>> 3;
    return { user, family: this.family(user) };
  }

  /** Whose sub-account a user is; of all others the user. */
  rootOf(user: number): number {
    const [root = user] = this.families.get(user) ?? [];
    return root;
  }

  /** Each sub-account with its root, by number. */
  roots(): (readonly [user: number, root: number])[] {
    return [...this.families.keys()]
      .map((user) => [user, this.rootOf(user)] as const)
      .filter(([user, root]) => user !== root)
      .sort(([a], [b]) => a - b);
  }

  /** Whether money may come to a user: that of its root. */
  mode(user: number): UserMode {
    return this.notOpen.get(this.rootOf(user)) ?? UserMode.open;
  }

  setMode(root: number, mode: UserMode): void {
    assert(root < this.count && this.rootOf(root) === root, 'a mode is set for what is no root');
    if (mode === UserMode.open) this.notOpen.delete(root);
    else this.notOpen.set(root, mode);
  }

  /** Roots that are not open with their modes, by number. */
  modes(): (readonly [root: number, mode: UserMode])[] {
    return [...this.notOpen].sort(([a], [b]) => a - b);
  }

  tier(user: number): number {
    return this.i32[(user << WORD_SHIFT) | PACKED]! & TIER_MASK;
  }

  setTier(user: number, tier: number): void {
    assert(user < this.count, 'a fee tier is set for a user that does not exist');
    assert(tier >= 0 && tier <= TIER_MASK, 'a fee tier is outside its range');
    const at = (user << WORD_SHIFT) | PACKED;
    this.i32[at] = (this.i32[at]! & ~TIER_MASK) | tier;
  }

  simulated(user: number): boolean {
    return (this.i32[(user << WORD_SHIFT) | PACKED]! & SIMULATED) !== 0;
  }

  /** Makes a user a copy portfolio, for good. */
  markPortfolio(user: number): void {
    assert(user >= FIRST_USER_ID && user < this.count, 'a portfolio is made of what is no user');
    this.i32[(user << WORD_SHIFT) | PACKED]! |= PORTFOLIO;
  }

  /** Whether a user is a copy portfolio, or was one; false for one that does not exist. */
  isPortfolio(user: number): boolean {
    if (!(user >= FIRST_USER_ID && user < this.count)) return false;
    return (this.i32[(user << WORD_SHIFT) | PACKED]! & PORTFOLIO) !== 0;
  }

  /** Orders the user has ended, ever; 0 for a user that does not exist. */
  endedCount(user: number): number {
    return user < this.count ? this.f64[user << LANE_SHIFT]! : 0;
  }

  /** Counts an ended order; returns the new number. */
  countEnded(user: number): number {
    const ended = this.f64[user << LANE_SHIFT]! + 1;
    this.f64[user << LANE_SHIFT] = ended;
    return ended;
  }

  /** Resting orders of the user. */
  restingCount(user: number): number {
    return this.i32[(user << WORD_SHIFT) | PACKED]! >> RESTING_SHIFT;
  }

  countResting(user: number, change: 1 | -1): void {
    const at = (user << WORD_SHIFT) | PACKED;
    this.i32[at] = this.i32[at]! + (change << RESTING_SHIFT);
  }

  /** The seat of an account in an instrument if its user used that one last, else -1. */
  lastSeat(account: number, instrument: number): number {
    const at = (account >>> 3) << WORD_SHIFT;
    return this.i32[at | LAST_AT] === lastAt(account, instrument) ? this.i32[at | LAST_SEAT]! : -1;
  }

  /** Slot of the balance that orders of a side at the last seat are paid from. */
  lastBalance(user: number, side: Side): number {
    return this.i32[(user << WORD_SHIFT) + (side === BUY ? LAST_QUOTE : LAST_BASE)]!;
  }

  /** Slot of the user's futures account among the accounts at risk, -1 = none. */
  futuresAccount(user: number): number {
    return this.i32[(user << WORD_SHIFT) | FUTURES]! - 1;
  }

  setFuturesAccount(user: number, slot: number): void {
    assert(this.futuresAccount(user) === -1, 'a user has two futures accounts');
    this.i32[(user << WORD_SHIFT) | FUTURES] = slot + 1;
  }

  /** Notes the seat used now. @param base @param quote slots of its balances */
  useSeat(account: number, instrument: number, seat: number, base: number, quote: number): void {
    const at = (account >>> 3) << WORD_SHIFT;
    assert(account >>> 3 < this.count, 'a seat is taken for a user that does not exist');
    assert(base !== quote, 'the two balances of a seat are one');
    this.i32[at | LAST_SEAT] = seat;
    this.i32[at | LAST_AT] = lastAt(account, instrument);
    this.i32[at | LAST_BASE] = base;
    this.i32[at | LAST_QUOTE] = quote;
  }

  /** Sets a user's facts when a snapshot is loaded. */
  restore(user: number, tier: number, simulated: boolean, ended: number): void {
    assert(user < this.count, 'a snapshot has facts of a user that does not exist');
    while (this.count * LANES > this.f64.length) this.grow();
    this.i32[(user << WORD_SHIFT) | PACKED] = tier | (simulated ? SIMULATED : 0);
    this.f64[user << LANE_SHIFT] = ended;
  }

  private grow(): void {
    const f64 = lineLanes(this.f64.length * 2);
    f64.set(this.f64);
    this.f64 = f64;
    this.i32 = wordsOf(f64);
  }
}

const lastAt = (account: number, instrument: number): number => {
  return ((instrument << 3) | (account & 7)) + 1;
};
