/**
 * Receipts of a data folder whose seals were made by a version whose receipts read otherwise, or were
 * damaged: `verify --receipt` says so, and health names the file.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Receipt, type ReceiptProof, receiptFileText } from '@halcyon/domain';
import { Seals } from '@halcyon/engine';
import { FileStorage } from '@halcyon/journal';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { SealReader, writeTree } from '../../../../packages/engine/src/seals/seal-file.ts';
import {
  SEAL_FORM,
  type SealPlace,
  sealPlaces,
  writeLink,
} from '../../../../packages/engine/src/seals/seal-record.ts';
import { receiptOf } from '../../../../packages/gateway/src/translate/receipts.ts';
import { CommandGenerator } from '../../../../packages/testkit/src/core/generator.ts';
import { historyOf, type ReceiptHistory } from '../../../../test/support/receipt-history.ts';
import { layoutOf } from '../exchange/layout.ts';
import { VenueSeals } from '../exchange/venue-seals.ts';
import { verifyReceipt } from './verify-receipt.ts';

const EXCHANGE = 'one';
const HANGS_MS = 120_000;
const AN_HOUR_MS = 3_600_000;

const root = mkdtempSync(join(tmpdir(), 'halcyon-forms-'));
const { journal } = layoutOf(root);
const storage = new FileStorage();
let history: ReceiptHistory;
let receipt: Receipt;
let proof: ReceiptProof;
let place: SealPlace;

beforeAll(async () => {
  mkdirSync(journal, { recursive: true });
  const at = { storage, folder: journal, files: root, count: 300, exchange: EXCHANGE };
  history = await historyOf(new CommandGenerator(5), at);
  writeFileSync(join(journal, 'exchange.json'), JSON.stringify({ id: EXCHANGE, parts: [] }));
  // One that the kept journal can still make again.
  place = sealPlaces(storage, journal).at(-1)!;
  const row = await history.database.db
    .selectFrom('fills')
    .select(['account', 'trade', 'liquidity'])
    .orderBy('seq', 'desc')
    .executeTakeFirstOrThrow();
  const asked = { exchange: EXCHANGE, of: 'fill', account: row.account, id: row.trade } as const;
  const liquidity = row.liquidity as 0 | 1;
  receipt = (await receiptOf(history.venueContext, { ...asked, liquidity }))!;
  proof = new Seals(storage, journal).proof(receipt) as ReceiptProof;
  expect(proof).toMatchObject({ salt: expect.any(String) });
}, HANGS_MS);
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  await history.database.close();
  rmSync(root, { recursive: true, force: true });
});

/** @returns exit code and what it prints */
function verify(given: Receipt, own: ReceiptProof | null): readonly [number, string] {
  const file = join(root, 'receipt.json');
  writeFileSync(file, receiptFileText({ receipt: given, proof: own }));
  let text = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((part) => {
    text += String(part);
    return true;
  });
  return [verifyReceipt(root, file, null), text];
}

/** Seals the same receipts as if by a version of another form. */
function sealedInForm(form: number): void {
  const reader = new SealReader(storage, place.tree);
  const tree = reader.tree();
  reader.close();
  const record = { ...reader.record, form };
  writeTree(storage, journal, record, tree);
  writeLink(storage, journal, record);
}

/** As it reads in this version, where it was sealed otherwise. */
function readOtherwise(): Receipt {
  return { ...receipt, time: receipt.time + 1 };
}

test('a receipt of an older form is told as one, and not as a lie', () => {
  expect(verify(receipt, proof)).toEqual([0, expect.stringContaining('equal to what the journal')]);
  expect(verify(readOtherwise(), null)).toEqual([1, expect.stringContaining('DIFFERENT time')]);
  expect(new Seals(storage, journal).proof(readOtherwise())).toBeNull();
  sealedInForm(SEAL_FORM + 1);
  expect(new Seals(storage, journal).proof(readOtherwise())).toBe('older');
  expect(new Seals(storage, journal).proof(receipt)).toEqual(proof);
  const [code, text] = verify(readOtherwise(), null);
  expect([code, text]).toEqual([3, expect.stringContaining('made by an older form')]);
  expect(text).not.toContain('DIFFERENT');
  const proven = verify(receipt, proof);
  expect(proven).toEqual([0, expect.stringContaining('proved by the seal of commands')]);
  expect(proven[1]).toContain('made by an older form');
  // A proof that leads nowhere is a lie in every form.
  expect(verify(readOtherwise(), proof)).toEqual([
    1,
    expect.stringContaining('DIFFERENT its proof leads to none of the seals'),
  ]);
  sealedInForm(SEAL_FORM);
});

test('a damaged seal is told by health and by verify --receipt, until it is put back', () => {
  const seals = new VenueSeals({ journal }, () => {});
  const whole = readFileSync(place.tree);
  const name = `seal-${String(place.to).padStart(16, '0')}.tree`;
  expect(seals.health()).toEqual({ state: 'ok', detail: '' });
  writeFileSync(place.tree, whole.subarray(0, whole.length / 4));
  const told = { state: 'degraded', detail: `${name} is damaged: its receipts have no proof` };
  expect(seals.proof(receipt)).toBe('damaged');
  expect(seals.health()).toEqual(told);
  expect(verify(receipt, null)[0]).toBe(0);
  rmSync(place.tree);
  expect(verify(receipt, null)).toEqual([0, expect.stringContaining(`${name} is missing`)]);
  const later = performance.now() + AN_HOUR_MS;
  vi.spyOn(performance, 'now').mockReturnValue(later);
  expect(seals.health().detail).toContain(`${name} is missing`);
  writeFileSync(place.tree, whole);
  vi.spyOn(performance, 'now').mockReturnValue(2 * later);
  expect(seals.health()).toEqual({ state: 'ok', detail: '' });
  expect(seals.proof(receipt)).toEqual(proof);
});
