/** The worked example of docs/reserves.md: its checker in a folder with its two files, and ours. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ReservesProof, readReservesProof } from '@halcyon/domain';
import { afterAll, expect, test } from 'vitest';
import { verifyReserves } from '../../apps/web/src/stand-alone/verify-reserves.ts';

const TEXT = readFileSync(join(import.meta.dirname, '../../docs/reserves.md'), 'utf8');
const BLOCKS = [...TEXT.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)].map((block) => block[2] ?? '');
const [PROOF = '', ROOTS = '', PROGRAM = ''] = BLOCKS;
const folder = mkdtempSync(join(tmpdir(), 'halcyon-reserves-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function checked(proof: string, roots: string): string {
  const files = { 'proof.json': proof, 'roots.json': roots, 'check.mjs': PROGRAM };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return execFileSync(process.execPath, ['check.mjs'], { cwd: folder, encoding: 'utf8' }).trim();
}

test('the example is proved, by its own checker and by ours', () => {
  const { root } = readReservesProof(PROOF) as ReservesProof;
  expect(checked(PROOF, ROOTS)).toBe(`proved: ${root.link}`);
  const { isProved, lines } = verifyReserves(PROOF, ROOTS);
  expect(isProved, lines.join('; ')).toBe(true);
  expect(lines[1]).toBe(
    'USDT: 50 owed to you, 20 owed by you (account 1000000017); 200 owed to all, reserves 230.1.',
  );
});

test.each([
  ['"owed": "50000000"', '"owed": "50000001"'],
  ['"owing": "20000000",\n      "index"', '"owing": "19000000",\n      "index"'],
  ['"fees": "100000"', '"fees": "200000"'],
  ['"reserves": "230100000"', '"reserves": "330100000"'],
  ['"time": 1790000000000', '"time": 1790000000001'],
])('what was changed is proved by neither: %s', (sound, changed) => {
  const forged = PROOF.replace(sound, changed);
  expect(forged).not.toBe(PROOF);
  expect(checked(forged, ROOTS)).toBe('not proved');
  expect(verifyReserves(forged, ROOTS).isProved).toBe(false);
});

test('a leaf of another account, or none, proves nothing', () => {
  expect(verifyReserves(PROOF, ROOTS, '1000000017').isProved).toBe(true);
  const { isProved, lines } = verifyReserves(PROOF, ROOTS, '1000000018');
  expect([isProved, ...lines]).toEqual([false, 'The leaf of USDT is of another account.']);
  const none = JSON.stringify({ ...(JSON.parse(PROOF) as object), proofs: {} });
  expect(checked(none, ROOTS)).toBe('not proved');
  expect(verifyReserves(none, ROOTS).isProved).toBe(false);
});

test.each([
  ['"owed": "50000000"', '"owed": "90000000", "owed": "50000000"', 'owed'],
  ['"fees": "100000"', '"fees": "0", "f\\u0065es": "100000"', 'fees'],
  ['"owed": "50000000"', '"owed": "50000000", "bonus": "90000000"', 'bonus'],
  ['"fees": "100000"', '"fees": "100000", "constructor": "0"', 'constructor'],
  ['"rules": 13', '"rules": 13, "audited": true', 'audited'],
  ['{', '{ "note": "all is well",', 'note'],
])('what nothing covers is read by nobody: %s', (sound, changed, field) => {
  const forged = PROOF.replace(sound, changed);
  expect(forged).not.toBe(PROOF);
  const { isProved, lines } = verifyReserves(forged, ROOTS);
  expect([isProved, ...lines]).toEqual([
    false,
    `This is no proof of reserves: the field ${field}.`,
  ]);
});

test('a list that lacks the root, or was changed, proves nothing', () => {
  const twice = ROOTS.replace('"rules": 13', '"rules": 12, "rules": 13');
  expect(verifyReserves(PROOF, twice).lines).toEqual([
    'The list of roots has the field rules twice.',
  ]);
  for (const roots of ['[]', ROOTS.replace('"rules": 13', '"rules": 12')]) {
    expect(checked(PROOF, roots)).toBe('not proved');
    expect(verifyReserves(PROOF, roots).isProved).toBe(false);
  }
});
