/** What the main thread and the worker say to each other. Types only. */
import type { RecordsFailure } from './errors.ts';
import type { Chunk } from './feed/feed.ts';
import type { historyMethods } from './history-methods.ts';
import type { NoticesChange } from './identity/context.ts';
import type { identityMethods } from './identity/methods.ts';
import type { HashCost } from './identity/password-hasher.ts';
import type { Dump } from './projection/dump.ts';
import type { DatabaseLocation } from './sql/connect.ts';

/** How the worker is set up (`workerData`). */
export interface WorkerConfig {
  readonly records: DatabaseLocation;
  /** null = another worker has it. */
  readonly identity: DatabaseLocation | null;
  readonly keyFile: string;
  /** Id of the exchange that the databases belong to; null = not told. */
  readonly exchange: string | null;
  readonly hashCost: HashCost;
  /** See RecordsOptions. */
  readonly nice: number;
}

/** How long a read may wait for the projection. */
export interface Wait {
  /** The rows must contain at least this sequence; 0 = do not wait. */
  readonly minSeq?: number;
  /** Longest wait, ms; then the call fails with `lagging`. */
  readonly timeoutMs?: number;
}

/** Calls about the databases themselves. */
export interface ControlMethods {
  /** Resolves when the projection has reached the wait's sequence; gives the one reached. */
  reached(): Promise<number>;
  /** Drops all records tables and makes them anew. */
  reset(): Promise<void>;
  dump(): Promise<Dump>;
  /** Stores what is pending, closes the databases and ends the worker. */
  close(): Promise<void>;
}

/** The areas a call can belong to. */
export type CallArea = 'history' | 'identity' | 'control';

/** Main thread → worker. */
export type ToWorker =
  | { readonly kind: 'chunk'; readonly chunk: Chunk }
  | {
      readonly kind: 'call';
      readonly id: number;
      readonly area: CallArea;
      readonly method: string;
      readonly input: unknown;
      readonly minSeq: number;
      readonly timeoutMs: number;
    };

/** Worker → main thread. */
export type FromWorker =
  | { readonly kind: 'ready'; readonly seq: number; readonly rowsSetAside: number }
  | { readonly kind: 'failedToStart'; readonly message: string }
  | {
      readonly kind: 'applied';
      readonly epoch: number;
      readonly count: number;
      readonly seq: number;
      readonly rowsSetAside: number;
    }
  | { readonly kind: 'gap'; readonly epoch: number; readonly expected: number }
  /** What is wrong with a database, '' = nothing; sent every second. */
  | { readonly kind: 'health'; readonly records: string; readonly identity: string }
  /** Something for the log: one sentence, no secrets. `fatal`: the projection stands still. */
  | { readonly kind: 'problem'; readonly message: string; readonly fatal: boolean }
  /** Before the result of the call that did it. */
  | { readonly kind: 'noticesChanged'; readonly change: NoticesChange }
  | { readonly kind: 'result'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly failure: RecordsFailure };

type Callable = (...args: never[]) => Promise<unknown>;

/** A table of worker functions as the main thread calls them; a bare number is a `minSeq`. */
export type Remote<Methods extends Record<string, Callable>> = {
  readonly [Name in keyof Methods]: (
    input: Parameters<Methods[Name]>[1],
    wait?: Wait | number,
  ) => ReturnType<Methods[Name]>;
};

/** History queries; each can wait for a sequence. */
export type HistoryApi = Remote<typeof historyMethods>;

/** Identity functions. */
export type IdentityApi = Remote<typeof identityMethods>;
