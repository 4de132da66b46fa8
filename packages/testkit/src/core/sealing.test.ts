/** A power cut at every call of a snapshot that seals: the next one goes on, and nothing is sealed twice. */
import { FIRST_LINK } from '@halcyon/domain';
import { Seals, takeSnapshot } from '@halcyon/engine';
import { expect, test } from 'vitest';
import { SealReader, writeTree } from '../../../engine/src/seals/seal-file.ts';
import { SEAL_FORM, sealPlaces, writeLink } from '../../../engine/src/seals/seal-record.ts';
import { SimRandom } from '../storage/sim-random.ts';
import { SimPowerCut } from '../storage/sim-storage.ts';
import { auditOf as audit, FOLDER, Trading } from './sealing-venue.ts';

test('whatever a power cut leaves, the next snapshot seals what was not sealed', () => {
  const venue = new Trading();
  venue.trade();
  takeSnapshot(venue.storage, venue.job('one'), []);
  const first = new Seals(venue.storage, FOLDER).list();
  venue.trade();
  const calm = venue.storage.clone();
  const before = calm.calls;
  takeSnapshot(calm, venue.job('one'), []);
  const calls = calm.calls - before;
  expect(calls).toBeGreaterThan(8);
  let sealedByCut = 0;
  for (let at = 1; at <= calls; at++) {
    for (let style = 0; style < 4; style++) {
      const disk = venue.storage.clone(new SimRandom(at));
      disk.setFault({ at, code: 'power-cut' });
      expect(() => takeSnapshot(disk, venue.job('one'), [])).toThrow(SimPowerCut);
      const image = disk.crashImage(new SimRandom(at * 4 + style));
      const left = new Seals(image, FOLDER).list();
      expect(left.slice(0, 1)).toEqual(first);
      sealedByCut += left.length - 1;
      const { sealed } = takeSnapshot(image, venue.job('one'), []);
      expect(sealed === null).toBe(left.length === 2);
      const all = new Seals(image, FOLDER).list();
      expect(all.slice(0, left.length)).toEqual(left);
      expect(all.map(({ from, to }) => [from, to])).toEqual([
        [1, first[0]!.to],
        [first[0]!.to + 1, venue.core.state.seq],
      ]);
      const { seals, receipts, link } = audit(image);
      expect([seals, link]).toEqual([2, all[1]!.link]);
      expect(receipts).toBeGreaterThan(0);
    }
  }
  expect(sealedByCut).toBeGreaterThan(0);
});

test('a folder of a version before seals begins to be sealed where its snapshot stands', () => {
  const venue = new Trading();
  venue.trade();
  const { seq } = venue.core.state;
  expect(takeSnapshot(venue.storage, venue.job(), []).sealed).toBeNull();
  venue.trade();
  takeSnapshot(venue.storage, venue.job('one'), []);
  const [seal, none] = new Seals(venue.storage, FOLDER).list();
  expect(seal).toMatchObject({ from: seq + 1, to: venue.core.state.seq, previous: FIRST_LINK });
  expect(none).toBeUndefined();
  expect(audit(venue.storage)).toMatchObject({ seals: 1, remade: seal!.receipts });
});

test('a snapshot where one was taken seals nothing, and one behind a seal is refused', () => {
  const venue = new Trading();
  venue.trade();
  const earlier = venue.job('one');
  venue.trade();
  takeSnapshot(venue.storage, venue.job('one'), []);
  expect(takeSnapshot(venue.storage, venue.job('one'), []).sealed).toBeNull();
  const disk = venue.storage.clone();
  for (const name of disk.list(FOLDER))
    if (name.endsWith('.state')) disk.remove(`${FOLDER}/${name}`);
  expect(() => takeSnapshot(disk, earlier, [])).toThrow(/receipts are sealed to/);
});

test('what a version with other receipts sealed is checked, but not made again', () => {
  const venue = new Trading();
  venue.trade();
  takeSnapshot(venue.storage, venue.job('one'), []);
  const [place] = sealPlaces(venue.storage, FOLDER);
  const reader = new SealReader(venue.storage, place!.tree);
  const tree = reader.tree();
  reader.close();
  for (const path of [place!.tree, place!.link]) venue.storage.remove(path);
  const record = { ...reader.record, form: SEAL_FORM + 1 };
  writeTree(venue.storage, FOLDER, record, tree);
  writeLink(venue.storage, FOLDER, record);
  expect(audit(venue.storage)).toMatchObject({ seals: 1, remade: 0 });
});
