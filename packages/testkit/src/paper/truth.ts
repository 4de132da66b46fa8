/**
 * The counterfactual run: a live flow, the clean paper venue that follows it, and trials beside both:
 * the same order placed on paper, and live by a real account on a copy of the live venue that is fed
 * the same raw commands. truth-trial.ts compares.
 */
import { Core, restoreCore, snapshotCore } from '@halcyon/core';
import { type Command, type CommandInput, CommandKind, type Event } from '@halcyon/domain';
import { FollowedCore } from '@halcyon/engine';
import { LiveTranslator } from '@halcyon/flow';
import { CommandGenerator, type Weights } from '../core/generator.ts';
import { drawOrder } from './paper-orders.ts';
import { type End, stampAndApply, Trial, type TruthReport } from './truth-trial.ts';

/** Changes what the paper venue is told: a deliberate fault, to see that the comparison sees it. */
export type Fault = (inputs: CommandInput[], turn: number) => CommandInput[];

const FUNDS: readonly bigint[] = [10n ** 12n, 10n ** 15n, 10n ** 12n];
const INSTRUMENTS = 2;
const WARM_UP = 500;

const LISTING: ReadonlySet<number> = new Set([
  CommandKind.setRules,
  CommandKind.listAsset,
  CommandKind.listInstrument,
  CommandKind.setFeeSchedule,
]);

/** Opens a user with more money than its orders need; returns its account. */
function openTrader(core: Core, time: number): number {
  const [{ id }] = stampAndApply(core, { kind: CommandKind.openUser, simulated: false }, time);
  fund(core, id * 8, time);
  return id * 8;
}

function fund(core: Core, account: number, time: number): void {
  const by = { actor: 'test', reason: 'funds', reference: '' };
  for (const [asset, amount] of FUNDS.entries()) {
    const kind = CommandKind.deposit;
    stampAndApply(core, { kind, account, from: 0, asset, amount, ...by }, time);
  }
}

/** Client ids are kept for a day and make copies slow: one in eight is enough. */
function withFewClientIds(input: CommandInput): CommandInput {
  if (!('clientId' in input) || Number(input.clientId.slice(1)) % 8 === 0) return input;
  return { ...input, clientId: '' };
}

/** A run of trials over one live flow. */
export class Truth {
  readonly report: TruthReport = {
    orders: 0,
    accepted: 0,
    takerFills: 0,
    makerFills: 0,
    plansFired: 0,
    booksCompared: 0,
    ends: { window: 0, footprint: 0, answer: 0, together: 0, paused: 0 },
  };
  private readonly generator: CommandGenerator;
  private readonly live = new FollowedCore(new Core());
  private readonly translator = new LiveTranslator(this.live, INSTRUMENTS);
  private readonly clean = new Core();
  private readonly liveTrader: number;
  private readonly paperTrader: number;
  private readonly fault: Fault | null;
  private time = 0;
  private turn = 0;

  constructor(seed: number, weights: Weights, fault: Fault | null = null) {
    this.fault = fault;
    this.generator = new CommandGenerator(seed, weights);
    for (const { seq: _s, time, ...input } of this.generator.opening()) {
      this.time = time;
      stampAndApply(this.live.core, input, time);
      if (LISTING.has(input.kind)) stampAndApply(this.clean, input, time);
    }
    const { users } = this.live.core.state;
    for (let user = 16; user < users.count; user++) fund(this.live.core, user * 8, this.time);
    // The generator's operator changes the first number after its users: the trader is the second.
    stampAndApply(this.live.core, { kind: CommandKind.openUser, simulated: false }, this.time);
    this.liveTrader = openTrader(this.live.core, this.time);
    this.paperTrader = openTrader(this.clean, this.time);
    for (let i = 0; i < WARM_UP; i++) this.advance(null);
  }

  /** Places one random order in both worlds and follows it for up to `window` live commands. */
  trial(window: number): void {
    const { random } = this.generator;
    const { report } = this;
    const trial = new Trial(
      { core: restoreCore(snapshotCore(this.live.core)), account: this.liveTrader },
      { core: restoreCore(snapshotCore(this.clean)), account: this.paperTrader },
      report,
    );
    report.orders += 1;
    const order = drawOrder(random, this.live.core.state, random.int(0, INSTRUMENTS - 1));
    let end = trial.act(order, this.time);
    for (let i = 0; i < window && end === null; i++) {
      end = this.advance(trial);
      if (end === null && random.chance(0.06)) end = trial.change(random, this.time);
    }
    report.ends[end ?? 'window'] += 1;
  }

  /** One live command; says why the trial is over, null when it goes on. */
  private advance(trial: Trial | null): End | null {
    const { generator, live } = this;
    const { seq: _s, time, ...drawn } = generator.next();
    const input = withFewClientIds(drawn);
    this.time = time;
    this.turn += 1;
    const command = { ...input, seq: live.core.state.seq + 1, time } as Command;
    const events = live.apply(command);
    const answer = { ...live.core.outcome };
    generator.learn(this.withoutTrader(events));
    const told = this.translator.translate(command.seq, time, events);
    for (const each of told) stampAndApply(this.clean, each, time);
    if (trial === null) return null;
    const heard = this.fault === null ? told : this.fault(structuredClone(told), this.turn);
    return trial.follow({ input, time, events, answer }, heard);
  }

  private withoutTrader(events: Event[]): Event[] {
    return events.filter((event) => !('account' in event) || event.account !== this.liveTrader);
  }
}
