/** Roots of reserves on a disk: a chain that power cuts and damage do not fork, and a proof for every owner. */
import { liabilitiesOf, restoreCore, snapshotCore } from '@halcyon/core';
import {
  brokenRoot,
  checkReserves,
  FIRST_LINK,
  type ReservesProof,
  reservesFault,
  wireUserId,
} from '@halcyon/domain';
import { Roots, takeSnapshot, verifyJournal } from '@halcyon/engine';
import { describe, expect, test } from 'vitest';
import { makeRoot } from '../../../engine/src/reserves/make-root.ts';
import { hashText, rootPath, rootSeqs } from '../../../engine/src/reserves/root-file.ts';
import { SimRandom } from '../storage/sim-random.ts';
import { SimPowerCut, type SimStorage } from '../storage/sim-storage.ts';
import { DiskVenue, FOLDER, sealOn } from './sealing-venue.ts';

function audit(disk: SimStorage) {
  return verifyJournal(disk, FOLDER, 'live', [], null).reserves;
}

function traded(snapshots: number): DiskVenue {
  const venue = new DiskVenue();
  for (let n = 0; n < snapshots; n++) {
    venue.trade();
    sealOn(venue.storage, venue);
  }
  return venue;
}

function isProof(proof: unknown): proof is ReservesProof {
  return typeof proof === 'object' && proof !== null;
}

/** Changes one byte of a file. */
function damageFile(disk: SimStorage, path: string, position: number): void {
  const handle = disk.open(path, 'write');
  const byte = new Uint8Array(1);
  disk.read(handle, byte, 0, 1, position);
  disk.write(handle, Uint8Array.of(byte[0]! ^ 1), 0, 1, position);
  disk.close(handle);
}

