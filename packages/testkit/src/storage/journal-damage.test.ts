import {
  JournalConfigError,
  JournalDamageError,
  JournalVersionError,
  listSnapshots,
  loadSnapshot,
  openJournal,
  pruneSegments,
  type RecordHandler,
  readJournal,
  readSnapshot,
  segmentIndex,
  writeSnapshot,
} from '@halcyon/journal';
import { describe, expect, test } from 'vitest';
import { seedOf } from '../core/test-seed.ts';
import {
  DIRECTORY,
  fill,
  makeJournal,
  openSmall,
  payloadOf,
  range,
  readSmall,
  SMALL,
  segmentPath,
} from './journal-fixture.ts';
import { SimRandom } from './sim-random.ts';
import { SimStorage } from './sim-storage.ts';

const SEED = seedOf();
const FUZZ_IMAGES = Number(process.env['HALCYON_FUZZ_IMAGES'] ?? 8_000);

const LONG = { timeout: 24 * 3600 * 1000 };

/** True for an error that tells the operator what is wrong. */
function isClear(error: unknown): boolean {
  const known =
    error instanceof JournalDamageError ||
    error instanceof JournalVersionError ||
    error instanceof JournalConfigError;
  return known && error.message.includes(DIRECTORY);
}

/** The error of `run`, or undefined. */
function errorOf(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return undefined;
}

/** Flips every bit of a file in turn; returns how many flips `read` did not refuse clearly. */
function flipEachBit(storage: SimStorage, path: string, read: () => unknown): number {
  const bytes = storage.peek(path);
  let missed = 0;
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const at = bit >> 3;
    const mask = 1 << (bit & 7);
    bytes[at] = (bytes[at] as number) ^ mask;
    const error = errorOf(read);
    const detected = error instanceof JournalDamageError || error instanceof JournalVersionError;
    if (!detected) missed += 1;
    bytes[at] = (bytes[at] as number) ^ mask;
  }
  return missed;
}

/** Where a record or a batch stands in a segment's file. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** The records of a segment's file, by walking its batches. */
function recordsOf(bytes: Uint8Array): Span[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const spans: Span[] = [];
  let batch = 256;
  while (batch < bytes.length && view.getUint32(batch, true) !== 0) {
    const end = batch + view.getUint32(batch + 8, true);
    for (let at = batch + 32; at < end; ) {
      const to = at + 16 + ((view.getUint32(at + 4, true) + 7) & -8);
      spans.push({ from: at, to });
      at = to;
    }
    batch = end;
  }
  return spans;
}

/** Bytes with `inserted` in place of a span; as long as before (zeros, or cut, at the end). */
function spliced(bytes: Uint8Array, span: Span, inserted: Uint8Array): Uint8Array {
  const result = new Uint8Array(bytes.length);
  const parts = [bytes.subarray(0, span.from), inserted, bytes.subarray(span.to)];
  let at = 0;
  for (const part of parts) {
    const fits = part.subarray(0, Math.max(0, bytes.length - at));
    result.set(fits, at);
    at += fits.length;
  }
  return result;
}

describe('B5 a flipped bit', () => {
  test('is detected wherever it is in a closed segment', () => {
    const storage = makeJournal(12, 3);
    expect(readSmall(storage)).toEqual(range(1, 36));
    const missed = flipEachBit(storage, segmentPath(1), () => readSmall(storage));
    expect(missed).toBe(0);
  });

  test('is detected wherever it is in the written part of the last one, once a mark follows', () => {
    const storage = makeJournal(2, 3);
    const bytes = storage.peek(segmentPath(1));
    const end = (recordsOf(bytes).at(-1) as Span).to;
    let missed = 0;
    for (let bit = 0; bit < end * 8; bit += 1) {
      const at = bit >> 3;
      bytes[at] = (bytes[at] as number) ^ (1 << (bit & 7));
      if (!isClear(errorOf(() => readSmall(storage)))) missed += 1;
      bytes[at] = (bytes[at] as number) ^ (1 << (bit & 7));
    }
    expect(missed).toBe(0);
  });

  test('is detected wherever it is in a snapshot, and the older one is used', () => {
    const storage = new SimStorage(new SimRandom(1));
    const chainHash = new Uint8Array(32).fill(5);
    const parts = new Map([
      ['book', payloadOf(1)],
      ['ledger', new Uint8Array(300).fill(3)],
      ['empty', new Uint8Array(0)],
    ]);
    writeSnapshot(storage, DIRECTORY, { seq: 5, rulesVersion: 1, chainHash, parts });
    const path = writeSnapshot(storage, DIRECTORY, { seq: 9, rulesVersion: 1, chainHash, parts });
    expect(readSnapshot(storage, path).parts).toEqual(parts);
    expect(flipEachBit(storage, path, () => readSnapshot(storage, path))).toBe(0);
    const bytes = storage.peek(path);
    bytes[200] = (bytes[200] as number) ^ 1;
    const { snapshot, skipped } = loadSnapshot(storage, DIRECTORY, 1);
    expect(snapshot?.seq).toBe(5);
    expect(skipped).toHaveLength(1);
    expect(skipped[0]?.reason).toContain(path);
  });
});

