/** The core and the slow futures exchange side by side on the same commands. */
import { Core, PositionFlag, PositionLane } from '@halcyon/core';
import { type Command, type Event, EventKind, isTrailing } from '@halcyon/domain';
import { eventDifference, outcomeDifference, text } from './compare.ts';
import { checkInvariants } from './invariants.ts';
import { NaiveFutures } from './naive-futures/exchange.ts';
import { checkSums } from './naive-futures/sums.ts';

/** What must come in the same order; what follows from it in its own time is compared as a set. */
const ORDERED: ReadonlySet<EventKind> = new Set<EventKind>([
  EventKind.contractTrade,
  EventKind.fundingSet,
  EventKind.liquidation,
  EventKind.marginCall,
  EventKind.marks,
  EventKind.orderOpened,
  EventKind.orderRefused,
  EventKind.orderRested,
  EventKind.contractAccountSet,
  EventKind.planOpened,
  EventKind.planAmended,
]);
const ANY_ORDER: ReadonlySet<EventKind> = new Set<EventKind>([
  EventKind.orderDone,
  EventKind.orderAmended,
  EventKind.selfTradePrevented,
  EventKind.planEnded,
]);

/** Applies every command to both and stops at the first difference. */
export class FuturesLockstep {
  core = new Core();
  readonly naive = new NaiveFutures();
  /** Events and refusals seen, to show that a run was not tame. */
  readonly seen = new Map<string, number>();

  /**
   * One command. Returns what the core said happened.
   * @throws Error with the command and the difference when the two disagree
   */
  step(command: Command): readonly Event[] {
    const predicted = this.naive.apply(command);
    const outcome = this.core.apply(command);
    const { log } = this.core.state;
    const events = log.decode();
    log.reset();
    const difference =
      outcomeDifference(predicted, outcome) ??
      eventDifference(inOrder(this.naive.events), inOrder(events)) ??
      eventDifference(sorted(this.naive.events), sorted(events)) ??
      this.balances() ??
      this.positions() ??
      this.plans() ??
      this.prices();
    if (difference !== null) throw new Error(`${text(command)}: ${difference}`);
    checkSums(this.naive);
    this.note(`code ${outcome.code}`);
    for (const event of events) this.note(`event ${event.kind}`);
    return events;
  }

  /** The core's state against the invariants that need no second exchange. */
  check(): void {
    checkInvariants(this.core.state);
  }

  private note(what: string): void {
    this.seen.set(what, (this.seen.get(what) ?? 0) + 1);
  }

  /** What either has and the other does not is a difference, too. */
  private balances(): string | null {
    const { ledger } = this.core.state;
    const { index } = ledger;
    const got = new Map<string, unknown>();
    for (let slot = 0; slot < index.count; slot++) {
      const balance = { available: ledger.available(slot), held: ledger.held(slot) };
      got.set(`${index.accounts[slot]!}:${index.numbers[slot]!}`, balance);
    }
    return mapDifference('balance', { available: 0n, held: 0n }, this.naive.balances, got);
  }

  /** All that is open. */
  private positions(): string | null {
    const want = new Map<string, unknown>();
    for (const [key, own] of this.naive.positions) {
      const { lots, cost, margin, opened, profit, fees, funding } = own;
      const { leverage, isolated, auto } = own;
      const sums = [lots, cost, margin, profit, fees, funding].map(Number);
      if (lots !== 0n) want.set(key, [...sums, opened, leverage, isolated, auto]);
    }
    const { positions } = this.core.state;
    const { cost, margin, opened, profit, fees, funding } = PositionLane;
    const got = new Map<string, unknown>();
    for (let slot = 0; slot < positions.count; slot++) {
      const key = `${positions.account(slot)}/${positions.instrument(slot)}/${positions.leg(slot)}`;
      const lots = positions.lots(slot);
      const lanes = [cost, margin, profit, fees, funding, opened];
      const sums = lanes.map((lane) => positions.lane(slot, lane));
      const auto = (positions.flags(slot) & PositionFlag.autoMargin) !== 0;
      const settings = [positions.leverage(slot), positions.isolated(slot), auto];
      if (lots !== 0) got.set(key, [lots, ...sums, ...settings]);
    }
    return mapDifference('position', null, want, got);
  }

  /** Plans that wait, and how far trailing stops have followed. */
  private plans(): string | null {
    const want = new Map<string, unknown>();
    for (const { id, wish, active, extreme, sibling, upward } of this.naive.plans.plans.values()) {
      const { triggerPrice, price, quantity, planType } = wish;
      const trails = isTrailing(planType) ? [active, extreme] : [];
      want.set(`${id}`, [triggerPrice, price, quantity, sibling, upward, ...trails]);
    }
    const got = new Map<string, unknown>();
    for (const plan of this.core.state.plans.values()) {
      const { id, triggerPrice, price, quantity, sibling, upward, active, extreme } = plan;
      const trails = isTrailing(plan.planType) ? [active, extreme] : [];
      got.set(`${id}`, [triggerPrice, price, quantity, sibling, upward, ...trails]);
    }
    return mapDifference('plan', null, want, got);
  }

  private prices(): string | null {
    for (const { instrument, contract } of this.core.state.markets) {
      if (contract === null) continue;
      const own = this.naive.markets[instrument.id]!;
      const want = [own.index, own.mark, own.rate, BigInt(own.due), this.naive.openInterest(own)];
      const { index, mark, fundingRate, fundingTime, openInterest } = contract;
      const got = [index, mark, fundingRate, fundingTime, openInterest];
      if (want.every((value, i) => Number(value) === got[i])) continue;
      return `prices of ${instrument.symbol}: expected ${text(want)}, got ${text(got)}`;
    }
    return null;
  }
}

function mapDifference(
  what: string,
  none: unknown,
  want: ReadonlyMap<string, unknown>,
  got: ReadonlyMap<string, unknown>,
): string | null {
  for (const key of new Set([...want.keys(), ...got.keys()])) {
    const expected = text(want.get(key) ?? none);
    const actual = text(got.get(key) ?? none);
    if (expected !== actual) return `${what} ${key}: expected ${expected}, got ${actual}`;
  }
  return null;
}

function inOrder(events: readonly Event[]): Event[] {
  return events.filter(({ kind }) => ORDERED.has(kind));
}

function sorted(events: readonly Event[]): Event[] {
  const some = events.filter(({ kind }) => ANY_ORDER.has(kind));
  return some.sort((a, b) => (text(keyed(a)) < text(keyed(b)) ? -1 : 1));
}

/** The fields of an event in one order, to sort by. */
function keyed(event: Event): unknown[] {
  return Object.entries(event).sort(([a], [b]) => (a < b ? -1 : 1));
}
