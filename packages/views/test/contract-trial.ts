/** A core under random futures commands, and two views of it. */
import { Core } from '@halcyon/core';
import {
  type Command,
  type ContractTradeEvent,
  type Event,
  EventKind,
  type FundingSetEvent,
  type MarksEvent,
} from '@halcyon/domain';
import { FuturesGenerator } from '../../testkit/src/core/futures-generator.ts';
import { Views } from '../src/index.ts';

/** Instruments of the generator: a spot pair with the symbol of the first of three contracts. */
export const CONTRACTS = [1, 2, 3];
export const SETTLE = 1;

/** One of the views is told events, the other is shown the log. */
export class ContractTrial {
  readonly core = new Core();
  readonly generator: FuturesGenerator;
  views = new Views();
  rows = new Views();
  readonly kinds = new Set<number>();
  readonly fills: ContractTradeEvent[] = [];
  readonly marks: MarksEvent[] = [];
  readonly fundings: FundingSetEvent[] = [];

  constructor(seed: number) {
    this.generator = new FuturesGenerator(seed);
    for (const command of this.generator.opening()) this.core.apply(command);
    this.take();
  }

  take(): Event[] {
    const { state } = this.core;
    const { log, time } = state;
    const range = { firstSeq: this.views.seq + 1, lastSeq: state.seq, time };
    this.rows.replay({ ...range, log });
    const events = log.decode();
    log.reset();
    this.views.apply({ ...range, events });
    this.generator.learn(events);
    for (const event of events) {
      this.kinds.add(event.kind);
      if (event.kind === EventKind.contractTrade) this.fills.push(event);
      else if (event.kind === EventKind.marks) this.marks.push(event);
      else if (event.kind === EventKind.fundingSet) this.fundings.push(event);
    }
    return events;
  }

  /** The events of one command; `before` is called with it when the views are at what it finds. */
  one(before: (command: Command) => void): Event[] {
    const command = this.generator.next();
    before(command);
    this.core.apply(command);
    return this.take();
  }

  step(commands: number): void {
    for (let i = 0; i < commands; i++) this.core.apply(this.generator.next());
    this.take();
  }

  /** Accounts at risk, as the core numbers them. */
  accounts(): { risk: number; account: number }[] {
    const { riskAccounts } = this.core.state;
    return Array.from({ length: riskAccounts.count }, (_, risk) => ({
      risk,
      account: riskAccounts.account(risk),
    }));
  }
}
