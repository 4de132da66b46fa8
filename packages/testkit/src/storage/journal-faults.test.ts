import {
  isSpaceError,
  JournalFailedError,
  JournalFullError,
  type JournalWriter,
} from '@halcyon/journal';
import { describe, expect, test } from 'vitest';
import { type Fixture, fill, openSmall, payloadOf, range, SMALL } from './journal-fixture.ts';
import { SimRandom } from './sim-random.ts';
import { type SimCall, SimStorage } from './sim-storage.ts';

const FAULTS = range(1, 50);

/** Appends and commits single records until something is thrown; returns the last durable one. */
function workUntilError(fixture: Fixture, most = 200): { acked: number; error: unknown } {
  let acked = fixture.writer.committedSeq;
  try {
    for (let n = 0; n < most; n += 1) {
      fill(fixture, 1, 1);
      acked = fixture.writer.committedSeq;
    }
  } catch (error) {
    return { acked, error };
  }
  return { acked, error: undefined };
}

function expectDead(writer: JournalWriter, storage: SimStorage): void {
  const calls = storage.calls;
  const payload = payloadOf(writer.nextSeq);
  expect(() => writer.append(writer.nextSeq, payload, 0, payload.length)).toThrow(
    JournalFailedError,
  );
  expect(() => writer.commit()).toThrow(JournalFailedError);
  expect(() => writer.maintain(0)).toThrow(JournalFailedError);
  expect(() => writer.mark()).toThrow(JournalFailedError);
  writer.close();
  // It has not touched a file again: closing writes no mark.
  expect(storage.calls).toBe(calls);
}

describe('B3 an error of the disk', () => {
  const kinds: readonly (readonly SimCall[])[] = [
    ['syncData'],
    ['write'],
    ['syncData', 'syncDirectory', 'write', 'rename', 'open', 'unlink'],
  ];
  test.each(kinds.map((calls) => [calls.join(', '), calls] as const))(
    'at each of the first 50 calls of %s stops the journal for good; a new start loses nothing',
    (_name, calls) => {
      let failed = 0;
      for (const at of FAULTS) {
        const storage = new SimStorage(new SimRandom(at));
        const fixture = openSmall(storage);
        storage.setFault({ at, code: 'EIO', calls });
        const { acked, error } = workUntilError(fixture);
        expect(error, `fault ${at}`).toBeInstanceOf(JournalFailedError);
        expect((error as JournalFailedError).message).toContain('EIO');
        expect(fixture.writer.failure).toBe(error);
        expectDead(fixture.writer, storage);
        failed += 1;
        // The process goes down and comes back on the same machine, and then the power goes.
        storage.restartProcess();
        const again = openSmall(storage);
        expect(again.seqs.length).toBeGreaterThanOrEqual(acked);
        fill(again, 3, 2);
        const durable = again.writer.committedSeq;
        for (let image = 0; image < 4; image += 1) {
          const survivor = openSmall(storage.crashImage(new SimRandom(image)));
          expect(survivor.seqs).toEqual(range(1, durable));
        }
      }
      expect(failed).toBe(FAULTS.length);
    },
  );
});

