/**
 * The thread that reads a journal ahead: the same walk and the same checks as everywhere, its
 * verified batches sent on in blocks. Waits when its reader is too far behind.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { type ErrorFacts, factsOf } from './error-facts.ts';
import { FileStorage } from './file-storage.ts';
import { READ_AHEAD_BLOCK_BYTES, READ_AHEAD_BLOCKS } from './limits.ts';
import { readJournal } from './open-journal.ts';
import type { JournalReport, WalkOptions } from './walk.ts';

/** What the thread is given. */
export interface ReadAheadData {
  readonly directory: string;
  /** Without handlers, which cannot be sent. */
  readonly options: WalkOptions;
  /** Blocks that the reader is done with. */
  readonly done: Int32Array<SharedArrayBuffer>;
  /** Its blocks are used in turn: memory asked for anew is made page by page, which costs more. */
  readonly ring: SharedArrayBuffer;
}

/** What the thread sends. */
export type ReadAheadMessage =
  | {
      readonly kind: 'block';
      /** The ring, or memory of its own. */
      readonly memory: ArrayBuffer | SharedArrayBuffer;
      /** Three numbers a batch: offset of its records in the memory, first sequence, count. */
      readonly batches: readonly number[];
    }
  | { readonly kind: 'end'; readonly report: JournalReport }
  | { readonly kind: 'failed'; readonly error: ErrorFacts };

// A batch that is larger than a block has memory of its own.
const BLOCK_BYTES = READ_AHEAD_BLOCK_BYTES;
const BLOCKS = READ_AHEAD_BLOCKS;

class BlockSender {
  readonly #done: Int32Array<SharedArrayBuffer>;
  readonly #ring: SharedArrayBuffer;
  readonly #bytes: Uint8Array<SharedArrayBuffer>;
  #sent = 0;
  /** Where the present block begins, and its bytes in use. */
  #start = 0;
  #length = 0;
  #batches: number[] = [];

  constructor({ done, ring }: ReadAheadData) {
    this.#done = done;
    this.#ring = ring;
    this.#bytes = new Uint8Array(ring);
  }

  readonly add = (firstSeq: number, count: number, bytes: Uint8Array): void => {
    if (this.#length + bytes.length > BLOCK_BYTES) this.flush();
    if (bytes.length > BLOCK_BYTES) {
      this.#sendAlone(firstSeq, count, bytes);
      return;
    }
    if (this.#length === 0) this.#begin();
    const at = this.#start + this.#length;
    this.#bytes.set(bytes, at);
    this.#batches.push(at, firstSeq, count);
    this.#length += bytes.length;
  };

  flush(): void {
    if (this.#length === 0) return;
    post({ kind: 'block', memory: this.#ring, batches: this.#batches });
    this.#sent += 1;
    this.#length = 0;
    this.#batches = [];
  }

  /** Waits until the block before the last BLOCKS - 1 is free, and goes on in it. */
  #begin(): void {
    for (;;) {
      const done = Atomics.load(this.#done, 0);
      if (this.#sent - done < BLOCKS) break;
      Atomics.wait(this.#done, 0, done);
    }
    this.#start = (this.#sent % BLOCKS) * BLOCK_BYTES;
  }

  #sendAlone(firstSeq: number, count: number, bytes: Uint8Array): void {
    this.#begin();
    const memory = new Uint8Array(bytes).buffer;
    post({ kind: 'block', memory, batches: [0, firstSeq, count] }, [memory]);
    this.#sent += 1;
  }
}

function post(message: ReadAheadMessage, transfer: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transfer);
}

const data = workerData as ReadAheadData;
const { directory, options } = data;
const sender = new BlockSender(data);
try {
  const report = readJournal(new FileStorage(), directory, { ...options, onBatch: sender.add });
  sender.flush();
  post({ kind: 'end', report });
} catch (error) {
  // What was sound before the trouble is delivered, as by a reader in the same thread.
  sender.flush();
  post({ kind: 'failed', error: factsOf(error) });
}
