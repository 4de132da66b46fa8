/**
 * The seam between a paper venue and what it follows. A source makes the commands that its host
 * journals, in order, on the paper venue; the position that they carry (`liveSeq`) and the orders that
 * stand are all that it needs to go on after a restart.
 */
import type { CommandInput, Side } from '@halcyon/domain';
import type { Scales } from './l2/units.ts';

/** An instrument of the paper venue that a source feeds. */
export interface FlowInstrument extends Scales {
  readonly id: number;
  readonly symbol: string;
}

/** Where the paper venue stands. */
export interface FlowPosition {
  /** Position reached in what is followed; 0 = nothing yet. */
  readonly liveSeq: number;
  /** Highest order number of it that was seen. */
  readonly lastOrder: number;
}

/** A ghost that stands in the paper book. */
export interface StandingGhost {
  readonly order: number;
  readonly instrument: number;
  readonly side: Side;
  readonly price: number;
  /** Lots. */
  readonly remaining: number;
}

/** What a source needs from the venue's host. */
export interface FlowHost {
  /** Journals and applies commands in order; resolves when they are durable. */
  submit(commands: readonly CommandInput[]): Promise<void>;
  /** A line for the log: something that an operator should know. */
  warn(message: string): void;
}

/** How fast a recording is played. */
export interface FlowPace {
  readonly paused: boolean;
  /** Times the recorded speed, 0.1 to 1,000. */
  readonly speed: number;
}

/** A source at work. */
export interface FlowSource {
  /** Ends it; what it has submitted stays. */
  close(): Promise<void>;
}

/** A source that a person paces. */
export interface PacedSource extends FlowSource {
  /** From now on. */
  setPace(pace: FlowPace): void;
  /** While paused: plays this many moments more, as soon as they can be read. */
  step(moments: number): void;
}
