import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  FileStorage,
  JournalDamageError,
  type JournalReport,
  JournalVersionError,
  openJournal,
  type ReadAheadOptions,
  readJournal,
  readJournalAhead,
  segmentName,
} from '@halcyon/journal';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { payloadOf, range, SMALL } from './journal-fixture.ts';

const BATCHES = 60;
const RECORDS = 25;
const LAST = BATCHES * RECORDS;

let directory = '';

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'halcyon-ahead-'));
  const sizes = { segmentBytes: 16_384, batchBytes: 4_096 };
  const { writer } = openJournal(new FileStorage(), directory, { ...SMALL, ...sizes });
  for (let batch = 0; batch < BATCHES; batch += 1) {
    for (let record = 0; record < RECORDS; record += 1) {
      const payload = payloadOf(writer.nextSeq);
      writer.append(writer.nextSeq, payload, 0, payload.length);
    }
    writer.commit();
  }
  writer.close();
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

const EXPECTED = { venue: SMALL.venue, rulesVersion: SMALL.rulesVersion };

/** What a reading came to: sequences delivered, payloads compared, and its verdict. */
interface Outcome {
  readonly seqs: number[];
  readonly report: unknown;
  readonly error: unknown;
}

async function read(
  reader: (options: ReadAheadOptions) => unknown,
  options: Partial<ReadAheadOptions> = {},
): Promise<Outcome> {
  const seqs: number[] = [];
  const onRecord: ReadAheadOptions['onRecord'] = (seq, bytes, offset, length) => {
    const found = bytes.subarray(offset, offset + length);
    if (Buffer.compare(payloadOf(seq), found) !== 0) throw new Error(`record ${seq} is altered`);
    seqs.push(seq);
  };
  try {
    const report = (await reader({ ...EXPECTED, onRecord, ...options })) as JournalReport;
    const chainHash = Buffer.from(report.chainHash).toString('hex');
    return { seqs, report: { ...report, chainHash }, error: null };
  } catch (error) {
    return { seqs, report: null, error };
  }
}

const ahead = (options: ReadAheadOptions): unknown => readJournalAhead(directory, options);
const here = (options: ReadAheadOptions): unknown =>
  readJournal(new FileStorage(), directory, options);

/** Flips a bit in a segment; returns its path. */
function damage(segment: number, offset: number): string {
  const path = join(directory, segmentName(segment));
  const bytes = readFileSync(path);
  bytes[offset]! ^= 4;
  writeFileSync(path, bytes);
  return path;
}

describe('reading a journal ahead in a second thread', () => {
  test('delivers the same records and reports the same as a reader in this thread', async () => {
    for (const fromSeq of [1, 2, 777, LAST, LAST + 1]) {
      const outcome = await read(ahead, { fromSeq });
      expect(outcome).toEqual(await read(here, { fromSeq }));
      expect(outcome.seqs).toEqual(range(fromSeq, LAST));
    }
  });

  test('waits for its reader to have room', async () => {
    let pauses = 0;
    const pause = async (): Promise<void> => {
      pauses += 1;
      await new Promise(setImmediate);
    };
    expect((await read(ahead, { pause })).seqs).toEqual(range(1, LAST));
    expect(pauses).toBeGreaterThan(0);
  });

  test('keeps what is not read yet, however often its ring goes round, and takes large batches', async () => {
    const large = join(directory, 'large');
    const sizes = { segmentBytes: 8 * 1024 * 1024, batchBytes: 2 * 1024 * 1024 };
    const { writer } = openJournal(new FileStorage(), large, { ...SMALL, ...sizes });
    for (let batch = 0; batch < 30; batch += 1) {
      // Every seventh batch is larger than a block.
      for (let left = batch % 7 === 6 ? 5 : 2; left > 0; left -= 1) {
        const payload = new Uint8Array(300_000).fill(writer.nextSeq);
        writer.append(writer.nextSeq, payload, 0, payload.length);
      }
      writer.commit();
    }
    writer.close();
    const seqs: number[] = [];
    await readJournalAhead(large, {
      ...EXPECTED,
      onRecord: (seq, bytes, offset, length) => {
        const found = bytes.subarray(offset, offset + length);
        if (found.every((byte) => byte === seq)) seqs.push(seq);
      },
      pause: () => new Promise((resolve) => setTimeout(resolve, 2)),
    });
    expect(seqs).toEqual(range(1, writer.nextSeq - 1));
  });

  test('B5: damage is named by segment and offset, and what is sound before it is delivered', async () => {
    const path = damage(3, 5_000);
    const outcome = await read(ahead);
    expect(outcome).toEqual(await read(here));
    expect(outcome.error).toBeInstanceOf(JournalDamageError);
    const { place, message } = outcome.error as JournalDamageError;
    expect(place.file).toBe(path);
    expect(place.offset).toBeGreaterThan(4_000);
    expect(place.offset).toBeLessThanOrEqual(5_000);
    expect(message).toContain(`${path}`);
    expect(outcome.seqs.length).toBeGreaterThan(100);
    expect(outcome.seqs.length).toBeLessThan(LAST);
  });

  test('errors keep their kind: rules of a newer version, an unreadable file', async () => {
    const rules = await read(ahead, { rulesVersion: 0 });
    expect(rules).toEqual(await read(here, { rulesVersion: 0 }));
    expect(rules.error).toBeInstanceOf(JournalVersionError);
    rmSync(join(directory, segmentName(2)));
    mkdirSync(join(directory, segmentName(2)));
    const { error } = await read(ahead);
    expect(error).toMatchObject({ message: expect.stringContaining('EISDIR'), code: 'EISDIR' });
  });

  test('what the handler throws ends the reading', async () => {
    const onRecord = (seq: number): void => {
      if (seq === 42) throw new RangeError('enough');
    };
    const { error } = await read(ahead, { onRecord });
    expect(error).toEqual(new RangeError('enough'));
  });
});