describe('B9 a closed segment', () => {
  test(`shows each deleted, inserted or swapped record (seed ${SEED})`, () => {
    const storage = makeJournal(40, 3);
    const random = new SimRandom(SEED);
    const segments = storage.list(DIRECTORY).filter((name) => segmentIndex(name)).length;
    let missed = 0;
    for (let n = 0; n < 1000; n += 1) {
      const path = segmentPath(random.between(1, segments - 1));
      const whole = storage.peek(path).slice();
      const other = storage.peek(segmentPath(random.between(1, segments - 1)));
      const span = pick(recordsOf(whole), random);
      const donor = pick(recordsOf(other), random);
      const donated = other.slice(donor.from, donor.to);
      const same = Buffer.compare(donated, whole.subarray(span.from, span.to)) === 0;
      const kind = n % 3;
      if (kind === 2 && same) continue;
      if (kind === 0) storage.poke(path, spliced(whole, span, new Uint8Array(0)));
      else if (kind === 1) storage.poke(path, spliced(whole, { ...span, to: span.from }, donated));
      else storage.poke(path, spliced(whole, span, donated));
      if (!(errorOf(() => readSmall(storage)) instanceof JournalDamageError)) missed += 1;
      storage.poke(path, whole);
    }
    expect(missed).toBe(0);
    expect(readSmall(storage)).toEqual(range(1, 120));
  });

  test('cannot be missing, doubled, exchanged or cut short, the last one included', () => {
    const storage = makeJournal(40, 3);
    const count = storage.list(DIRECTORY).filter((name) => segmentIndex(name)).length;
    expect(count).toBeGreaterThan(5);
    for (const index of range(1, count)) {
      const path = segmentPath(index);
      const whole = storage.peek(path).slice();
      const refused = (what: string): void => {
        const error = errorOf(() => readSmall(storage));
        expect(error, `segment ${index}: ${what}`).toBeInstanceOf(JournalDamageError);
        storage.poke(path, whole);
      };
      storage.remove(path);
      refused('removed');
      storage.poke(path, storage.peek(segmentPath((index % count) + 1)));
      refused('exchanged for the next');
      storage.poke(path, whole.subarray(0, whole.length - 8));
      refused('cut short');
      storage.poke(path, new Uint8Array(whole.length));
      refused('zeroed');
    }
    storage.poke(segmentPath(count + 1), storage.peek(segmentPath(count)));
    expect(errorOf(() => readSmall(storage))).toBeInstanceOf(JournalDamageError);
  });
});

describe('damage in the last segment', () => {
  test('before later batches is refused; the message says where and why', () => {
    const fixture = openSmall(new SimStorage(new SimRandom(1)));
    fill(fixture, 4, 2);
    const { storage } = fixture;
    storage.restartProcess();
    const bytes = storage.peek(segmentPath(1));
    const span = recordsOf(bytes)[2] as Span;
    bytes[span.from + 17] = (bytes[span.from + 17] as number) ^ 4;
    const error = errorOf(() => openSmall(storage));
    expect(error).toBeInstanceOf(JournalDamageError);
    const { place } = error as JournalDamageError;
    expect(place).toMatchObject({ file: segmentPath(1), offset: span.from, seq: 3 });
    expect(place.expected).toMatch(/^record checksum [0-9a-f]{8}$/);
    expect(place.found).toContain('proves that this part was durable');
  });

  test('in the last commit, with nothing after it, is taken for an interrupted write and cut', () => {
    const fixture = openSmall(new SimStorage(new SimRandom(1)));
    fill(fixture, 4, 2);
    const { storage } = fixture;
    storage.restartProcess();
    const bytes = storage.peek(segmentPath(1));
    const span = recordsOf(bytes)[7] as Span;
    bytes.fill(0, span.from + 8, span.to);
    // Whoever knows that it was acknowledged can say so.
    expect(() => openSmall(storage, { mustReachSeq: 8 })).toThrow('which was acknowledged');
    const again = openSmall(storage);
    expect(again.seqs).toEqual(range(1, 6));
    expect(again.report.tornBytes).toBeGreaterThan(0);
    fill(again, 2, 2);
    again.writer.close();
    expect(openSmall(storage).report).toMatchObject({ lastSeq: 10, tornBytes: 0 });
  });

  test('where nothing was ever written is refused', () => {
    const storage = makeJournal(1, 2);
    const bytes = storage.peek(segmentPath(1));
    bytes[1000] = 1;
    expect(errorOf(() => openSmall(storage))).toBeInstanceOf(JournalDamageError);
  });
});

