/** The core and the slow futures exchange side by side on the same commands. */
import { Core } from '@halcyon/core';
import { type Command, type Event, EventKind } from '@halcyon/domain';
import { eventDifference, outcomeDifference, text } from './compare.ts';
import { checkInvariants } from './invariants.ts';
import { NaiveFutures } from './naive-futures/exchange.ts';

/** What must come in the same order; what follows from it in its own time is compared as a set. */
const ORDERED: ReadonlySet<EventKind> = new Set<EventKind>([
  EventKind.contractTrade,
  EventKind.fundingSet,
  EventKind.liquidation,
  EventKind.marks,
  EventKind.orderOpened,
  EventKind.orderRested,
  EventKind.contractAccountSet,
]);
const ANY_ORDER: ReadonlySet<EventKind> = new Set<EventKind>([
  EventKind.orderDone,
  EventKind.orderAmended,
  EventKind.selfTradePrevented,
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
      this.prices();
    if (difference !== null) throw new Error(`${text(command)}: ${difference}`);
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

  private balances(): string | null {
    const { ledger } = this.core.state;
    const { index } = ledger;
    for (let slot = 0; slot < index.count; slot++) {
      const account = index.accounts[slot]!;
      const own = this.naive.balance(account, index.numbers[slot]!);
      const got = { available: ledger.available(slot), held: ledger.held(slot) };
      if (own.available === got.available && own.held === got.held) continue;
      return `balance of ${account}: expected ${text(own)}, got ${text(got)}`;
    }
    return null;
  }

  private positions(): string | null {
    const { positions } = this.core.state;
    for (let slot = 0; slot < positions.count; slot++) {
      const leg = positions.leg(slot);
      const contract = this.naive.markets[positions.instrument(slot)]!;
      const own = this.naive.position(positions.account(slot), contract, leg);
      const want = [own.lots, own.cost, own.margin];
      const got = [positions.lots(slot), positions.cost(slot), positions.margin(slot)];
      if (want.every((value, i) => Number(value) === got[i])) continue;
      const name = `position ${own.account}/${contract.instrument.id}/${leg}`;
      return `${name}: expected ${text(want)}, got ${text(got)}`;
    }
    return null;
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
