/** The worked example of docs/receipts.md: its checker in a folder with its two files, and ours. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  parseReceiptFile,
  parseSeals,
  provenSeal,
  receiptFileText,
  receiptText,
  receiptVerdict,
  sealLink,
  sha256,
} from '@halcyon/domain';
import { afterAll, expect, test } from 'vitest';

const TEXT = readFileSync(join(import.meta.dirname, '../../docs/receipts.md'), 'utf8');
const BLOCKS = [...TEXT.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)].map((block) => block[2] ?? '');
const [RECEIPT = '', SEALS = '', OWN = '', PROGRAM = ''] = BLOCKS;
const folder = mkdtempSync(join(tmpdir(), 'halcyon-receipts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function checked(receipt: string, seals: string): string {
  const files = { 'receipt.json': receipt, 'seals.json': seals, 'check.mjs': PROGRAM };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return execFileSync(process.execPath, ['check.mjs'], { cwd: folder, encoding: 'utf8' }).trim();
}

test('the example is proved, by its own checker and by ours', () => {
  const file = parseReceiptFile(RECEIPT);
  const seals = parseSeals(SEALS);
  expect(receiptText(file.receipt)).toBe(OWN.trim());
  expect(receiptVerdict(sha256, file, seals)).toMatchObject({ name: 'proved', seal: seals[0] });
  expect(checked(RECEIPT, SEALS)).toBe(`proved: ${seals[0]?.link}`);
});

test('what was changed is not proved', () => {
  expect(checked(RECEIPT.replace('"5"', '"6"'), SEALS)).toBe('not proved');
  expect(checked(RECEIPT, SEALS.replace('"receipts": 2', '"receipts": 3'))).toBe('not proved');
});

test('both checkers write letters beyond ASCII alike', () => {
  const { receipt, proof } = parseReceiptFile(RECEIPT);
  const named = { receipt: { ...receipt, exchange: 'bö€rse\u007f😀' }, proof };
  const seal = provenSeal(sha256, named.receipt, proof!)!;
  const link = sealLink(sha256, seal);
  const list = JSON.stringify([{ ...seal, link }]);
  expect(checked(receiptFileText(named), list)).toBe(`proved: ${link}`);
});
