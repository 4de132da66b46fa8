/** The core and the slow exchange side by side on the same commands. */
import { Core } from '@halcyon/core';
import type { Command, Event, Outcome } from '@halcyon/domain';
import { EventKind } from '@halcyon/domain';
import { eventDifference, outcomeDifference, text } from './compare.ts';
import { checkInvariants } from './invariants.ts';
import { NaiveExchange } from './naive-exchange.ts';

/** Applies every command to both and stops at the first difference. */
export class Lockstep {
  readonly core = new Core();
  declare readonly naive: NaiveExchange;
  /** Refusals (and 0 = accepted) seen so far, by code. */
  readonly codes = new Map<number, number>();
  private readonly restedAt = new Map<number, number>();
  private readonly done = new Set<number>();
  private rank = 0;

  constructor(naive: NaiveExchange = new NaiveExchange()) {
    this.naive = naive;
  }

  /**
   * One command. Returns what the core said happened.
   * @throws Error with the command and the difference when the two disagree
   */
  step(command: Command): readonly Event[] {
    const predicted = this.naive.apply(command);
    const outcome: Outcome = this.core.apply(command);
    const { log } = this.core.state;
    const events = log.decode();
    log.reset();
    const difference =
      outcomeDifference(predicted, outcome) ?? eventDifference(this.naive.events, events);
    if (difference !== null) throw new Error(`${text(command)}: ${difference}`);
    this.codes.set(outcome.code, (this.codes.get(outcome.code) ?? 0) + 1);
    for (const event of events) this.note(event);
    return events;
  }

  /** The whole state against the invariants, and every balance against the auditor's. */
  check(): void {
    const { state } = this.core;
    checkInvariants(state, this.restedAt);
    const { index } = state.ledger;
    for (let slot = 0; slot < index.count; slot++) {
      const own = this.naive.ledger.of(index.accounts[slot]!, index.numbers[slot]!);
      const same =
        own.available === state.ledger.available(slot) && own.held === state.ledger.held(slot);
      if (!same) throw new Error(`account ${index.accounts[slot]}: the auditor's balance differs`);
    }
  }

  /** What each single event must satisfy: INV-06 (ended stays ended), INV-07 and INV-08. */
  private note(event: Event): void {
    if (event.kind === EventKind.orderRested) {
      this.rank += 1;
      this.restedAt.set(event.order, this.rank);
    } else if (event.kind === EventKind.orderDone) {
      if (this.done.has(event.order)) throw new Error(`INV-06: order ${event.order} ended twice`);
      this.done.add(event.order);
      this.restedAt.delete(event.order);
    } else if (event.kind === EventKind.trade) {
      const ended = this.done.has(event.makerOrder) || this.done.has(event.takerOrder);
      if (ended) throw new Error(`INV-06: trade ${event.trade} of an order that has ended`);
    }
  }
}
