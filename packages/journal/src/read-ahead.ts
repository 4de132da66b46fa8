/**
 * Reads a journal with a second thread: it reads and checks while this one works on the records.
 * Verdict and order are those of `readJournal`: the other thread runs nothing else.
 */
import { Worker } from 'node:worker_threads';
import { errorFrom } from './error-facts.ts';
import { READ_AHEAD_BLOCK_BYTES, READ_AHEAD_BLOCKS, SEQ_MAX } from './limits.ts';
import type { ReadAheadData, ReadAheadMessage } from './read-ahead-worker.ts';
import { deliverRecords, type RecordHandler } from './segment-reader.ts';
import type { JournalReport, WalkOptions } from './walk.ts';
import { WorkerInbox } from './worker-inbox.ts';

/** What to read, and who gets it. */
export interface ReadAheadOptions extends Omit<WalkOptions, 'onSegment' | 'onRecord' | 'onBatch'> {
  readonly onRecord: RecordHandler;
  /** Awaited after each block of records: for a third thread that needs time. */
  readonly pause?: () => Promise<void>;
}

/**
 * Delivers the records of the journal in a directory of the machine's file system; see `readJournal`
 * for what it throws. What `onRecord` throws ends the reading and is thrown.
 */
export async function readJournalAhead(
  directory: string,
  options: ReadAheadOptions,
): Promise<JournalReport> {
  const { onRecord, pause, ...rest } = options;
  const done = new Int32Array(new SharedArrayBuffer(4));
  const ring = new SharedArrayBuffer(READ_AHEAD_BLOCKS * READ_AHEAD_BLOCK_BYTES);
  const data: ReadAheadData = { directory, options: rest, done, ring };
  const worker = new Worker(new URL('./read-ahead-worker.ts', import.meta.url), {
    workerData: data,
    execArgv: [],
    name: 'read-ahead',
  });
  const inbox = new WorkerInbox<ReadAheadMessage>(worker);
  try {
    for (;;) {
      const message = await inbox.next();
      if (message.kind === 'end') return message.report;
      if (message.kind === 'failed') throw errorFrom(message.error);
      deliverBlock(message.memory, message.batches, options.fromSeq ?? 1, onRecord);
      Atomics.add(done, 0, 1);
      Atomics.notify(done, 0);
      await pause?.();
    }
  } finally {
    await worker.terminate();
  }
}

function deliverBlock(
  memory: ArrayBuffer | SharedArrayBuffer,
  batches: readonly number[],
  fromSeq: number,
  onRecord: RecordHandler,
): void {
  const bytes = new Uint8Array(memory);
  const words = new Int32Array(memory);
  for (let i = 0; i < batches.length; i += 3) {
    const [at, firstSeq, count] = [batches[i] ?? 0, batches[i + 1] ?? 0, batches[i + 2] ?? 0];
    deliverRecords({ bytes, words, at, firstSeq, count }, fromSeq, SEQ_MAX, onRecord);
  }
}
