/** Every verdict over a receipt, from a tree of two receipts that is built here by hand. */
import { expect, test } from 'vitest';
import { sha256 } from '../sha256.ts';
import { parseSeals } from './read-receipt.ts';
import type { Receipt } from './receipt.ts';
import {
  FIRST_LINK,
  hexOfBytes,
  leafHash,
  nodeHash,
  type ReceiptProof,
  receiptText,
  type Seal,
  type SealAnswer,
  sealLink,
} from './receipt-proof.ts';
import { receiptVerdict } from './receipt-verdict.ts';

const RECEIPT: Receipt = {
  version: 1,
  exchange: 'x',
  venue: 'live',
  user: '1000000016',
  account: 'spot',
  seq: 9,
  time: 1_790_000_000_000,
  kind: 'entry',
  coin: 'USDT',
  reason: 'deposit',
  symbol: '',
  reference: '',
  before: '0',
  change: '5',
  after: '5',
};
const SALT = '0f'.repeat(16);
const NEIGHBOUR = sha256('another receipt');
const ROOT = nodeHash(sha256, NEIGHBOUR, leafHash(sha256, SALT, receiptText(RECEIPT)));

function answerOf(seal: Seal): SealAnswer {
  return { ...seal, link: sealLink(sha256, seal) };
}

const FIRST = answerOf({
  ...{ exchange: 'x', venue: 'live', from: 1, to: 20, receipts: 2, previous: FIRST_LINK },
  journal: '1'.repeat(64),
  root: hexOfBytes(ROOT),
});
const SECOND = answerOf({
  ...{ exchange: 'x', venue: 'live', from: 21, to: 30, receipts: 0, previous: FIRST.link },
  journal: '2'.repeat(64),
  root: FIRST_LINK,
});
const PROOF: ReceiptProof = {
  salt: SALT,
  path: [['left', hexOfBytes(NEIGHBOUR)]],
  seal: {
    ...{ from: 1, to: 20, receipts: 2, previous: FIRST_LINK },
    journal: '1'.repeat(64),
  },
};

const verdict = (receipt: Receipt, proof: ReceiptProof | null, seals: readonly SealAnswer[]) =>
  receiptVerdict(sha256, { receipt, proof }, seals);

test('a list of seals that says something twice is none', () => {
  const text = JSON.stringify([FIRST]);
  expect(parseSeals(text)).toEqual([FIRST]);
  const twice = text.replace('{', '{"root":"0",');
  expect(() => parseSeals(twice)).toThrow('root is in it twice');
});

test('a receipt is proved by its seal, in a list that holds together', () => {
  const told = { name: 'proved', seal: FIRST, last: SECOND };
  expect(verdict(RECEIPT, PROOF, [FIRST, SECOND])).toEqual(told);
  expect(verdict(RECEIPT, PROOF, [FIRST])).toEqual({ ...told, last: FIRST });
});

test('a changed receipt or proof differs, and so does one whose seal the list lacks', () => {
  const differs = { name: 'differs' };
  expect(verdict({ ...RECEIPT, after: '6' } as Receipt, PROOF, [FIRST, SECOND])).toEqual(differs);
  expect(verdict({ ...RECEIPT, seq: 21 }, PROOF, [FIRST, SECOND])).toEqual(differs);
  expect(verdict(RECEIPT, { ...PROOF, salt: '1f'.repeat(16) }, [FIRST])).toEqual(differs);
  expect(verdict(RECEIPT, PROOF, [SECOND])).toEqual(differs);
  expect(verdict(RECEIPT, PROOF, [])).toEqual(differs);
});

test('a list that does not hold together proves nothing', () => {
  const broken = { name: 'broken', seal: FIRST };
  expect(verdict(RECEIPT, PROOF, [SECOND, FIRST])).toEqual(broken);
  const changed = { ...SECOND, receipts: 1 };
  expect(verdict(RECEIPT, PROOF, [FIRST, changed])).toEqual({ name: 'broken', seal: changed });
});

test('a receipt of another exchange, and a file without a proof', () => {
  const foreign = { name: 'foreign', exchange: 'x' };
  expect(verdict({ ...RECEIPT, exchange: 'y' }, PROOF, [FIRST])).toEqual(foreign);
  expect(verdict(RECEIPT, null, [FIRST])).toEqual({ name: 'unproved' });
});
