/**
 * Whose fees are which: the level that an owner has earned, what an operator gave beside it, and the
 * tier of the schedule that follows from both. A tier is a level with a discount of some per cent.
 */
import { assert } from './assert.ts';
import type { CommandKind, Stamped } from './command-kinds.ts';
import { EventKind, type Happened } from './event-kinds.ts';
import type { UserId } from './ids.ts';
import type { FeeTier } from './instruments.ts';
import { FEE_DISCOUNT_MAX, FEE_LEVELS_MAX } from './limits.ts';

/** What an operator may give. */
export const FeeGrantKind = {
  /** This level and no other. */
  fixed: 0,
  /** At least this level. */
  level: 1,
  /** Per cent off the fees. */
  discount: 2,
} as const;
export type FeeGrantKind = (typeof FeeGrantKind)[keyof typeof FeeGrantKind];

/** A level or a discount given to an owner. */
export interface FeeGrant {
  /** Dense from 1 over all owners. */
  readonly id: number;
  readonly kind: FeeGrantKind;
  /** Level, or per cent. */
  readonly value: number;
  /** Unix ms at which it ends; 0 = when it is taken back. */
  readonly until: number;
}

/** What an owner's fees follow from. */
export interface FeeStanding {
  /** Level that volume or assets are for. */
  readonly earned: number;
  readonly grants: readonly FeeGrant[];
}

/** The standing of who has earned and been given nothing. */
export const FIRST_STANDING: FeeStanding = { earned: 0, grants: [] };

/** How far the levels of a day have been worked out. */
export interface LevelDay {
  /** Days since 1970 of the last day whose volume counts; 0 = none yet. */
  readonly day: number;
  /** Owners up to this number are done. */
  readonly upTo: UserId;
  /** Whether all are. */
  readonly done: boolean;
}

/** An owner's new level and what it was worked out from. */
export interface LevelChange {
  readonly user: UserId;
  readonly level: number;
  /** JSON, see `LevelReceipt`; the core keeps it for the events as it is. */
  readonly receipt: string;
}

/** What a standing comes to. */
export interface FeeClaim {
  readonly level: number;
  /** Per cent. */
  readonly discount: number;
}

/** Gives owners the levels that they have earned on a day, in the order of their numbers. */
export interface LevelUsersCommand extends Stamped {
  kind: typeof CommandKind.levelUsers;
  day: number;
  upTo: UserId;
  done: boolean;
  users: readonly LevelChange[];
}

/** Gives an owner a level or a discount, or ends what was given. */
export interface GrantFeesCommand extends Stamped {
  kind: typeof CommandKind.grantFees;
  /** One that is no sub-account: all its accounts pay by it. */
  user: UserId;
  /** null = none is given. */
  grant: Omit<FeeGrant, 'id'> | null;
  /** The grant to end; 0 = none. */
  ends: number;
  actor: string;
  reason: string;
}

/** Owners have other levels; or the work of a day has come further. */
export interface LevelsEarnedEvent extends Happened, LevelDay {
  readonly kind: typeof EventKind.levelsEarned;
  readonly users: readonly LevelChange[];
}

/** An owner was given a level or a discount. */
export interface FeeGrantGivenEvent extends Happened {
  readonly kind: typeof EventKind.feeGrantGiven;
  readonly user: UserId;
  readonly grant: FeeGrant;
  readonly actor: string;
  readonly reason: string;
}

/** It ended: its time came, it was taken back, or another came in its place. */
export interface FeeGrantEndedEvent extends Happened {
  readonly kind: typeof EventKind.feeGrantEnded;
  readonly user: UserId;
  readonly grant: FeeGrant;
  readonly actor: string;
  readonly reason: string;
}

/** Level and discount that a standing comes to. */
export function claimOf({ earned, grants }: FeeStanding): FeeClaim {
  const valuesOf = (kind: FeeGrantKind) =>
    grants.filter((grant) => grant.kind === kind).map(({ value }) => value);
  const [fixed] = valuesOf(FeeGrantKind.fixed);
  const level = fixed ?? Math.max(earned, ...valuesOf(FeeGrantKind.level));
  return { level, discount: Math.max(0, ...valuesOf(FeeGrantKind.discount)) };
}

/** Rates by level, and the discounts that there are, per cent. */
export interface FeeSchedule {
  readonly tiers: readonly FeeTier[];
  readonly discounts: readonly number[];
}

/** The schedule that the rules begin with. */
export const FIRST_FEES: FeeSchedule = {
  tiers: [{ makerPpm: 1_000, takerPpm: 1_000 }],
  discounts: [],
};

/** The tier of a level with a discount, -1 = the schedule has no such. */
export function feeTierOf(
  { tiers, discounts }: FeeSchedule,
  { level, discount }: FeeClaim,
): number {
  const step = discount === 0 ? 0 : discounts.indexOf(discount) + 1;
  if (tiers[level] === undefined || (discount > 0 && step === 0)) return -1;
  return step * FEE_LEVELS_MAX + level;
}

/** Level of a tier. */
export function levelOf(tier: number): number {
  return tier % FEE_LEVELS_MAX;
}

/** Per cent that a tier pays less than its level. */
export function discountOf({ discounts }: FeeSchedule, tier: number): number {
  return discounts[Math.floor(tier / FEE_LEVELS_MAX) - 1] ?? 0;
}

/** Whether a schedule has a tier. */
export function hasTier({ tiers, discounts }: FeeSchedule, tier: number): boolean {
  if (!Number.isInteger(tier) || tier < 0) return false;
  const step = Math.floor(tier / FEE_LEVELS_MAX);
  return step <= discounts.length && tiers[levelOf(tier)] !== undefined;
}