describe('B4 a full disk', () => {
  test('at each of the first 50 calls is survived or stops the journal, and nothing is lost', () => {
    const outcomes = new Set<string>();
    for (const at of FAULTS) {
      const storage = new SimStorage(new SimRandom(at));
      const fixture = openSmall(storage);
      storage.setFault({ at, code: 'ENOSPC' });
      const { acked, error } = workUntilError(fixture, 60);
      if (error !== undefined) expect(error).toBeInstanceOf(JournalFailedError);
      outcomes.add(error === undefined ? 'survived' : 'stopped');
      storage.restartProcess();
      const again = openSmall(storage);
      expect(again.seqs.length).toBeGreaterThanOrEqual(acked);
      for (let image = 0; image < 4; image += 1) {
        const survivor = openSmall(storage.crashImage(new SimRandom(image)));
        expect(survivor.seqs.length).toBeGreaterThanOrEqual(again.seqs.length);
      }
    }
    // In the making of a reserve it is survived, in a commit it is not.
    expect(outcomes).toEqual(new Set(['survived', 'stopped']));
  });

  /** Fills a disk on which `segments` segments fit, with whatever rest of bytes, until full. */
  function fillDisk(segments: number, rest: number): { fixture: Fixture; spaces: string[] } {
    const storage = new SimStorage(new SimRandom(rest));
    storage.setCapacity(segments * SMALL.segmentBytes + rest);
    const fixture = openSmall(storage);
    const spaces: string[] = [];
    while (fixture.writer.space !== 'full') {
      if (spaces.at(-1) !== fixture.writer.space) spaces.push(fixture.writer.space);
      fill(fixture, 1, 2);
    }
    return { fixture, spaces };
  }

  test('is known while the reserve is left; no record is half there, whatever fits', () => {
    for (const rest of [0, 1, 7, 100, 255, 256, 500, 1000, 1023]) {
      const { fixture, spaces } = fillDisk(5, rest);
      expect(spaces).toEqual(['ok', 'reserve']);
      const { storage, writer } = fixture;
      const acked = writer.committedSeq;
      // The engine looks at `space` first; who does not is refused before anything is written.
      const { error } = workUntilError(fixture, 50);
      expect(error).toBeInstanceOf(JournalFullError);
      expect(writer.failure).toBeInstanceOf(JournalFailedError);
      storage.restartProcess();
      const again = openSmall(storage);
      expect(again.seqs.length).toBeGreaterThanOrEqual(acked);
      expect(again.writer.space).not.toBe('ok');
    }
  });

  test('ends when space returns, and is tried again once a second', () => {
    const { fixture } = fillDisk(4, 300);
    const { storage, writer } = fixture;
    writer.maintain(10_000);
    expect(writer.space).toBe('full');
    storage.setCapacity(20 * SMALL.segmentBytes);
    const calls = storage.calls;
    writer.maintain(10_500);
    expect(storage.calls).toBe(calls);
    expect(writer.space).toBe('full');
    writer.maintain(11_000);
    expect(writer.space).toBe('ok');
    const before = writer.committedSeq;
    fill(fixture, 20, 2);
    expect(writer.committedSeq).toBe(before + 40);
    writer.close();
    expect(openSmall(storage).seqs).toEqual(range(1, before + 40));
  });

  test('refuses to begin where not even one segment fits', () => {
    const storage = new SimStorage(new SimRandom(1));
    storage.setCapacity(SMALL.segmentBytes - 1);
    expect(() => openSmall(storage)).toThrow(JournalFullError);
    storage.setCapacity(SMALL.segmentBytes);
    expect(openSmall(storage).writer.space).toBe('reserve');
  });

  test('in a commit, after a short write, leaves no part of the record', () => {
    for (const at of FAULTS) {
      const storage = new SimStorage(new SimRandom(at));
      const fixture = openSmall(storage);
      fill(fixture, 2, 2);
      storage.setFault({ at: 1, code: 'ENOSPC', calls: ['write'] });
      const { acked, error } = workUntilError(fixture, 1);
      expect((error as JournalFailedError).cause).toSatisfy(isSpaceError);
      storage.restartProcess();
      const { seqs } = openSmall(storage);
      expect([acked, acked + 1]).toContain(seqs.length);
      expect(seqs).toEqual(range(1, seqs.length));
    }
  });
});

describe('a sync that failed', () => {
  test('of an end mark does not lose it, though the file shows it at the next start', () => {
    const storage = new SimStorage(new SimRandom(3));
    const fixture = openSmall(storage);
    fill(fixture, 2, 2);
    // The second sync of a new segment is that of the end mark.
    storage.setFault({ at: 2, code: 'EIO', calls: ['syncData'] });
    expect(() => fixture.writer.roll()).toThrow(JournalFailedError);
    storage.restartProcess();
    const again = openSmall(storage);
    fill(again, 1, 1);
    for (let image = 0; image < 50; image += 1) {
      const survivor = openSmall(storage.crashImage(new SimRandom(image)));
      expect(survivor.seqs).toEqual(range(1, 5));
    }
  });
});
