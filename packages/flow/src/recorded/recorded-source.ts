/**
 * A past stretch of a real market, traded again: plays the moments of a recording on the paper venue
 * at the pace that was set. When it has ended, or cannot be read on, its instrument's feed is stale.
 */
import { type CommandInput, GhostSteps } from '@halcyon/domain';
import { ghostCommands } from '../ghost-commands.ts';
import type { FlowHost, FlowInstrument, FlowPace, FlowPosition, PacedSource } from '../source.ts';
import { Pacer } from './pacer.ts';
import { type FlowMoment, recordedFlow } from './recorded-flow.ts';
import type { RecordingFiles } from './recorded-frames.ts';

/** Commands that are submitted at once, while more are due. */
const COMMANDS_AT_ONCE = 256;

/** A stretch to play. */
export interface Recording extends RecordingFiles {
  /** Unix ms to begin at; null = at the first whole book. */
  readonly fromMs: number | null;
}

export interface RecordedOptions {
  readonly recording: Recording;
  readonly instrument: FlowInstrument;
  /** Where the paper venue stands in this recording. */
  readonly position: FlowPosition;
  readonly pace: FlowPace;
  readonly host: FlowHost;
  /** Unix ms. */
  readonly now: () => number;
}

export class RecordedSource implements PacedSource {
  /** Resolves when it has ended, for whatever reason. */
  readonly ended: Promise<void>;
  private readonly options: RecordedOptions;
  private readonly pacer: Pacer;
  private waiting: CommandInput[] = [];
  private closed = false;
  private last: FlowMoment | null = null;

  /** Begins to play. */
  constructor(options: RecordedOptions) {
    this.options = options;
    this.pacer = new Pacer(options.pace, options.now);
    this.ended = this.play();
  }

  /** Unix ms of the recorded clock; null before the first moment. */
  get timeMs(): number | null {
    return this.last?.timeMs ?? null;
  }

  setPace(pace: FlowPace): void {
    this.pacer.set(pace);
  }

  step(moments: number): void {
    this.pacer.step(moments);
  }

  async close(): Promise<void> {
    this.closed = true;
    this.pacer.close();
    await this.ended;
  }

  private async play(): Promise<void> {
    const { host, instrument } = this.options;
    const problem = await this.playAll().then(
      () => '',
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    if (this.closed) return;
    host.warn(`${instrument.symbol}: the recording is over${problem && `: ${problem}`}`);
    if (this.last === null) return;
    const { position, timeMs } = this.last;
    const steps = new GhostSteps();
    steps.feed(instrument.id, true);
    await host.submit(ghostCommands(steps, position, timeMs)).catch((error: unknown) => {
      host.warn(`${instrument.symbol} could not be paused: ${error}`);
    });
  }

  private async playAll(): Promise<void> {
    const { recording, instrument, position } = this.options;
    for await (const moment of recordedFlow(recording, instrument, recording.fromMs)) {
      if (this.closed) return;
      this.last = moment;
      if (moment.position <= position.liveSeq) continue;
      if (!this.pacer.isDue(moment.timeMs)) {
        await this.flush();
        if (!(await this.pacer.due(moment.timeMs))) return;
      }
      this.waiting.push(...ghostCommands(moment.steps, moment.position, moment.timeMs));
      if (this.waiting.length >= COMMANDS_AT_ONCE) await this.flush();
    }
    await this.flush();
  }

  private async flush(): Promise<void> {
    if (this.waiting.length === 0) return;
    const commands = this.waiting;
    this.waiting = [];
    await this.options.host.submit(commands);
  }
}