/** A rate with a discount, ppm, rounded down. */
export function discounted(ppm: number, discount: number): number {
  return Math.floor((ppm * (FEE_DISCOUNT_MAX - discount)) / FEE_DISCOUNT_MAX);
}

/** Rates of a maker and a taker, ppm. */
export interface FeeRates {
  readonly makerPpm: number;
  readonly takerPpm: number;
}

/** Rates of a tier in pairs, with a spot or a margin account. */
export function pairRates(fees: FeeSchedule, tier: number, margin: boolean): FeeRates {
  const level = fees.tiers[levelOf(tier)];
  assert(level !== undefined, 'a fee tier does not exist');
  const { makerPpm, takerPpm, marginMakerPpm = makerPpm, marginTakerPpm = takerPpm } = level;
  const discount = discountOf(fees, tier);
  return {
    makerPpm: discounted(margin ? marginMakerPpm : makerPpm, discount),
    takerPpm: discounted(margin ? marginTakerPpm : takerPpm, discount),
  };
}

/** Rates of a tier in a contract: its own, where the level has no lower ones. */
export function contractRates(fees: FeeSchedule, tier: number, terms: FeeRates): FeeRates {
  const level = fees.tiers[levelOf(tier)];
  const discount = discountOf(fees, tier);
  const { makerPpm, takerPpm } = terms;
  const maker = Math.min(makerPpm, level?.contractMakerPpm ?? makerPpm);
  const taker = Math.min(takerPpm, level?.contractTakerPpm ?? takerPpm);
  return { makerPpm: discounted(maker, discount), takerPpm: discounted(taker, discount) };
}

/** What the rate of a fill follows from beside the schedule. */
export interface FillFeeBasis {
  readonly tier: number;
  /** Of a contract, its own rates; null = a pair. */
  readonly contract: FeeRates | null;
  /** Whether its account is one of margin. */
  readonly isMargin: boolean;
  readonly isTaker: boolean;
}

/** The rate of a fill, ppm. */
export function fillPpm(
  fees: FeeSchedule,
  { tier, contract, isMargin: margin, isTaker }: FillFeeBasis,
): number {
  const rates =
    contract === null ? pairRates(fees, tier, margin) : contractRates(fees, tier, contract);
  return isTaker ? rates.takerPpm : rates.makerPpm;
}

/** A standing with a grant more; a level that is fixed takes the place of one fixed before. */
export function withGrant(
  { earned, grants }: FeeStanding,
  grant: FeeGrant,
): { readonly standing: FeeStanding; readonly ended: readonly FeeGrant[] } {
  const replaces = (old: FeeGrant) =>
    grant.kind === FeeGrantKind.fixed && old.kind === FeeGrantKind.fixed;
  const kept = grants.filter((old) => !replaces(old));
  return { standing: { earned, grants: [...kept, grant] }, ended: grants.filter(replaces) };
}

/** The standing after one of its grants ended. */
export function withoutGrant({ earned, grants }: FeeStanding, id: number): FeeStanding {
  return { earned, grants: grants.filter((grant) => grant.id !== id) };
}

/** Standings of all owners; the core's and the views' are the same. */
export class FeeStandings {
  day: LevelDay = { day: 0, upTo: 0, done: true };
  nextGrant = 1;
  private readonly byUser = new Map<UserId, FeeStanding>();

  /** Whether a day was worked out or something given. */
  get used(): boolean {
    return this.day.day > 0 || this.nextGrant > 1;
  }

  of(user: UserId): FeeStanding {
    return this.byUser.get(user) ?? FIRST_STANDING;
  }

  set(user: UserId, standing: FeeStanding): void {
    const first = standing.earned === 0 && standing.grants.length === 0;
    if (first) this.byUser.delete(user);
    else this.byUser.set(user, standing);
  }

  /** Grants whose time is over. */
  over(now: number): (readonly [user: UserId, grant: FeeGrant])[] {
    const found: (readonly [user: UserId, grant: FeeGrant])[] = [];
    for (const [user, { grants }] of this.byUser) {
      for (const grant of grants) {
        if (grant.until !== 0 && grant.until <= now) found.push([user, grant]);
      }
    }
    return found;
  }

  /** All that have something, by number. */
  entries(): (readonly [user: UserId, standing: FeeStanding])[] {
    return [...this.byUser].sort(([a], [b]) => a - b);
  }

  image(): FeeStandingsImage {
    const { day, nextGrant } = this;
    return { day, nextGrant, standings: this.entries() };
  }

  restore({ day, nextGrant, standings }: FeeStandingsImage): void {
    this.day = day;
    this.nextGrant = nextGrant;
    for (const [user, standing] of standings) this.set(user, standing);
  }
}

/** Brings standings up to what an event says. */
export function applyFeeEvent(
  standings: FeeStandings,
  event: LevelsEarnedEvent | FeeGrantGivenEvent | FeeGrantEndedEvent,
): void {
  if ('users' in event) {
    const { day, upTo, done } = event;
    standings.day = { day, upTo, done };
    for (const { user, level } of event.users) {
      standings.set(user, { ...standings.of(user), earned: level });
    }
    return;
  }
  const { user, grant } = event;
  const without = withoutGrant(standings.of(user), grant.id);
  standings.nextGrant = Math.max(standings.nextGrant, grant.id + 1);
  if (event.kind === EventKind.feeGrantEnded) standings.set(user, without);
  else standings.set(user, { ...without, grants: [...without.grants, grant] });
}

/** Standings as a snapshot has them. */
export interface FeeStandingsImage {
  readonly day: LevelDay;
  readonly nextGrant: number;
  readonly standings: readonly (readonly [user: UserId, standing: FeeStanding])[];
}
