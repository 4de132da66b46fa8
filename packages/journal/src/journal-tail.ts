/**
 * Replication of a journal. Follows it while another thread writes it: the snapshot worker and a standby read what is
 * committed, up to a sequence that the writer's thread tells them.
 */

import { type Expectations, inspectDirectory, type SegmentFile } from './directory.ts';
import { assert, JournalDamageError } from './errors.ts';
import { hexOf, sameBytes, segmentName } from './segment-format.ts';
import { type RecordHandler, SegmentReader } from './segment-reader.ts';
import { joinPath, type Storage } from './storage.ts';

const WINDOW_BYTES = 256 * 1024;

/** Options of a `JournalTail`. */
export interface TailOptions extends Expectations {
  /** First sequence to deliver. */
  readonly fromSeq: number;
  /** Bytes read at once (256 KiB). */
  readonly windowBytes?: number;
}

/** See the module's header. */
export class JournalTail {
  readonly #storage: Storage;
  readonly #directory: string;
  readonly #windowBytes: number;
  #reader: SegmentReader;
  #nextSeq: number;

  /** Opens the segment that holds `fromSeq`. Throws when it was pruned or is not there yet. */
  constructor(storage: Storage, directory: string, options: TailOptions) {
    this.#storage = storage;
    this.#directory = directory;
    this.#windowBytes = options.windowBytes ?? WINDOW_BYTES;
    this.#nextSeq = options.fromSeq;
    const { segments } = inspectDirectory(storage, directory, options);
    const segment = segments.findLast((file) => file.header.firstSeq <= options.fromSeq);
    if (segment === undefined) throw notThere(directory, options.fromSeq, segments);
    this.#reader = this.#open(segment.path);
  }

  /** The next sequence that `readTo` delivers. */
  get nextSeq(): number {
    return this.#nextSeq;
  }

  /**
   * Delivers the records up to and including `toSeq`, which must be committed. Throws
   * `JournalDamageError` when they are not there or not sound.
   */
  readTo(toSeq: number, onRecord: RecordHandler): void {
    this.#reader.refresh();
    while (this.#nextSeq <= toSeq) {
      const reader = this.#reader;
      if (!reader.next()) {
        this.#goOn(reader);
        continue;
      }
      const lastSeq = reader.batchLastSeq;
      if (lastSeq >= this.#nextSeq) {
        reader.deliver(this.#nextSeq, toSeq, onRecord);
        this.#nextSeq = Math.min(lastSeq, toSeq) + 1;
      }
      if (lastSeq <= toSeq) reader.advance();
    }
  }

  /**
   * SHA-256 over the journal up to the last batch delivered in full: equals the writer's
   * `chainHash` when that batch is its last.
   */
  chainHash(): Uint8Array {
    assert(this.#reader.nextSeq === this.#nextSeq, 'the tail stands at the end of a batch');
    return this.#reader.hashState().digest();
  }

  close(): void {
    this.#reader.close();
  }

  #open(path: string): SegmentReader {
    return new SegmentReader(this.#storage, path, { windowBytes: this.#windowBytes });
  }

  #goOn(reader: SegmentReader): void {
    const { stop, file } = reader;
    if (stop.kind !== 'end') {
      const { offset, seq, expected, found } = stop;
      throw new JournalDamageError({ file, offset, seq, expected, found });
    }
    const next = this.#open(joinPath(this.#directory, segmentName(reader.header.index + 1)));
    const hash = reader.hashState().digest();
    reader.close();
    this.#reader = next;
    if (sameBytes(hash, next.header.previousHash)) return;
    throw new JournalDamageError({
      file,
      offset: 0,
      seq: next.header.firstSeq,
      expected: `segment hash ${hexOf(next.header.previousHash)}, as the next segment says`,
      found: hexOf(hash),
    });
  }
}

function notThere(
  directory: string,
  fromSeq: number,
  segments: readonly SegmentFile[],
): JournalDamageError {
  const oldest = segments[0]?.header.firstSeq;
  return new JournalDamageError({
    file: directory,
    offset: 0,
    seq: fromSeq,
    expected: `a segment with sequence ${fromSeq}`,
    found: oldest === undefined ? 'no segment' : `records from sequence ${oldest} on only`,
  });
}
