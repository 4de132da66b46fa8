/** What the main thread and the paper venue's thread say to each other. Types only. */
import type {
  CommandInput,
  EngineStatus,
  EventRows,
  FlowChoice,
  Outcome,
  PartReport,
} from '@halcyon/domain';
import type { PaperFollowed } from '@halcyon/domain/web';
import type { SnapshotReport } from '@halcyon/engine';
import type { Layout } from '../exchange/layout.ts';

/** How the thread is set up. */
export interface PaperSetup {
  readonly layout: Layout;
  readonly live: Layout;
  /** Id of the exchange that both belong to; null = it has none. */
  readonly exchange: string | null;
  readonly databaseUrl: string | null;
  /** Last durable sequence of the live venue, one 64-bit number that its engine keeps up to date. */
  readonly liveHead: SharedArrayBuffer;
  /** Sequence of the views that the main thread has; null = it has none yet. */
  readonly viewsSeq: number | null;
  /** Bytes of journal and snapshots. */
  readonly bytesMax: number;
  /** What it follows, as the settings say. */
  readonly flow: FlowChoice;
}

/** A call to something that lives in the thread. */
export interface PaperCall {
  readonly kind: 'call';
  readonly id: number;
  readonly target: 'history' | 'backup' | 'seal' | 'flow';
  readonly method: string;
  readonly input: unknown;
  readonly wait: unknown;
}

/** To the thread. */
export type ToPaper =
  /** Ids are the caller's; they come back with the answers. */
  | { readonly kind: 'commands'; readonly ids: number[]; readonly commands: CommandInput[] }
  | PaperCall
  /** So many messages with rows were taken since the last word of this. */
  | { readonly kind: 'taken'; readonly count: number }
  | { readonly kind: 'stop' };

/** How the venue stands; sent with every commit, and each second. */
export interface PaperState {
  readonly status: EngineStatus;
  readonly seq: number;
  /** Sequence of the live venue that has been followed. */
  readonly liveSeq: number;
  readonly recordsSeq: number;
  readonly recordsLagMs: number;
  readonly recordsSetAside: number;
  /** How its records are. */
  readonly records: PartReport;
  /** How what it follows is. */
  readonly source: PartReport;
  /** How often the end of a footprint changed a ghost. */
  readonly footprints: number;
  readonly commitMs: number;
  readonly followed: PaperFollowed;
}

/** A command that got no answer of the core. */
export interface PaperFailure {
  readonly id: number;
  /** Whether it may have been applied. */
  readonly unknown: boolean;
  readonly message: string;
}

/** From the thread. */
export type FromPaper =
  | {
      readonly kind: 'ready';
      /** The views' parts when the main thread had none. */
      readonly views: ReadonlyMap<string, Uint8Array> | null;
      readonly people: readonly [owner: number, user: number][];
      readonly state: PaperState;
      readonly recovered: {
        readonly snapshotSeq: number;
        readonly commands: number;
        readonly tornBytes: number;
      };
    }
  /** Events that the main thread's views missed while the thread was started again. */
  | { readonly kind: 'missed'; readonly rows: EventRows }
  | {
      readonly kind: 'committed';
      readonly rows: readonly EventRows[];
      readonly ids: readonly number[];
      readonly outcomes: readonly Outcome[];
      readonly failures: readonly PaperFailure[];
      readonly state: PaperState;
    }
  | { readonly kind: 'result'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly failure: unknown }
  | { readonly kind: 'snapshot'; readonly report: SnapshotReport }
  /** Each second, also when nothing happens. */
  | { readonly kind: 'state'; readonly state: PaperState }
  | {
      readonly kind: 'problem';
      readonly message: string;
      /** The thread cannot go on. */
      readonly fatal: boolean;
    };
