import {
  JournalAssertError,
  JournalConfigError,
  JournalDamageError,
  JournalTail,
  JournalVersionError,
  pruneSegments,
  readPruned,
} from '@halcyon/journal';
import { describe, expect, test } from 'vitest';
import { fc } from '../core/properties.ts';
import {
  DIRECTORY,
  type Fixture,
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

const fresh = (): Fixture => openSmall(new SimStorage(new SimRandom(1)));

describe('a journal', () => {
  test('starts empty and gives back what was committed, in order', () => {
    const first = fresh();
    expect(first.report).toMatchObject({ firstSeq: 1, lastSeq: 0, segments: 0, tornBytes: 0 });
    fill(first, 20, 5);
    expect(first.writer.committedSeq).toBe(100);
    first.writer.close();
    const second = openSmall(first.storage);
    expect(second.seqs).toEqual(range(1, 100));
    expect(second.report.lastSeq).toBe(100);
    expect(second.report.segments).toBeGreaterThan(3);
    expect(second.writer.nextSeq).toBe(101);
  });

  test('keeps any sequence of batches over any number of starts', () => {
    const life = fc.array(fc.nat(9), { minLength: 0, maxLength: 8 });
    fc.assert(
      fc.property(fc.array(life, { minLength: 1, maxLength: 4 }), (lives) => {
        const storage = new SimStorage(new SimRandom(1));
        let total = 0;
        for (const batches of lives) {
          const opened = openSmall(storage);
          expect(opened.seqs).toEqual(range(1, total));
          for (const records of batches) fill(opened, 1, records);
          total += batches.reduce((sum, records) => sum + records, 0);
          const hash = opened.writer.chainHash();
          opened.writer.close();
          const anchor = { seq: total, chainHash: hash };
          expect(readSmall(storage, total > 0 ? { anchor } : {})).toHaveLength(total);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('does not show what was not committed', () => {
    const first = fresh();
    fill(first, 1, 3);
    first.writer.append(4, payloadOf(4), 0, 1);
    expect(first.writer.pendingRecords).toBe(1);
    first.storage.restartProcess();
    expect(readSmall(first.storage)).toEqual([1, 2, 3]);
  });

  test('takes records encoded in place', () => {
    const { writer, storage } = fresh();
    const payload = payloadOf(1);
    const at = writer.claim(payload.length + 9);
    expect(at % 8).toBe(0);
    writer.batchBytes.set(payload, at);
    writer.batchView.setUint8(at + payload.length, 255);
    writer.finish(1, payload.length);
    writer.commit();
    expect(readSmall(storage)).toEqual([1]);
  });

  test('commits by itself when the batch buffer is full', () => {
    const { writer, storage } = fresh();
    for (const seq of range(1, 60)) writer.append(seq, payloadOf(seq), 0, payloadOf(seq).length);
    expect(writer.committedSeq).toBeGreaterThan(0);
    expect(writer.pendingRecords).toBe(60 - writer.committedSeq);
    writer.commit();
    expect(readSmall(storage)).toEqual(range(1, 60));
  });

  test('refuses a gap in the sequence, an empty record and one too large', () => {
    const { writer } = fresh();
    const bytes = new Uint8Array(2000);
    expect(() => writer.append(2, bytes, 0, 1)).toThrow('sequence 2: the next one is 1');
    expect(() => writer.append(1, bytes, 0, 0)).toThrow('record of 0 bytes: 1 to 464');
    expect(() => writer.append(1, bytes, 0, 465)).toThrow(JournalAssertError);
    writer.append(1, bytes, 0, 464);
    expect(writer.commit()).toBe(1);
    expect(() => writer.append(1, bytes, 0, 1)).toThrow('sequence 1: the next one is 2');
  });

  test.each([
    ['segmentBytes', { segmentBytes: 700 }],
    ['segmentBytes', { segmentBytes: 1025 }],
    ['batchBytes', { batchBytes: 128 }],
    ['batchBytes', { batchBytes: 32 * 1024 * 1024 }],
    ['venue name', { venue: '' }],
    ['venue name', { venue: 'x'.repeat(33) }],
  ])('refuses a wrong %s and names it', (name, options) => {
    const open = (): Fixture => openSmall(new SimStorage(new SimRandom(1)), options);
    expect(open).toThrow(JournalConfigError);
    expect(open).toThrow(name);
  });

  test('can begin at any sequence', () => {
    const { writer, storage } = openSmall(new SimStorage(new SimRandom(1)), { firstSeq: 500 });
    writer.append(500, payloadOf(500), 0, payloadOf(500).length);
    writer.commit();
    expect(readSmall(storage)).toEqual([500]);
  });
});

describe('versions and venues', () => {
  test('a journal of newer rules is refused, one of older rules goes on in a new segment', () => {
    const storage = makeJournal(1, 3);
    const newer = openSmall(storage, { rulesVersion: 2 });
    expect(newer.seqs).toEqual([1, 2, 3]);
    fill(newer, 1, 2);
    newer.writer.close();
    const rules: string[] = [];
    const onSegment: Parameters<typeof readSmall>[1] = {
      rulesVersion: 2,
      onSegment: (header) => rules.push(`${header.index}: ${header.rulesVersion}`),
    };
    expect(readSmall(storage, onSegment)).toEqual(range(1, 5));
    expect(rules).toEqual(['1: 1', '2: 2']);
    expect(() => openSmall(storage)).toThrow(JournalVersionError);
    expect(() => openSmall(storage)).toThrow('written by a newer version of Halcyon (rules 2');
  });

  test('a journal of another venue is refused', () => {
    const storage = makeJournal(1, 1);
    expect(() => openSmall(storage, { venue: 'paper' })).toThrow(
      'belongs to venue "sim", not to "paper"',
    );
  });
});

describe('a snapshot’s point', () => {
  test('reading starts after it, in its segment, and checks that the histories agree', () => {
    const first = fresh();
    fill(first, 6, 5);
    const anchor = { seq: 30, chainHash: first.writer.chainHash() };
    fill(first, 6, 5);
    first.writer.close();
    const { seqs, report } = openSmall(first.storage, { fromSeq: 31, anchor });
    expect(seqs).toEqual(range(31, 60));
    expect(report.segmentsRead).toBeLessThan(report.segments);
    const other = { seq: 30, chainHash: new Uint8Array(32) };
    expect(() => openSmall(first.storage, { fromSeq: 31, anchor: other })).toThrow(
      'the journal and the snapshot are of different histories',
    );
    const between = { seq: 28, chainHash: anchor.chainHash };
    expect(() => openSmall(first.storage, { fromSeq: 29, anchor: between })).toThrow(
      'a batch that ends at sequence 28',
    );
  });

  test('its hash stays the same over marks, new segments and new starts', () => {
    const first = fresh();
    fill(first, 3, 3);
    const hash = first.writer.chainHash();
    first.writer.mark();
    expect(first.writer.chainHash()).toEqual(hash);
    first.writer.roll();
    first.writer.roll();
    expect(first.writer.chainHash()).toEqual(hash);
    first.writer.close();
    for (let start = 0; start < 3; start += 1) {
      const again = openSmall(first.storage, { rulesVersion: start + 1, fromSeq: 10 });
      expect(again.writer.chainHash()).toEqual(hash);
      expect(again.report.chainHash).toEqual(hash);
      again.writer.close();
    }
  });

  test('a journal that ends before it, or before what was acknowledged, is refused', () => {
    const storage = makeJournal(2, 5);
    expect(() => openSmall(storage, { fromSeq: 20 })).toThrow('records up to sequence 19');
    expect(() => openSmall(storage, { mustReachSeq: 11 })).toThrow('which was acknowledged');
    expect(openSmall(storage, { mustReachSeq: 10 }).report.lastSeq).toBe(10);
    const empty = new SimStorage(new SimRandom(1));
    expect(() => openSmall(empty, { fromSeq: 20 })).toThrow('an empty journal');
  });
});

describe('a tailing reader', () => {
  test('follows a writer over segments, up to what it is told', () => {
    const first = fresh();
    fill(first, 2, 4);
    const tail = new JournalTail(first.storage, DIRECTORY, { ...SMALL, fromSeq: 3 });
    const seqs: number[] = [];
    const onRecord = (seq: number, bytes: Uint8Array, offset: number, length: number): void => {
      expect(bytes.slice(offset, offset + length)).toEqual(payloadOf(seq));
      seqs.push(seq);
    };
    tail.readTo(2, onRecord);
    expect(seqs).toEqual([]);
    tail.readTo(6, onRecord);
    expect(seqs).toEqual([3, 4, 5, 6]);
    for (let round = 0; round < 20; round += 1) {
      fill(first, 2, 4);
      tail.readTo(first.writer.committedSeq - (round % 3), onRecord);
    }
    tail.readTo(first.writer.committedSeq, onRecord);
    expect(seqs).toEqual(range(3, 168));
    expect(tail.nextSeq).toBe(169);
    expect(tail.chainHash()).toEqual(first.writer.chainHash());
    expect(() => tail.readTo(169, onRecord)).toThrow(JournalDamageError);
    tail.close();
  });

  test('says so when its start was pruned or nothing is there', () => {
    const storage = makeJournal(20, 4);
    pruneSegments(storage, DIRECTORY, { ...SMALL, keepFromSeq: 40 });
    const tail = (): JournalTail => new JournalTail(storage, DIRECTORY, { ...SMALL, fromSeq: 3 });
    expect(tail).toThrow('a segment with sequence 3');
    const empty = new SimStorage(new SimRandom(1));
    empty.makeDirectory(DIRECTORY);
    expect(() => new JournalTail(empty, DIRECTORY, { ...SMALL, fromSeq: 1 })).toThrow('no segment');
  });
});

describe('pruning', () => {
  test('removes older segments, remembers their hashes, and says where the journal starts', () => {
    const first = fresh();
    fill(first, 20, 5);
    const removed = pruneSegments(first.storage, DIRECTORY, { ...SMALL, keepFromSeq: 60 });
    expect(removed.length).toBeGreaterThan(1);
    expect(readPruned(first.storage, DIRECTORY)).toEqual(removed);
    const last = removed.at(-1)?.lastSeq ?? 0;
    expect(last).toBeLessThan(60);
    fill(first, 10, 5);
    first.writer.close();
    const report = openSmall(first.storage, { fromSeq: 61 }).report;
    expect(report).toMatchObject({ firstSeq: last + 1, lastSeq: 150, prunedToSeq: last });
    expect(report.segmentsPruned).toBe(removed.length);
    expect(readSmall(first.storage, { fromSeq: last + 1 })).toEqual(range(last + 1, 150));
    expect(() => readSmall(first.storage)).toThrow('start from a snapshot');
    const more = pruneSegments(first.storage, DIRECTORY, { ...SMALL, keepFromSeq: 1e9 });
    const ledger = readPruned(first.storage, DIRECTORY);
    expect(ledger).toEqual([...removed, ...more]);
    expect(readSmall(first.storage, { fromSeq: 150 })).toEqual([150]);
  });

  test('the segment being written always stays', () => {
    const { storage } = fresh();
    expect(pruneSegments(storage, DIRECTORY, { ...SMALL, keepFromSeq: 1e9 })).toEqual([]);
  });

  test('a damaged ledger, or one that does not fit the segments, is refused', () => {
    const storage = makeJournal(20, 5);
    const removed = pruneSegments(storage, DIRECTORY, { ...SMALL, keepFromSeq: 60 });
    const path = `${DIRECTORY}/pruned.ledger`;
    const text = new TextDecoder().decode(storage.peek(path));
    const lines = text.split('\n');
    const put = (changed: string): void => storage.poke(path, new TextEncoder().encode(changed));
    const without = (at: number): string => lines.filter((_, line) => line !== at).join('\n');
    for (let at = 0; at <= removed.length; at += 1) {
      put(without(at));
      expect(() => readSmall(storage, { fromSeq: 60 }), `line ${at}`).toThrow(JournalDamageError);
    }
    put(text.slice(0, -1));
    expect(() => readSmall(storage, { fromSeq: 60 })).toThrow('a line break at the end');
    put(text);
    storage.remove(segmentPath(removed.length + 1));
    expect(() => readSmall(storage, { fromSeq: 60 })).toThrow(`segment ${removed.length + 1}`);
  });
});