describe('roots of reserves', () => {
  test('INV-32 each snapshot makes one, which follows on the last and adds up', () => {
    const venue = traded(3);
    const roots = new Roots(venue.storage, FOLDER);
    const heads = roots.list();
    expect(heads).toHaveLength(3);
    expect(brokenRoot(hashText, heads, FIRST_LINK)).toBeNull();
    const newest = roots.root(venue.core.state.seq)!;
    expect(newest.time).toBe(venue.core.state.time);
    expect(reservesFault(hashText, newest)).toBeNull();
    expect(newest.assets.length).toBeGreaterThan(2);
    expect(audit(venue.storage)).toEqual({ roots: 3, remade: 3, link: newest.link });
    expect(roots.faults()).toEqual([]);
  });

  test('the thread stands back before one is made', () => {
    const venue = traded(1);
    venue.trade();
    const before = new Roots(venue.storage, FOLDER).list().length;
    const made: number[] = [];
    takeSnapshot(venue.storage, venue.job('one'), [], () => {
      made.push(new Roots(venue.storage, FOLDER).list().length);
    });
    expect(made).toEqual([before]);
    expect(new Roots(venue.storage, FOLDER).list()).toHaveLength(before + 1);
  });

  test('every owner has a proof of all that it is owed, and nobody else has one', () => {
    const { core, storage } = traded(1);
    const roots = new Roots(storage, FOLDER);
    const owned = new Map<string, Record<string, string>>();
    for (const { asset, owners } of liabilitiesOf(core.state)) {
      for (const [owner, { owed, owing }] of owners) {
        const all = owned.get(wireUserId(owner)) ?? {};
        all[core.state.assets[asset]!.code] = `${owed} ${owing}`;
        owned.set(wireUserId(owner), all);
      }
    }
    expect(owned.size).toBeGreaterThan(3);
    for (const [owner, units] of owned) {
      const proof = roots.proof(owner);
      expect(isProof(proof) && checkReserves(hashText, proof).name).toBe('proved');
      const proved = Object.entries((proof as ReservesProof).proofs);
      const told = proved.map(([code, { owed, owing }]) => [code, `${owed} ${owing}`]);
      expect(Object.fromEntries(told)).toEqual(units);
      for (const [, one] of proved) expect(JSON.stringify(one).length).toBeLessThan(4_096);
    }
    expect(roots.proof('9999999999')).toBe('none');
    expect(JSON.stringify(roots.proof([...owned.keys()][0]!))).not.toContain('seed');
  });

  test('whatever a power cut leaves, the next snapshot follows on what was told', () => {
    const venue = traded(1);
    venue.trade();
    const calm = venue.storage.clone();
    const before = calm.calls;
    sealOn(calm, venue);
    const calls = calm.calls - before;
    for (let at = 1; at <= calls; at++) {
      const disk = venue.storage.clone(new SimRandom(at));
      disk.setFault({ at, code: 'power-cut' });
      expect(() => takeSnapshot(disk, venue.job('one'), [])).toThrow(SimPowerCut);
      const image = disk.crashImage(new SimRandom(at));
      const left = new Roots(image, FOLDER).list();
      sealOn(image, venue);
      const all = new Roots(image, FOLDER);
      expect(all.list().slice(0, left.length)).toEqual(left);
      expect(all.list().map(({ seq }) => seq)).toEqual(rootSeqs(calm, FOLDER));
      expect(all.faults()).toEqual([]);
      expect(audit(image)).toMatchObject({ roots: 2, remade: 2 });
    }
  });

  test('the newest root comes back from the snapshot; an older one leaves a gap that is told', () => {
    const venue = traded(3);
    const [first, second, third] = rootSeqs(venue.storage, FOLDER);
    const told = new Roots(venue.storage, FOLDER).list();
    venue.storage.unlink(rootPath(FOLDER, third!));
    venue.trade();
    sealOn(venue.storage, venue);
    expect(new Roots(venue.storage, FOLDER).list().slice(0, 3)).toEqual(told);
    venue.storage.unlink(rootPath(FOLDER, second!));
    const roots = new Roots(venue.storage, FOLDER);
    expect(brokenRoot(hashText, roots.list(), FIRST_LINK)?.seq).toBe(third);
    expect(roots.faults()).toEqual([expect.stringContaining('a root of reserves before root-')]);
    expect(() => audit(venue.storage)).toThrow(/a root that follows on the link/);
    expect(first).toBe(told[0]!.seq);
  });

  test('a snapshot without a root still keeps the newest one', () => {
    const venue = traded(1);
    const [told] = new Roots(venue.storage, FOLDER).list();
    for (let n = 0; n < 3; n++) {
      venue.trade();
      const job = { ...venue.job('one'), root: false } as const;
      const standBack = () => expect.unreachable('no root is made');
      const { root } = takeSnapshot(venue.storage, job, [], standBack);
      expect(root).toBe(told!.link);
    }
    venue.storage.unlink(rootPath(FOLDER, told!.seq));
    venue.trade();
    sealOn(venue.storage, venue);
    const heads = new Roots(venue.storage, FOLDER).list();
    expect(heads[0]).toEqual(told);
    expect(heads).toHaveLength(2);
    expect(brokenRoot(hashText, heads, FIRST_LINK)).toBeNull();
  });

  test('a chain whose newest root is damaged in both places is not gone on with', () => {
    const venue = traded(1);
    const [seq] = rootSeqs(venue.storage, FOLDER);
    damageFile(venue.storage, rootPath(FOLDER, seq!), 40);
    expect(new Roots(venue.storage, FOLDER).end()).toBeNull();
    for (const name of venue.storage.list(FOLDER))
      if (name.endsWith('.state')) venue.storage.unlink(`${FOLDER}/${name}`);
    venue.trade();
    expect(sealOn(venue.storage, venue).root).toBeNull();
    const roots = new Roots(venue.storage, FOLDER);
    expect(roots.list()).toEqual([]);
    expect(roots.faults()).toEqual([
      expect.stringMatching(/^root-\d+\.json is damaged or missing$/),
    ]);
    expect(() => audit(venue.storage)).toThrow(/the root of reserves at/);
  });

  test('a byte of a tree that is another makes no other proof', () => {
    const { core, storage } = traded(1);
    const owner = wireUserId(liabilitiesOf(core.state)[0]!.owners[0]![0]);
    const sound = (new Roots(storage, FOLDER).proof(owner) as ReservesProof).proofs;
    const name = storage.list(`${FOLDER}/reserves`).find((one) => one.startsWith('tree-'))!;
    const path = `${FOLDER}/reserves/${name}`;
    const handle = storage.open(path, 'read');
    const size = storage.size(handle);
    storage.close(handle);
    let found = 0;
    for (let position = 0; position < size; position += 5) {
      const disk = storage.clone();
      damageFile(disk, path, position);
      const proof = new Roots(disk, FOLDER).proof(owner);
      if (proof === 'damaged') found += 1;
      // A rank that leads to nobody hides an asset: the page names those of which there is no proof.
      if (!isProof(proof)) continue;
      for (const [asset, one] of Object.entries(proof.proofs)) expect(one).toEqual(sound[asset]);
    }
    expect(found).toBeGreaterThan(size / 20);
  });

  test('a state that does not add up makes no root, and the chain goes on without it', () => {
    const { core, storage } = traded(1);
    const told = new Roots(storage, FOLDER).newest()!;
    const place = { ...told, previous: told.link };
    const { ledger } = restoreCore(snapshotCore(core)).state;
    const broken = { ...core.state, ledger, seq: told.seq + 1 } as typeof core.state;
    // The lowest bits of the newest balance: those of somebody who trades.
    ledger.words[(ledger.index.count - 1) * 4]! ^= 1;
    expect(() => makeRoot(storage, FOLDER, broken, place)).toThrow(/does not add up/);
    expect(new Roots(storage, FOLDER).end()).toBe(told.link);
  });

  test('roots of before are read a few at a time', () => {
    const { storage } = traded(3);
    const roots = new Roots(storage, FOLDER);
    expect([roots.learn(1), roots.learn(1), roots.learn(1), roots.learn(1)]).toEqual([
      ...[false, false, true, true],
    ]);
    expect(roots.list()).toHaveLength(3);
  });

  test('the trees of two roots are kept, the roots for ever', () => {
    const { storage } = traded(4);
    const names = storage.list(`${FOLDER}/reserves`);
    expect(names.filter((name) => name.startsWith('root-'))).toHaveLength(4);
    const trees = new Set(names.flatMap((name) => /^tree-(\d+)/.exec(name)?.[1] ?? []));
    expect([...trees].map(Number).sort((a, b) => a - b)).toEqual(
      rootSeqs(storage, FOLDER).slice(-2),
    );
  });
});
