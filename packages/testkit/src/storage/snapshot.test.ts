import {
  JournalConfigError,
  JournalVersionError,
  listSnapshots,
  loadSnapshot,
  pruneSnapshots,
  readSnapshot,
  type Snapshot,
  snapshotName,
  writeSnapshot,
} from '@halcyon/journal';
import { describe, expect, test } from 'vitest';
import { fc } from '../core/properties.ts';
import { SimRandom } from './sim-random.ts';
import { SimStorage } from './sim-storage.ts';

const DIRECTORY = '/snapshots';

function make(seq: number, parts: Iterable<[string, Uint8Array]> = []): Snapshot {
  return { seq, rulesVersion: 3, chainHash: new Uint8Array(32).fill(seq), parts: new Map(parts) };
}

const fresh = (): SimStorage => new SimStorage(new SimRandom(1));

describe('a snapshot', () => {
  test('gives back every part, in order', () => {
    const part = fc.tuple(fc.string({ minLength: 1, maxLength: 30 }), fc.uint8Array());
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), fc.nat(1e9), (parts, seq) => {
        const storage = fresh();
        const snapshot = make(seq, parts);
        const path = writeSnapshot(storage, DIRECTORY, snapshot);
        const read = readSnapshot(storage, path);
        expect(read).toEqual(snapshot);
        expect([...read.parts.keys()]).toEqual([...snapshot.parts.keys()]);
      }),
      { numRuns: 100 },
    );
  });

  test('is durable when it is written: any power cut after shows it, any before the last one', () => {
    for (let at = 1; at <= 12; at += 1) {
      for (let image = 0; image < 10; image += 1) {
        const storage = fresh();
        writeSnapshot(storage, DIRECTORY, make(10, [['a', new Uint8Array(900).fill(1)]]));
        storage.setFault({ at, code: 'power-cut' });
        let seq = 10;
        try {
          writeSnapshot(storage, DIRECTORY, make(20, [['a', new Uint8Array(900).fill(2)]]));
          seq = 20;
        } catch {
          // The power was cut: either may be the newest now, but a sound one there must be.
        }
        const loaded = loadSnapshot(storage.crashImage(new SimRandom(image)), DIRECTORY, 3);
        expect(loaded.skipped).toEqual([]);
        expect(loaded.snapshot?.seq).toBeGreaterThanOrEqual(seq);
      }
    }
  });

  test('replaces an unfinished one, and one of the same sequence', () => {
    const storage = fresh();
    storage.poke(`${DIRECTORY}/${snapshotName(7)}.part`, new Uint8Array(3));
    writeSnapshot(storage, DIRECTORY, make(8));
    writeSnapshot(storage, DIRECTORY, make(8, [['x', new Uint8Array(1)]]));
    expect(storage.list(DIRECTORY)).toEqual([snapshotName(8)]);
    expect(loadSnapshot(storage, DIRECTORY, 3).snapshot?.parts.size).toBe(1);
  });

  test('of newer rules is refused, not passed over', () => {
    const storage = fresh();
    writeSnapshot(storage, DIRECTORY, make(8));
    expect(() => loadSnapshot(storage, DIRECTORY, 2)).toThrow(JournalVersionError);
    expect(() => loadSnapshot(storage, DIRECTORY, 2)).toThrow('rules 3');
  });

  test('under a wrong name is passed over', () => {
    const storage = fresh();
    const path = writeSnapshot(storage, DIRECTORY, make(8));
    storage.poke(`${DIRECTORY}/${snapshotName(9)}`, storage.peek(path));
    const { snapshot, skipped } = loadSnapshot(storage, DIRECTORY, 3);
    expect(snapshot?.seq).toBe(8);
    expect(skipped[0]?.reason).toContain('sequence 9, as the file is named');
  });

  test('with parts out of limits is refused by name', () => {
    const write = (snapshot: Snapshot): (() => unknown) => {
      return () => writeSnapshot(fresh(), DIRECTORY, snapshot);
    };
    expect(write(make(1, [['', new Uint8Array(1)]]))).toThrow(JournalConfigError);
    expect(write(make(1, [['n'.repeat(129), new Uint8Array(1)]]))).toThrow('part name of 129');
    expect(write({ ...make(1), chainHash: new Uint8Array(31) })).toThrow('chain hash of 31');
    expect(write(make(-1))).toThrow('sequence -1');
  });

  test('is removed when enough newer ones are proved', () => {
    const storage = fresh();
    for (const seq of [5, 10, 15, 20, 25]) writeSnapshot(storage, DIRECTORY, make(seq));
    const removed = pruneSnapshots(storage, DIRECTORY, { keep: 2, provedSeq: 20 });
    expect(removed.map(({ seq }) => seq)).toEqual([10, 5]);
    expect(listSnapshots(storage, DIRECTORY).map(({ seq }) => seq)).toEqual([25, 20, 15]);
    pruneSnapshots(storage, DIRECTORY, { keep: 0, provedSeq: 20 });
    expect(listSnapshots(storage, DIRECTORY).map(({ seq }) => seq)).toEqual([25, 20]);
  });
});
