/** A power cut at every call of a snapshot that seals: the next one goes on, and nothing is sealed twice. */
import { Core, RULES_VERSION } from '@halcyon/core';
import {
  entryReceipt,
  FIRST_LINK,
  type PostingEvent,
  parseReceiptFile,
  type Receipt,
  type ReceiptProof,
  receiptFileText,
  receiptHead,
  receiptVerdict,
  sha256,
} from '@halcyon/domain';
import { Seals, takeSnapshot } from '@halcyon/engine';
import { JournalTail } from '@halcyon/journal';
import { expect, test } from 'vitest';
import { Replayer } from '../../../engine/src/replay.ts';
import { SealReader, writeTree } from '../../../engine/src/seals/seal-file.ts';
import { SEAL_FORM, sealPlaces, writeLink } from '../../../engine/src/seals/seal-record.ts';
import { Sealer } from '../../../engine/src/seals/sealer.ts';
import { SimRandom } from '../storage/sim-random.ts';
import { SimPowerCut } from '../storage/sim-storage.ts';
import { auditOf as audit, DiskVenue, FOLDER } from './sealing-venue.ts';

/** What a cut at one call may leave: so many of its images. */
const IMAGES = Number(process.env['HALCYON_CUT_IMAGES'] ?? 2);

test('whatever a power cut leaves, the next snapshot seals what was not sealed', () => {
  const venue = new DiskVenue();
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
  const tried = new Set<string>();
  for (let at = 1; at <= calls; at++) {
    const disk = venue.storage.clone(new SimRandom(at));
    disk.setFault({ at, code: 'power-cut' });
    expect(() => takeSnapshot(disk, venue.job('one'), [])).toThrow(SimPowerCut);
    for (let style = 0; style < IMAGES; style++) {
      const image = disk.crashImage(new SimRandom(at * IMAGES + style));
      // Most cuts leave what another has left.
      const known = tried.size;
      if (tried.add(image.digest()).size === known) continue;
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
  const venue = new DiskVenue();
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
  const venue = new DiskVenue();
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

/** The receipt of a payment of the fund. */
function fundReceipt({ core }: DiskVenue, posting: PostingEvent): Receipt {
  const { account, seq, time, reason, reference, available, availableDelta: amount } = posting;
  const head = receiptHead({ exchange: 'one', venue: 'live', account, seq, time });
  const coin = core.state.assets[posting.asset]!;
  const entry = { reason, reference, amount, balance: available };
  return entryReceipt(head, { symbol: '', coin }, entry);
}

test('a payment of the protection fund is sealed, and its receipt names nobody', () => {
  const venue = new DiskVenue();
  venue.trade();
  const paid = venue.payFund(500n);
  takeSnapshot(venue.storage, venue.job('one'), []);
  const receipt = fundReceipt(venue, paid);
  expect(receipt).toMatchObject({ account: 'fund', user: '1000000000', reason: 'deposit' });
  const seals = new Seals(venue.storage, FOLDER);
  const proof = seals.proof(receipt) as ReceiptProof;
  const file = parseReceiptFile(receiptFileText({ receipt, proof }));
  expect(receiptVerdict(sha256, file, seals.list()).name).toBe('proved');
  const more = { ...file, receipt: { ...receipt, change: '501' } as Receipt };
  expect(receiptVerdict(sha256, more, seals.list()).name).toBe('differs');
  const { remade } = audit(venue.storage);
  expect(remade).toBe(seals.list()[0]!.receipts);
});

test('a seal of a version before the fund had receipts is made again as it was', () => {
  const venue = new DiskVenue();
  venue.trade();
  const paid = venue.payFund(500n);
  const disk = venue.storage.clone();
  takeSnapshot(disk, venue.job('one'), []);
  const { receipts } = new Seals(disk, FOLDER).list()[0]!;
  const [core, tail] = [new Core(), tailOf(venue)];
  const source = { exchange: 'one', venue: 'live' } as const;
  const start = { to: 0, link: FIRST_LINK };
  const sealer = new Sealer(core.state, source, start, new Uint8Array(32), 1);
  const replayer = new Replayer(core, ({ log }) => sealer.learn(log.decode()), 1);
  tail.readTo(venue.core.state.seq, replayer.record);
  replayer.flush();
  const old = sealer.write(venue.storage, FOLDER, tail.chainHash());
  tail.close();
  expect([old.form, old.receipts]).toEqual([1, receipts - 1]);
  expect(audit(venue.storage)).toMatchObject({ seals: 1, remade: receipts - 1 });
  const seals = new Seals(venue.storage, FOLDER);
  expect(seals.proof(fundReceipt(venue, paid))).toBe('older');
  expect(seals.isOfOtherForm(paid.seq)).toBe(false);
  const [place] = sealPlaces(venue.storage, FOLDER);
  venue.storage.remove(place!.tree);
  const { seals: mended } = takeSnapshot(venue.storage, venue.job('one'), []);
  expect(mended).toEqual({ mended: [expect.stringContaining('.tree')], lost: [] });
});

/** Of its journal, from the first command on. */
function tailOf({ storage }: DiskVenue): JournalTail {
  return new JournalTail(storage, FOLDER, {
    venue: 'live',
    rulesVersion: RULES_VERSION,
    fromSeq: 1,
  });
}

test('what a version with other receipts sealed is checked, but not made again', () => {
  const venue = new DiskVenue();
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
