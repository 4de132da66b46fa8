/**
 * Which market the paper venue follows. The settings say so at the start, an operator's command later;
 * both are journaled before anything of the new market is. What live lists is followed always.
 */
import { type Core, restingOrders } from '@halcyon/core';
import {
  type CommandInput,
  CommandKind,
  type FlowChoice,
  flowChoice,
  flowDetail,
  instrumentKey,
  isGhostOrder,
  PART_OK,
  type PartReport,
  Product,
  type RecordedChoice,
  type Side,
  type UpstreamChoice,
} from '@halcyon/domain';
import type { PaperFollowed } from '@halcyon/domain/web';
import type { JournalPlace } from '@halcyon/engine';
import {
  type FlowHost,
  type FlowInstrument,
  type FlowSource,
  openUpstream,
  RecordedSource,
  recordedFlow,
  type StandingGhost,
  type UpstreamInstrument,
  UpstreamSource,
} from '@halcyon/flow';
import type { VenueEngine } from '../exchange/open-exchange.ts';
import { LiveSource } from './live-source.ts';
import { SourceRunner } from './source-runner.ts';
import { submitInOrder } from './submit-in-order.ts';

type Flow = Core['state']['ghosts']['flow'];

/** Who has chosen what the settings say. */
const SETTINGS = 'settings';
/** Pings of an upstream in the time after which it would be stale. */
const PINGS = 3;
const CONNECT_FIRST_MS = 1_000;
const CONNECT_MAX_MS = 60_000;

/** What a runner needs. */
export interface FlowParts {
  readonly venue: VenueEngine;
  /** The live venue's journal and its last durable sequence. */
  readonly live: JournalPlace;
  readonly head: BigInt64Array<SharedArrayBuffer>;
  /** What the settings say. */
  readonly choice: FlowChoice;
  /** Resolves when readers have taken enough. */
  readonly backpressure: () => Promise<void>;
  readonly warn: (message: string) => void;
  readonly onFailure: (error: unknown) => void;
}

/** Who asks for a change, and why. */
export interface FlowActor {
  readonly actor: string;
  readonly reason: string;
}

/** What is to change. */
export interface FlowPaceChange {
  readonly paused?: boolean;
  /** Times the recorded speed. */
  readonly speed?: number;
}

/** What is followed, for the operator. */
export interface FlowStatus {
  readonly source: FlowChoice['source'];
  readonly detail: Readonly<Record<string, unknown>>;
  readonly chosenBy: string;
  readonly paused: boolean;
  readonly speed: number;
  /** Records played, commands followed or books compared. */
  readonly position: number;
  /** Of a recording: the time of its clock, ISO 8601; null = not begun. */
  readonly recordedTime: string | null;
  /** Symbols that take orders. */
  readonly open: readonly string[];
}

export class FlowRunner {
  /** Called when `seq` has grown. */
  onAdvance: () => void = () => {};
  private readonly parts: FlowParts;
  private follower: SourceRunner | null = null;
  private following: Promise<void> = Promise.resolve();
  private source: FlowSource | null = null;
  private stopped = new AbortController();
  private changes: Promise<unknown> = Promise.resolve();
  /** Whether the upstream could not be connected to, the last time. */
  private unreachable = false;
  /** Symbols of the upstream that is followed now; null = it is not known which it has. */
  private listed: readonly string[] | null = null;
  private told: { readonly flow: Flow; readonly followed: PaperFollowed };

  constructor(parts: FlowParts) {
    this.parts = parts;
    const { flow } = this;
    this.told = { flow, followed: followedOf(flow) };
  }

  /** Sequence of the live venue that has been followed. */
  get seq(): number {
    return this.follower?.seq ?? 0;
  }

  /** Brings the venue to what it follows, up to the present. */
  async catchUp(): Promise<void> {
    const { choice } = this.parts;
    const { source, detail, actor } = this.flow;
    const bySettings = actor === SETTINGS || actor === '';
    const differs = source !== choice.source || detail !== flowDetail(choice);
    if (bySettings && differs) await this.tell(choice, { actor: SETTINGS, reason: 'at the start' });
    await this.prepare();
  }

  /** Follows from now on. */
  run(): void {
    const { backpressure, onFailure } = this.parts;
    this.following = (this.follower?.run(backpressure) ?? Promise.resolve()).catch(onFailure);
    const choice = flowChoice(this.flow.source, this.flow.detail);
    if (choice.source === 'recorded') this.source = this.play(choice);
    if (choice.source === 'upstream') this.connect(choice, this.stopped.signal).catch(onFailure);
  }

  /** Stops following; what was submitted stays. */
  async stop(): Promise<void> {
    this.stopped.abort();
    this.follower?.stop();
    await this.source?.close();
    await this.following;
    this.source = null;
    this.listed = null;
  }

