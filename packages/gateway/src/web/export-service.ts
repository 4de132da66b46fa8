/**
 * Files of records on their way to people: one at a time each, portion after portion as fast as it is
 * read and as the records have time for it. Nothing of a file is kept here.
 */
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { UserId } from '@halcyon/domain';
import type { ExportFormat, ExportStarted, ExportState } from '@halcyon/domain/web';
import { WireError } from '@halcyon/protocol';
import { EXPORT_START, type ExportPortion, type ExportQuery } from '@halcyon/records';
import type { RevocationBus } from '../auth/revocations.ts';
import type { HistoryReads } from '../http/ports.ts';

/** Files that are written at once; more are told to come back. */
export const EXPORTS_MAX = 8;
/** People whose newest file is remembered; of others the oldest that is not being written is forgotten. */
export const EXPORTS_KEPT_MAX = 1_000;
/** A reader that takes nothing for so long is given up, ms. */
const STALL_MS = 120_000;
/** Longest pause between two portions, ms. */
const PAUSE_MAX_MS = 1_000;
const RETRY_MS = 10_000;

/** What somebody wants in a file, and where it is read. */
export interface ExportOrder {
  readonly person: UserId;
  /** Id of the session: with its end the file ends. */
  readonly session: string;
  readonly query: ExportQuery;
  readonly history: Pick<HistoryReads, 'exportPortion' | 'exportEnd'>;
  /** The rows must contain at least this sequence. */
  readonly minSeq: number;
}

interface Job extends ExportOrder {
  readonly id: string;
  stage: ExportState['stage'];
  rows: number;
  percent: number;
  file: Readable | null;
}

/** See the head of the file. */
export class ExportService {
  readonly #jobs = new Map<UserId, Job>();

  constructor(revocations: Pick<RevocationBus, 'onRevoked'>) {
    revocations.onRevoked((revocation) => {
      for (const { person, session } of [...this.#jobs.values()]) {
        const { kind } = revocation;
        const ends = kind === 'user' ? revocation.user === person : revocation.id === session;
        if (ends && kind !== 'key') this.end(person);
      }
    });
  }

  /** Takes an order. @throws WireError exportRunning, busy */
  begin(order: ExportOrder): ExportStarted {
    const { person } = order;
    if (this.#jobs.get(person)?.stage === 'running') {
      throw new WireError('exportRunning');
    }
    const running = [...this.#jobs.values()].filter(({ stage }) => stage === 'running').length;
    if (running >= EXPORTS_MAX) {
      const sentence = 'Too many files are being written; try again in a moment.';
      throw new WireError('busy', { sentence }, RETRY_MS);
    }
    const id = randomUUID();
    const none = { stage: 'waiting', rows: 0, percent: 0, file: null } as const;
    this.#jobs.delete(person);
    if (this.#jobs.size >= EXPORTS_KEPT_MAX) this.#forgetOldest();
    this.#jobs.set(person, { ...order, id, ...none });
    return { id };
  }

  #forgetOldest(): void {
    for (const [person, { stage }] of this.#jobs) {
      if (stage === 'running') continue;
      this.#jobs.delete(person);
      return;
    }
  }

  /** How the newest export of a person stands. */
  state(person: UserId): ExportState | null {
    const job = this.#jobs.get(person);
    if (job === undefined) return null;
    const { id, stage, rows, percent } = job;
    return { id, stage, rows, percent };
  }

  /** Ends what a person has, and forgets it. */
  end(person: UserId): void {
    const job = this.#jobs.get(person);
    this.#jobs.delete(person);
    job?.file?.destroy(new Error('the export was ended'));
  }

  /**
   * The file of an order, once. Its first portion is read before, so that what cannot be read is told
   * as an error and not as a file that breaks off.
   * @throws WireError notFound; RecordsError
   */
  async file(
    person: UserId,
    id: string,
  ): Promise<{ readonly body: Readable; readonly format: ExportFormat }> {
    const job = this.#jobs.get(person);
    if (job?.id !== id || job.stage !== 'waiting') {
      const sentence = 'There is no such file, or it was fetched already.';
      throw new WireError('notFound', { field: 'id', sentence });
    }
    job.stage = 'running';
    const portions = written(job);
    const first = await portions.next();
    const body = Readable.from(from(first, portions), { objectMode: false, highWaterMark: 1 });
    job.file = body;
    if (this.#jobs.get(person) !== job) body.destroy();
    // The one who reads it hears of a fault; unheard it would end the process.
    body.on('error', () => {});
    // A file that was closed before anything of it was read, too, is written no further.
    body.on('close', () => void portions.return());
    return { body, format: job.query.format };
  }
}

type Bytes = Uint8Array<ArrayBuffer>;

async function* from(
  first: IteratorResult<Bytes, void>,
  rest: AsyncGenerator<Bytes, void>,
): AsyncGenerator<Bytes, void> {
  if (first.done !== true) yield first.value;
  yield* rest;
}

/** The bytes of a file. The records rest for as long as they worked, so that others come first. */
async function* written(job: Job): AsyncGenerator<Bytes, void> {
  const { query, history, minSeq } = job;
  const groups: ExportPortion['groups'][number][] = [];
  let place = EXPORT_START;
  let offset = 0;
  let stalled: NodeJS.Timeout | undefined;
  try {
    for (;;) {
      const began = performance.now();
      const portion = await history.exportPortion({ query, place }, { minSeq });
      const took = performance.now() - began;
      groups.push(...portion.groups);
      offset += portion.bytes.length;
      job.rows += portion.rows;
      job.percent = portion.percent;
      stalled = setTimeout(() => job.file?.destroy(new Error('nobody reads it')), STALL_MS);
      if (portion.bytes.length > 0) yield portion.bytes;
      clearTimeout(stalled);
      if (portion.next === null) break;
      place = portion.next;
      await pause(Math.min(took, PAUSE_MAX_MS));
    }
    const end = await history.exportEnd({ query, groups, offset });
    if (end.length > 0) yield end;
    job.stage = 'done';
  } finally {
    clearTimeout(stalled);
    if (job.stage !== 'done') job.stage = 'failed';
  }
}
