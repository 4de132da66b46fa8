/**
 * The counterfactual run: a live flow, the clean paper venue that follows it, and trials beside both:
 * the same order placed on paper, and live by a real account on a copy of the live venue that is fed
 * the same raw commands. truth-trial.ts compares; what is traded comes from a `TruthMarket`.
 */
import { Core, restoreCore, snapshotCore } from '@halcyon/core';
import {
  type Command,
  type CommandInput,
  CommandKind,
  type Event,
  parseWireId,
} from '@halcyon/domain';
import { FollowedCore } from '@halcyon/engine';
import { LiveTranslator } from '@halcyon/flow';
import type { TestRandom } from '../core/random.ts';
import { type End, emptyReport, stampAndApply, Trial } from './truth-trial.ts';

/** Changes what the paper venue is told: a deliberate fault, to see that the comparison sees it. */
export type InjectedFault = (inputs: CommandInput[], turn: number) => CommandInput[];

/** A stream of live commands. */
interface LiveFlow {
  readonly random: TestRandom;
  opening(): readonly Command[];
  next(): Command;
  learn(events: readonly Event[]): void;
}

/** What the trader under comparison does, and among whom. */
export interface TruthMarket {
  readonly flow: LiveFlow;
  /** Gives the live users what they need for a long run. */
  fundUsers(live: Core, time: number): void;
  /** Opens the trader; returns its account. */
  openTrader(core: Core, time: number): number;
  /** What the trader does first; then orders come. */
  prelude(live: Core): readonly CommandInput[];
  /** The order of a trial. */
  draw(live: Core): CommandInput;
  /** What the trader does between live commands, null = nothing. */
  meanwhile(trial: Trial, live: Core): CommandInput | null;
}

const WARM_UP = 500;

/**
 * Client ids are kept for a day and make copies slow: one in eight is enough. The number of a plan is
 * another plan's in the other world.
 */
function withFewClientIds(input: CommandInput): CommandInput {
  if (!('clientId' in input)) return input;
  const kept = parseWireId(input.clientId) === null && Number(input.clientId.slice(1)) % 8 === 0;
  if (kept) return input;
  return { ...input, clientId: '' };
}

/** A run of trials over one live flow. */
export class Truth {
  readonly report = emptyReport();
  private readonly market: TruthMarket;
  private readonly live = new FollowedCore(new Core());
  private readonly translator = new LiveTranslator(this.live, 0);
  private readonly clean = new Core();
  private readonly liveTrader: number;
  private readonly paperTrader: number;
  private readonly fault: InjectedFault | null;
  private time = 0;
  private turn = 0;

  constructor(market: TruthMarket, fault: InjectedFault | null = null) {
    this.fault = fault;
    this.market = market;
    for (const command of market.flow.opening()) this.open(command);
    const { core } = this.live;
    market.fundUsers(core, this.time);
    this.liveTrader = market.openTrader(core, this.time);
    this.paperTrader = market.openTrader(this.clean, this.time);
    for (let i = 0; i < WARM_UP; i++) this.advance(null);
  }

  /** Places one random order in both worlds and follows it for up to `window` live commands. */
  trial(window: number): void {
    const { random } = this.market.flow;
    const { report } = this;
    // A trial that ends at once is not begun again in the same place.
    this.advance(null);
    const start = snapshotCore(this.live.core);
    const trial = new Trial(
      { core: restoreCore(start), account: this.liveTrader, start },
      { core: restoreCore(snapshotCore(this.clean)), account: this.paperTrader },
      report,
    );
    let end: End | null = null;
    const act = (input: CommandInput): void => {
      if (end === null) end = trial.act(input, this.time);
    };
    for (const input of this.market.prelude(this.live.core)) act(input);
    act(this.market.draw(this.live.core));
    // An open position is watched for longer: much may become of it.
    for (let i = 0; i < (trial.atRisk ? 6 * window : window) && end === null; i++) {
      end = this.advance(trial);
      if (end === null && random.chance(0.06)) end = trial.change(random, this.time);
      const more = end === null ? this.market.meanwhile(trial, this.live.core) : null;
      if (more !== null) act(more);
    }
    report.ends[end ?? 'window'] += 1;
  }

  /** A command that sets the exchange up: paper hears what it hears of a running one. */
  private open({ seq: _s, time, ...input }: Command): void {
    this.time = time;
    const { live } = this;
    const seq = live.core.state.seq + 1;
    const events = live.apply({ ...input, seq, time } as Command);
    if (input.kind === CommandKind.setRules) stampAndApply(this.clean, input, time);
    for (const each of this.translator.translate(seq, time, events)) {
      stampAndApply(this.clean, each, time);
    }
  }

  /** One live command; says why the trial is over, null when it goes on. */
  private advance(trial: Trial | null): End | null {
    const { live } = this;
    const { flow } = this.market;
    const { seq: _s, time, ...drawn } = flow.next();
    const input = withFewClientIds(drawn);
    this.time = time;
    this.turn += 1;
    const command = { ...input, seq: live.core.state.seq + 1, time } as Command;
    const events = live.apply(command);
    const answer = { ...live.core.outcome };
    flow.learn(this.withoutTrader(events));
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
