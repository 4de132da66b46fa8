/** What the packages around the engine see of it: a way in for commands, a way out for events. */
import type { CommandInput } from './commands.ts';
import type { EventLog } from './event-log.ts';
import type { EventMemory, EventWalker } from './event-visit.ts';
import type { Event } from './events.ts';
import type { Outcome } from './outcome.ts';
import type { Receipt } from './receipts/receipt.ts';
import type { ReceiptProof, ReceiptStanding, SealAnswer } from './receipts/receipt-proof.ts';
import type { ReservesProof, ReservesStanding } from './reserves/reserves-proof.ts';
import type { ReservesHead, ReservesRoot } from './reserves/reserves-root.ts';

/** The events of the commands `firstSeq..lastSeq`, in order, all durable. */
export interface EventBatch {
  readonly firstSeq: number;
  readonly lastSeq: number;
  /** Unix ms of the last command. */
  readonly time: number;
  readonly events: readonly Event[];
}

/** The same as rows, which a walker shows. */
export interface RowBatch {
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly time: number;
  readonly log: { walk(walker: EventWalker): void };
}

/** Rows in the core's own log: valid until it is reset. */
export interface LogBatch extends RowBatch {
  readonly log: EventLog;
}

/** Rows with their number of events: those of a log, or a copy that another thread is sent. */
export interface EventRows {
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly time: number;
  /** Events in them. */
  readonly count: number;
  readonly memory: EventMemory;
}

/** Why the engine takes no command at present. */
export type EngineStatus = 'running' | 'cancels-only' | 'stopping' | 'failed';

/** The engine as the gateway sees it. */
export interface CommandPort {
  readonly status: EngineStatus;
  /** Sequence of the last durable command. */
  readonly seq: number;
  /**
   * Journals and applies a command; resolves once it is durable, with the core's answer. Rejects with
   * EngineUnavailable when it was certainly not applied, with OutcomeUnknown when that is not known.
   */
  submit(command: CommandInput): Promise<Outcome>;
  /** Several at once, in order, each with its own outcome; they share one commit. */
  submitAll(commands: readonly CommandInput[]): Promise<Outcome[]>;
  /** Called after every commit, in order. Returns the way to unsubscribe. */
  onCommit(listener: (batch: EventBatch) => void): () => void;
}

/** The sealed receipts of a venue, as the gateway sees them. */
export interface SealPort {
  /**
   * The way from a receipt to its seal, or why there is none; null = it was carried out before there were
   * seals, or what was sealed of it says something else.
   */
  proof(receipt: Receipt): ReceiptProof | ReceiptStanding | null;
  /** All seals that can be read, the oldest first. */
  list(): readonly SealAnswer[];
  /** Somebody waits for a seal. */
  want(): void;
}

/** The roots of reserves of the live venue, as the gateway sees them. */
export interface ReservesPort {
  /** The newest root; null = none was made yet, or it cannot be read. */
  newest(): ReservesRoot | null;
  /** A root by its last command; null = there is none, or it cannot be read. */
  root(seq: number): ReservesRoot | null;
  /** All that can be read, the oldest first. */
  list(): readonly ReservesHead[];
  /** Of an owner by the newest root; null = there is no root yet. @param owner number of a root on the wire */
  proof(owner: string): ReservesProof | ReservesStanding | null;
  /** Whether a file is damaged or missing. */
  isDamaged(): boolean;
  /** Somebody waits for a root. */
  want(): void;
}

/** The command was refused before it reached the journal: it certainly had no effect. */
export class EngineUnavailable extends Error {
  override readonly name = 'EngineUnavailable';
}

/** The journal failed while the command was in flight: look it up by client id after the restart. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown';
}
