/**
 * The thread that reads a journal ahead: the same walk and the same checks as everywhere, its
 * verified batches sent on in blocks. Waits when its reader is too far behind.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { type ErrorFacts, factsOf } from './error-facts.ts';
import { FileStorage } from './file-storage.ts';
import { readJournal } from './open-journal.ts';
import type { JournalReport, WalkOptions } from './walk.ts';

/** What the thread is given. */
export interface ReadAheadData {
  readonly directory: string;
  /** Without handlers, which cannot be sent. */
  readonly options: WalkOptions;
  /** Blocks that the reader is done with. */
  readonly done: Int32Array<SharedArrayBuffer>;
}

/** What the thread sends. */
export type ReadAheadMessage =
  | {
      readonly kind: 'block';
      readonly bytes: ArrayBuffer;
      /** Three numbers a batch: offset of its records in the block, first sequence, count. */
      readonly batches: readonly number[];
    }
  | { readonly kind: 'end'; readonly report: JournalReport }
  | { readonly kind: 'failed'; readonly error: ErrorFacts };

/** Bytes of a block; a larger batch has one of its own. */
const BLOCK_BYTES = 1024 * 1024;
/** Blocks that may wait for the reader. */
const BLOCKS_AHEAD = 8;

class BlockSender {
  readonly #done: Int32Array<SharedArrayBuffer>;
  #sent = 0;
  #bytes = new Uint8Array(BLOCK_BYTES);
  #length = 0;
  #batches: number[] = [];

  constructor(done: Int32Array<SharedArrayBuffer>) {
    this.#done = done;
  }

  readonly add = (firstSeq: number, count: number, bytes: Uint8Array): void => {
    if (this.#length + bytes.length > this.#bytes.length) {
      this.flush();
      if (bytes.length > BLOCK_BYTES) this.#bytes = new Uint8Array(bytes.length);
    }
    this.#batches.push(this.#length, firstSeq, count);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  };

  flush(): void {
    if (this.#batches.length === 0) return;
    this.#awaitRoom();
    const { buffer } = this.#bytes;
    post({ kind: 'block', bytes: buffer, batches: this.#batches }, [buffer]);
    this.#sent += 1;
    this.#bytes = new Uint8Array(BLOCK_BYTES);
    this.#length = 0;
    this.#batches = [];
  }

  #awaitRoom(): void {
    for (;;) {
      const done = Atomics.load(this.#done, 0);
      if (this.#sent - done < BLOCKS_AHEAD) return;
      Atomics.wait(this.#done, 0, done);
    }
  }
}

function post(message: ReadAheadMessage, transfer: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transfer);
}

const { directory, options, done } = workerData as ReadAheadData;
const sender = new BlockSender(done);
try {
  const report = readJournal(new FileStorage(), directory, { ...options, onBatch: sender.add });
  sender.flush();
  post({ kind: 'end', report });
} catch (error) {
  // What was sound before the trouble is delivered, as by a reader in the same thread.
  sender.flush();
  post({ kind: 'failed', error: factsOf(error) });
}
