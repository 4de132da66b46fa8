/**
 * Small journals on the simulated disk, for the tests of this folder.
 */
import {
  joinPath,
  type OpenedJournal,
  type OpenOptions,
  openJournal,
  readJournal,
  segmentName,
} from '@halcyon/journal';
import { SimRandom } from './sim-random.ts';
import { SimStorage } from './sim-storage.ts';

/** The directory of every journal here. */
export const DIRECTORY = '/journal';

/** Small segments, so that a few records fill one. */
export const SMALL = {
  venue: 'sim',
  rulesVersion: 1,
  nowMs: () => 1_700_000_000_000,
  segmentBytes: 1024,
  batchBytes: 512,
} as const;

/** The payload of a sequence: its length and bytes depend on it alone. */
export function payloadOf(seq: number): Uint8Array {
  const random = new SimRandom(seq);
  return Uint8Array.from({ length: random.between(1, 60) }, () => random.word());
}

/** An open journal and the records that its recovery delivered. */
export interface Fixture extends OpenedJournal {
  readonly storage: SimStorage;
  readonly seqs: number[];
}

/** Opens a journal with small segments; every delivered payload is compared with `payloadOf`. */
export function openSmall(storage: SimStorage, options: Partial<OpenOptions> = {}): Fixture {
  const seqs: number[] = [];
  const onRecord = checker(seqs);
  const opened = openJournal(storage, DIRECTORY, { ...SMALL, onRecord, ...options });
  return { ...opened, storage, seqs };
}

/** Reads a journal with small segments; returns the sequences, payloads compared. */
export function readSmall(storage: SimStorage, options: Partial<OpenOptions> = {}): number[] {
  const seqs: number[] = [];
  readJournal(storage, DIRECTORY, { ...SMALL, onRecord: checker(seqs), ...options });
  return seqs;
}

/** Appends and commits `batches` batches of `records` records each. */
export function fill(fixture: Fixture, batches: number, records: number): void {
  const { writer } = fixture;
  for (let batch = 0; batch < batches; batch += 1) {
    for (let record = 0; record < records; record += 1) {
      const payload = payloadOf(writer.nextSeq);
      writer.append(writer.nextSeq, payload, 0, payload.length);
    }
    writer.commit();
  }
}

/** A closed journal of several segments on a fresh disk. */
export function makeJournal(batches: number, records: number): SimStorage {
  const fixture = openSmall(new SimStorage(new SimRandom(1)));
  fill(fixture, batches, records);
  fixture.writer.close();
  return fixture.storage;
}

/** Path of a segment. */
export function segmentPath(index: number): string {
  return joinPath(DIRECTORY, segmentName(index));
}

/** The numbers `from` to `to`. */
export function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);
}

function checker(seqs: number[]): NonNullable<OpenOptions['onRecord']> {
  return (seq, bytes, offset, length) => {
    const expected = payloadOf(seq);
    const found = bytes.subarray(offset, offset + length);
    if (Buffer.compare(expected, found) !== 0) throw new Error(`record ${seq} is altered`);
    seqs.push(seq);
  };
}
