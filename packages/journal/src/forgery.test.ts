import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { crc32c } from './crc32c.ts';
import { FileStorage } from './file-storage.ts';
import { SEGMENT_HEADER_BYTES } from './limits.ts';
import { openJournal, readJournal } from './open-journal.ts';
import { makeBlock, saltSeed, sealBatch, segmentName } from './segment-format.ts';

const SETTINGS = {
  venue: 'live',
  rulesVersion: 1,
  nowMs: () => 1_700_000_000_000,
  segmentBytes: 1024,
  batchBytes: 256,
} as const;

let directory = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'halcyon-forgery-'));
});
afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

const file = (index: number): string => join(directory, segmentName(index));

/** Writes a closed journal of several segments; records of one byte. */
function makeJournal(): void {
  const { writer } = openJournal(new FileStorage(), directory, SETTINGS);
  for (let seq = 1; seq <= 60; seq += 1) {
    writer.append(seq, new Uint8Array([seq]), 0, 1);
    if (seq % 3 === 0) writer.commit();
  }
  writer.close();
}

function read(): number[] {
  const values: number[] = [];
  readJournal(new FileStorage(), directory, {
    ...SETTINGS,
    onRecord: (_seq, bytes, offset) => values.push(bytes[offset] as number),
  });
  return values;
}

/** Changes the first record of a segment and makes every checksum after it right again. */
function forge(bytes: Buffer): Buffer {
  const forged = Buffer.from(bytes);
  const seed = saltSeed(forged.subarray(72, 88));
  let offset = SEGMENT_HEADER_BYTES;
  let chain = seed;
  forged[offset + 32 + 16] = 200;
  while (offset < forged.length && forged.readUInt32LE(offset) !== 0) {
    const length = forged.readUInt32LE(offset + 8);
    const block = makeBlock(length);
    block.bytes.set(forged.subarray(offset, offset + length));
    const facts = {
      length,
      records: forged.readUInt32LE(offset + 12),
      firstSeq: forged.readDoubleLE(offset + 16),
      flags: forged.readUInt32LE(offset + 28),
    };
    chain = sealBatch(block, { ...facts, offset, chain, seed });
    forged.set(block.bytes, offset);
    offset += length;
  }
  return forged;
}

describe('B9 a forger who makes all checksums right', () => {
  test('is found out by the hash in the next segment', () => {
    makeJournal();
    expect(read()).toEqual(Array.from({ length: 60 }, (_, at) => at + 1));
    const whole = readFileSync(file(2));
    writeFileSync(file(2), forge(whole));
    expect(read).toThrow(/expected segment hash [0-9a-f]{64}, as the next segment says/);
    writeFileSync(file(2), whole);
    expect(read()).toHaveLength(60);
  });

  test('is found out in the last segment by a snapshot’s chain hash', () => {
    makeJournal();
    const report = readJournal(new FileStorage(), directory, SETTINGS);
    const last = report.segments;
    writeFileSync(file(last), forge(readFileSync(file(last))));
    const anchor = { seq: report.lastSeq, chainHash: report.chainHash };
    const check = (): unknown => readJournal(new FileStorage(), directory, { ...SETTINGS, anchor });
    expect(check).toThrow('the journal and the snapshot are of different histories');
  });

  test('cannot pass a newer format off as this one, and a newer format is named', () => {
    makeJournal();
    const bytes = readFileSync(file(1));
    bytes.writeUInt32LE(2, 8);
    writeFileSync(file(1), bytes);
    expect(read).toThrow('expected header checksum');
    bytes.writeInt32LE(crc32c(bytes, 0, 252), 252);
    writeFileSync(file(1), bytes);
    expect(read).toThrow(
      'was written by a newer version of Halcyon (journal format 2; this version reads up to 1)',
    );
  });
});

describe('on the real disk', () => {
  test('records survive many starts, and the reserve is kept ready', () => {
    for (let start = 0; start < 5; start += 1) {
      const { writer, report } = openJournal(new FileStorage(), directory, SETTINGS);
      expect(report.lastSeq).toBe(start * 40);
      for (let seq = start * 40 + 1; seq <= start * 40 + 40; seq += 1) {
        writer.append(seq, new Uint8Array(100).fill(seq), 0, 100);
        writer.commit();
        writer.maintain(seq);
        expect(writer.space).toBe('ok');
      }
      writer.close();
    }
    expect(read()).toHaveLength(200);
  });
});