/** A journal with pruned segments and snapshots, small and complete. */
function makeWhole(): SimStorage {
  const fixture = openSmall(new SimStorage(new SimRandom(1)));
  const { storage, writer } = fixture;
  const snapshot = (): void => {
    const parts = new Map([['state', payloadOf(writer.committedSeq)]]);
    const chainHash = writer.chainHash();
    const seq = writer.committedSeq;
    writeSnapshot(storage, DIRECTORY, { seq, rulesVersion: 1, chainHash, parts });
  };
  fill(fixture, 10, 3);
  snapshot();
  fill(fixture, 4, 3);
  snapshot();
  pruneSegments(storage, DIRECTORY, { ...SMALL, keepFromSeq: 30 });
  fill(fixture, 3, 3);
  writer.close();
  return storage;
}

/**
 * What a start does: the newest sound snapshot, then the journal from there on. `mend` false: the
 * same without writing. Returns the last sequence.
 */
function startUp(storage: SimStorage, mend = true): number {
  const { snapshot } = loadSnapshot(storage, DIRECTORY, 1);
  const seq = snapshot?.seq ?? 0;
  const anchor = snapshot === undefined ? {} : { anchor: { seq, chainHash: snapshot.chainHash } };
  let last = seq;
  const onRecord: RecordHandler = (at, bytes, offset, length) => {
    const same = Buffer.compare(payloadOf(at), bytes.subarray(offset, offset + length)) === 0;
    if (at !== last + 1 || !same) throw new Error(`record ${at} is wrong`);
    last = at;
  };
  const options = { ...SMALL, ...anchor, fromSeq: seq + 1, onRecord };
  if (mend) openJournal(storage, DIRECTORY, options).writer.close();
  else readJournal(storage, DIRECTORY, options);
  return last;
}

/** Changes some bytes of a file, or its length. */
function mutate(bytes: Uint8Array, random: SimRandom): Uint8Array {
  const kind = random.below(10);
  if (kind === 0) return bytes.slice(0, random.below(bytes.length + 1));
  if (kind === 1) return spliced(bytes, somewhere(bytes, random), new Uint8Array(0));
  const result = bytes.slice();
  if (kind === 2) {
    const { from, to } = somewhere(bytes, random);
    return result.fill(random.chance(50) ? 0 : 255, from, to);
  }
  if (kind === 3) {
    const { from, to } = somewhere(bytes, random);
    result.copyWithin(random.below(bytes.length), from, to);
    return result;
  }
  for (let left = random.between(1, 8); left > 0; left -= 1) {
    const at = random.below(bytes.length);
    result[at] = kind < 6 ? random.word() : (result[at] as number) ^ (1 << random.below(8));
  }
  return result;
}

function somewhere(bytes: Uint8Array, random: SimRandom): Span {
  const from = random.below(bytes.length);
  return { from, to: Math.min(bytes.length, from + random.between(1, 100)) };
}

function pick<T>(list: readonly T[], random: SimRandom): T {
  return list[random.below(list.length)] as T;
}

describe('F5 mutated files', () => {
  test(`start with the true records or say what is wrong (seed ${SEED})`, LONG, () => {
    const whole = makeWhole();
    const random = new SimRandom(SEED);
    const files = whole.list(DIRECTORY).map((name) => `${DIRECTORY}/${name}`);
    expect(files.length).toBeGreaterThan(6);
    expect(startUp(whole.clone())).toBe(51);
    let started = 0;
    for (let n = 0; n < FUZZ_IMAGES; n += 1) {
      const storage = whole.clone();
      const path = pick(files, random);
      storage.poke(path, mutate(storage.peek(path), random));
      try {
        startUp(storage);
        started += 1;
      } catch (error) {
        if (!isClear(error))
          throw new Error(`image ${n} of seed ${SEED}, ${path}`, { cause: error });
      }
    }
    // Changes to unused parts (the reserve, older snapshots) and nothing else may start.
    expect(started).toBeLessThan(FUZZ_IMAGES * 0.8);
    expect(started).toBeGreaterThan(0);
  });

  test('snapshots are listed newest first, whatever else lies there', () => {
    const storage = makeWhole();
    storage.poke(`${DIRECTORY}/snapshot-12.state`, new Uint8Array(3));
    storage.poke(`${DIRECTORY}/notes.txt`, new Uint8Array(3));
    expect(listSnapshots(storage, DIRECTORY).map(({ seq }) => seq)).toEqual([42, 30]);
    expect(startUp(storage)).toBe(51);
  });
});