  /** Follows something else. @throws Error when it cannot be followed; then all is as before */
  follow(choice: FlowChoice, by: FlowActor, pace: FlowPaceChange = {}): Promise<FlowStatus> {
    return this.change(async () => {
      if (choice.source === 'recorded') await this.probe(choice);
      await this.stop();
      this.stopped = new AbortController();
      await this.tell(choice, by);
      if (Object.keys(pace).length > 0) await this.submit([this.paced(pace, by)]);
      await this.prepare();
      this.run();
    });
  }

  /** Follows what the settings say. */
  followSettings(reason: string): Promise<FlowStatus> {
    return this.follow(this.parts.choice, { actor: SETTINGS, reason });
  }

  /** Pauses a recording, lets it go on, or plays it at another speed. */
  setPace(pace: FlowPaceChange, by: FlowActor): Promise<FlowStatus> {
    return this.change(async () => {
      const source = this.recorded();
      await this.submit([this.paced(pace, by)]);
      const { paused, speedPercent } = this.flow;
      source.setPace({ paused, speed: speedPercent / 100 });
    });
  }

  /** Plays so many moments of a recording that is paused. */
  step(moments: number): Promise<FlowStatus> {
    return this.change(async () => {
      const source = this.recorded();
      if (!this.flow.paused) throw new Error('step: the recording is not paused');
      source.step(moments);
    });
  }

  /** What is followed, for everybody. */
  get followed(): PaperFollowed {
    const { flow } = this;
    if (this.told.flow !== flow) this.told = { flow, followed: followedOf(flow) };
    const { followed } = this.told;
    return followed.source === 'upstream' && this.listed !== null
      ? { ...followed, symbols: this.listed }
      : followed;
  }

  /** How what is followed is: an upstream may be away, or silent in part. */
  health(): PartReport {
    const choice = flowChoice(this.flow.source, this.flow.detail);
    if (choice.source !== 'upstream') return PART_OK;
    const { source } = this;
    if (!(source instanceof UpstreamSource)) {
      if (!this.unreachable) return { state: 'starting', detail: '' };
      return { state: 'degraded', detail: 'the upstream cannot be connected to; tried again' };
    }
    const { stale, starting } = source;
    if (stale.length === 0) return PART_OK;
    if (starting) return { state: 'starting', detail: '' };
    return { state: 'degraded', detail: `nothing is heard of ${stale.join(', ')}` };
  }

  status(): FlowStatus {
    const { source, detail, paused, speedPercent, actor } = this.flow;
    const { source: _, ...chosen } = flowChoice(source, detail);
    const { markets, ghosts } = this.core.state;
    const at = this.source instanceof RecordedSource ? this.source.timeMs : null;
    return {
      source,
      detail: { ...chosen },
      chosenBy: actor === '' ? SETTINGS : actor,
      paused,
      speed: speedPercent / 100,
      position: ghosts.liveSeq,
      recordedTime: at === null ? null : new Date(at).toISOString(),
      open: markets.filter(({ pause }) => pause === 0).map(({ instrument }) => instrument.symbol),
    };
  }

  private get core(): Core {
    return this.parts.venue.core;
  }

  private get flow(): Flow {
    return this.core.state.ghosts.flow;
  }

  /** One change after the other. */
  private async change(make: () => Promise<void>): Promise<FlowStatus> {
    const made = this.changes.then(make);
    this.changes = made.catch(() => {});
    await made;
    return this.status();
  }

  private paced({ paused, speed }: FlowPaceChange, by: FlowActor): CommandInput {
    const { flow } = this;
    return {
      kind: CommandKind.setPace,
      paused: paused ?? flow.paused,
      speedPercent: speed === undefined ? flow.speedPercent : Math.round(speed * 100),
      ...by,
    };
  }

  private async tell(choice: FlowChoice, by: FlowActor): Promise<void> {
    const { source } = choice;
    await this.submit([{ kind: CommandKind.follow, source, detail: flowDetail(choice), ...by }]);
  }

  private async submit(commands: readonly CommandInput[]): Promise<void> {
    const outcomes = await this.parts.venue.engine.submitAll(commands);
    const refused = outcomes.find(({ code }) => code !== 0);
    if (refused !== undefined) throw new Error(`the paper venue refused: code ${refused.code}`);
  }

  /** Live as far as it is followed, up to the present. */
  private async prepare(): Promise<void> {
    const { venue, live, head, backpressure } = this.parts;
    const ghosts = this.flow.source === 'live';
    const source = new LiveSource(live, this.core, Number(Atomics.load(head, 0)), ghosts);
    this.follower = new SourceRunner(venue.engine, source, head);
    this.follower.onAdvance = () => this.onAdvance();
    await this.follower.catchUp(backpressure);
  }

  private recorded(): RecordedSource {
    if (this.source instanceof RecordedSource) return this.source;
    throw new Error(`paper follows ${this.flow.source}: only a recording has a pace`);
  }

  private play(choice: RecordedChoice): RecordedSource {
    const { paused, speedPercent } = this.flow;
    const { liveSeq, lastOrder } = this.core.state.ghosts;
    return new RecordedSource({
      recording: choice,
      instrument: this.instrument(choice.symbol),
      position: { liveSeq, lastOrder },
      pace: { paused, speed: speedPercent / 100 },
      host: this.host(),
      now: Date.now,
    });
  }

  /** Reads the beginning. @throws Error naming file and line */
  private async probe(choice: RecordedChoice): Promise<void> {
    const instrument = this.instrument(choice.symbol);
    for await (const _moment of recordedFlow(choice, instrument, choice.fromMs)) return;
  }

  private instrument(symbol: string): FlowInstrument {
    const { marketByKey, markets } = this.core.state;
    const market = markets[marketByKey.get(instrumentKey(Product.spot, symbol)) ?? -1];
    if (market === undefined) throw new Error(`there is no instrument "${symbol}"`);
    return market.instrument;
  }

  private async connect(choice: UpstreamChoice, signal: AbortSignal): Promise<void> {
    const { exchange: name, staleMs } = choice;
    for (
      let pause = CONNECT_FIRST_MS;
      !signal.aborted;
      pause = Math.min(pause * 2, CONNECT_MAX_MS)
    ) {
      try {
        const exchange = await openUpstream(name, staleMs / PINGS);
        if (signal.aborted) return;
        const instruments = this.listedBy(exchange.symbols, choice);
        this.listed = instruments.map(({ symbol }) => symbol);
        const { ghosts } = this.core.state;
        const common = { position: ghosts, standing: this.standing(), host: this.host() };
        this.source = new UpstreamSource({
          exchange,
          instruments,
          ...common,
          staleMs,
          now: Date.now,
        });
        this.unreachable = false;
        return;
      } catch (error) {
        this.unreachable = true;
        this.parts.warn(`upstream: ${error instanceof Error ? error.message : String(error)}`);
      }
      await new Promise((resolve) => setTimeout(resolve, pause).unref());
    }
  }

  /** Instruments that are wanted and that the upstream has. @throws Error when there are none */
  private listedBy(symbols: ReadonlySet<string>, choice: UpstreamChoice): UpstreamInstrument[] {
    const { markets, assets } = this.core.state;
    // Of contracts neither index nor funding is known there: their feeds stay stale.
    const wanted = markets
      .filter(({ contract }) => contract === null)
      .map(({ instrument }) => {
        const { base, quote } = instrument;
        return { ...instrument, unified: `${assets[base]?.code}/${assets[quote]?.code}` };
      })
      .filter(({ symbol }) => choice.symbols.length === 0 || choice.symbols.includes(symbol));
    const found = wanted.filter(({ unified }) => symbols.has(unified));
    for (const symbol of choice.symbols) {
      if (found.some((instrument) => instrument.symbol === symbol)) continue;
      this.parts.warn(`upstream: ${symbol} is not listed here and by ${choice.exchange}`);
    }
    if (found.length > 0) return found;
    throw new Error(`${choice.exchange} lists none of the instruments to follow`);
  }

  private standing(): StandingGhost[] {
    const ghosts: StandingGhost[] = [];
    for (const { id, instrument, price, remaining, flags } of restingOrders(this.core.state)) {
      if (!isGhostOrder(id)) continue;
      const side = (flags & 1) as Side;
      ghosts.push({
        order: this.core.state.ghosts.orderOf(id),
        instrument,
        side,
        price,
        remaining,
      });
    }
    return ghosts;
  }

  private host(): FlowHost {
    const { venue, backpressure, warn } = this.parts;
    const { signal } = this.stopped;
    return {
      submit: async (commands) => {
        await backpressure();
        await submitInOrder(venue.engine, commands, () => signal.aborted);
      },
      warn,
    };
  }
}

/** Neither files nor addresses, which are the operator's. */
function followedOf({ source, detail, paused, speedPercent }: Flow): PaperFollowed {
  const choice = flowChoice(source, detail);
  const named = choice.source === 'upstream' && !choice.exchange.includes('/');
  const wanted = choice.source === 'upstream' ? choice.symbols : [];
  const symbol = choice.source === 'recorded' ? choice.symbol : '';
  return {
    source,
    exchange: named ? choice.exchange : '',
    symbol,
    symbols: symbol !== '' ? [symbol] : wanted.length > 0 ? wanted : null,
    paused,
    speed: speedPercent / 100,
  };
}
