/**
 * Receipts of random histories, made from the rows, prove that they were sealed when their commands were
 * carried out again; and every way of changing one of them, of its proof or of the files is told.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  brokenSeal,
  LoanCause,
  provenSeal,
  type Receipt,
  type ReceiptFile,
  type ReceiptKind,
  type ReceiptProof,
  receiptFileText,
  receiptText,
  type SealAnswer,
  sealLink,
  sha256,
} from '@halcyon/domain';
import type { ReceiptSubject } from '@halcyon/domain/web';
import { Seals, sealsFolder, verifySeals } from '@halcyon/engine';
import { listSnapshots, type Storage } from '@halcyon/journal';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { receiptOf } from '../../../../packages/gateway/src/translate/receipts.ts';
import { FuturesGenerator } from '../../../../packages/testkit/src/core/futures-generator.ts';
import { CommandGenerator } from '../../../../packages/testkit/src/core/generator.ts';
import { MarginGenerator } from '../../../../packages/testkit/src/core/margin-generator.ts';
import { SimRandom } from '../../../../packages/testkit/src/storage/sim-random.ts';
import { SimStorage } from '../../../../packages/testkit/src/storage/sim-storage.ts';
import {
  type Commands,
  historyOf,
  type ReceiptHistory,
} from '../../../../test/support/receipt-history.ts';
import { verifyReceipt } from './verify-receipt.ts';

const EXCHANGE = 'one';
const HANGS_MS = 120_000;
const ALL_SEQS = Number.MAX_SAFE_INTEGER;

const files = mkdtempSync(join(tmpdir(), 'halcyon-proofs-'));
afterAll(() => rmSync(files, { recursive: true, force: true }));

const SUBJECTS: readonly (readonly [ReceiptSubject, table: string, id: string])[] = [
  ['fill', 'fills', 'trade'],
  ['entry', 'bills', 'id'],
  ['interest', 'loans', 'id'],
  ['debt', 'loans', 'id'],
  ['liquidation', 'liquidations', 'id'],
  ['liquidation', 'margin_liquidations', 'id'],
  ['rejection', 'plan_failures', 'plan'],
  ['refusal', 'refusals', 'id'],
];

async function* receiptsIn({ database, venueContext }: ReceiptHistory): AsyncGenerator<Receipt> {
  for (const [of, table, id] of SUBJECTS) {
    const rows = (await database.db
      .selectFrom(table as 'fills')
      .selectAll()
      .execute()) as unknown as Record<string, number>[];
    for (const row of rows) {
      if (of === 'debt' && row['cause'] === LoanCause.interest) continue;
      const account = row['account']!;
      const liquidity = row['liquidity'] as 0 | 1 | undefined;
      const asked = { exchange: EXCHANGE, of, account, id: row[id]!, liquidity };
      const receipt = await receiptOf(venueContext, asked);
      if (receipt !== null) yield receipt;
    }
  }
}

async function open(generator: Commands): Promise<ReceiptHistory> {
  const storage = new SimStorage(new SimRandom(3));
  return historyOf(generator, { storage, folder: '/venue', files, exchange: EXCHANGE });
}

function sealsOf({ journal }: ReceiptHistory): Seals {
  return new Seals(journal.storage, journal.directory);
}

/** Tree and link of the older seal. */
function filesOfFirst({ journal }: ReceiptHistory): [string, string] {
  const folder = sealsFolder(journal.directory);
  const names = journal.storage.list(folder).sort();
  const [first] = names.filter((name) => name.endsWith('.tree'));
  return [`${folder}/${first}`, `${folder}/${first!.replace('.tree', '.link')}`];
}

function sizeOf(storage: Storage, path: string): number {
  const handle = storage.open(path, 'read');
  const size = storage.size(handle);
  storage.close(handle);
  return size;
}

/** Turns a bit of a file, or turns it back. */
function turn(storage: Storage, path: string, at: number): void {
  const handle = storage.open(path, 'write');
  const byte = new Uint8Array(1);
  storage.read(handle, byte, 0, 1, at);
  byte[0] = byte[0]! ^ 1;
  storage.write(handle, byte, 0, 1, at);
  storage.close(handle);
}

const stepsTo = (size: number): number[] =>
  Array.from({ length: Math.ceil(size / 97) }, (_, n) => n * 97);

function linkOf(receipt: Receipt, proof: ReceiptProof): string | null {
  const seal = provenSeal(sha256, receipt, proof);
  return seal === null ? null : sealLink(sha256, seal);
}

describe('receipts of random histories prove themselves', () => {
  test.each([
    ['pairs', () => new CommandGenerator(5), ['fill', 'entry', 'rejection', 'refusal']],
    [
      'contracts',
      () => new FuturesGenerator(9),
      ['fill', 'entry', 'funding', 'liquidation', 'refusal'],
    ],
    [
      'margin accounts',
      () => new MarginGenerator(6),
      ['fill', 'entry', 'interest', 'debt', 'marginLiquidation', 'refusal'],
    ],
  ] as const)(
    '%s: every one of them, by the link of its seal',
    async (_name, generator, kinds) => {
      const history = await open(generator());
      const seals = sealsOf(history);
      const links = new Set(seals.list().map(({ link }) => link));
      expect(links.size).toBe(2);
      const proven = new Map<ReceiptKind, Set<string>>();
      for await (const receipt of receiptsIn(history)) {
        const proof = seals.proof(receipt);
        expect(proof, receiptText(receipt)).toMatchObject({ salt: /^[0-9a-f]{32}$/ });
        expect(links).toContain(linkOf(receipt, proof as ReceiptProof));
        const texts = proven.get(receipt.kind) ?? new Set();
        proven.set(receipt.kind, texts.add(receiptText(receipt)));
      }
      for (const kind of kinds) expect(proven.get(kind)?.size ?? 0, kind).toBeGreaterThan(0);
      const { seals: count, receipts, remade } = verifySeals(history.journal, ALL_SEQS);
      expect(count).toBe(2);
      // The older segments went after the second snapshot.
      expect(remade).toBeGreaterThan(0);
      const made = [...proven.values()].reduce((sum, { size }) => sum + size, 0);
      expect(receipts).toBeGreaterThanOrEqual(made);
      await history.database.close();
    },
    HANGS_MS,
  );
});

describe('what was changed is told', () => {
  let history: ReceiptHistory;
  let seals: Seals;
  let receipt: Receipt;
  let proof: ReceiptProof;
  let links: readonly SealAnswer[];

  beforeAll(async () => {
    history = await open(new CommandGenerator(5));
    seals = sealsOf(history);
    links = seals.list();
    for await (const one of receiptsIn(history)) {
      receipt = one;
      break;
    }
    proof = seals.proof(receipt) as ReceiptProof;
  }, HANGS_MS);
  afterAll(() => history.database.close());

  test('any other value of any field comes to no link of the exchange', () => {
    const known = links.map(({ link }) => link);
    expect(known).toContain(linkOf(receipt, proof));
    for (const [field, value] of Object.entries(receipt)) {
      const other = typeof value === 'number' ? value + 1 : `${String(value)}0`;
      const forged = { ...receipt, [field]: other } as Receipt;
      expect(known, field).not.toContain(linkOf(forged, proof));
      if (field !== 'seq') expect(seals.proof(forged), field).toBeNull();
    }
  });

  test('any other digit of the proof as well', () => {
    const known = links.map(({ link }) => link);
    const changed = (digits: string) => (digits[0] === '0' ? '1' : '0') + digits.slice(1);
    const { salt, path, seal } = proof;
    const turned = path.map(([side, hash], n): ReceiptProof['path'][number] =>
      n === 0 ? [side === 'left' ? 'right' : 'left', hash] : [side, hash],
    );
    const forgeries: ReceiptProof[] = [
      { ...proof, salt: changed(salt) },
      { ...proof, path: path.slice(1) },
      { ...proof, path: turned },
      ...path.map((_step, n) => ({
        ...proof,
        path: path.map((step, at): typeof step => (at === n ? [step[0], changed(step[1])] : step)),
      })),
      { ...proof, seal: { ...seal, to: seal.to + 1 } },
      { ...proof, seal: { ...seal, receipts: seal.receipts + 1 } },
      { ...proof, seal: { ...seal, previous: changed(seal.previous) } },
      { ...proof, seal: { ...seal, journal: changed(seal.journal) } },
    ];
    for (const forged of forgeries) expect(known).not.toContain(linkOf(receipt, forged));
  });

  test('it tells nothing of others: hashes whose salts nobody is given', async () => {
    const told = JSON.stringify(proof);
    const salts = new Set<string>();
    for await (const other of receiptsIn(history)) {
      const { salt } = seals.proof(other) as ReceiptProof;
      expect(told.includes(salt)).toBe(salt === proof.salt);
      salts.add(salt);
    }
    expect(salts.size).toBeGreaterThan(100);
    expect(Object.keys(proof)).toEqual(['salt', 'path', 'seal']);
    for (const seal of links) expect(Object.keys(seal)).not.toContain('seed');
  });

  test('a list of seals with one left out, changed or turned around does not hold', () => {
    const [first, second] = links as [SealAnswer, SealAnswer];
    expect(brokenSeal(sha256, links)).toBeNull();
    expect(brokenSeal(sha256, [second, first])).toBe(first);
    expect(brokenSeal(sha256, [{ ...first, receipts: 1 }, second])).not.toBeNull();
    expect(brokenSeal(sha256, [first, { ...second, previous: second.link }])).not.toBeNull();
  });

  test('every byte of a seal file that is turned', async () => {
    const { storage } = history.journal;
    const [tree, link] = filesOfFirst(history);
    for (const path of [tree, link]) {
      const size = sizeOf(storage, path);
      // Each part of a head, and steps through what follows.
      for (const at of [0, 8, 12, 16, 20, ...stepsTo(size)]) {
        turn(storage, path, at);
        expect(() => verifySeals(history.journal, ALL_SEQS), `byte ${at} of ${path}`).toThrow(path);
        turn(storage, path, at);
      }
    }
    expect(verifySeals(history.journal, ALL_SEQS).seals).toBe(2);
  });

  test('a damage costs no more than the proof: it is told by name, and links stay', () => {
    const { storage } = history.journal;
    const [tree, link] = filesOfFirst(history);
    const name = tree.split('/').at(-1);
    const told = new Set<string>();
    for (const at of [0, 8, 12, 16, 20, ...stepsTo(sizeOf(storage, tree))]) {
      turn(storage, tree, at);
      const now = sealsOf(history);
      expect(now.list(), `byte ${at}`).toEqual(links);
      const found = now.proof(receipt);
      told.add(typeof found === 'string' ? found : 'proved');
      // Far from its own way up nothing is wrong with it.
      if (typeof found === 'string')
        expect(now.faults(), `byte ${at}`).toEqual([`${name} is damaged`]);
      else expect(found).toEqual(proof);
      turn(storage, tree, at);
    }
    expect([...told].sort()).toEqual(['damaged', 'proved']);
    turn(storage, link, 40);
    const now = sealsOf(history);
    expect([now.proof(receipt), now.list()]).toEqual([proof, links]);
    expect(now.faults()).toEqual([`${name?.replace('tree', 'link')} is damaged`]);
    turn(storage, link, 40);
  });

  test('receipts that are sealed further than the journal goes', () => {
    expect(() => verifySeals(history.journal, links.at(-1)!.to - 1)).toThrow(/journal ends/);
  });

  test('older segments are gone, and their receipts prove themselves', () => {
    const { storage, directory } = history.journal;
    expect(listSnapshots(storage, directory)).toHaveLength(2);
    expect(receipt.seq).toBeLessThan(listSnapshots(storage, directory).at(-1)!.seq);
    expect(proof.seal.to).toBe(links[0]!.to);
  });
});

describe('verify --receipt FILE --seals FILE', () => {
  let history: ReceiptHistory;
  let file: ReceiptFile;
  let seals: readonly SealAnswer[];

  beforeAll(async () => {
    history = await open(new CommandGenerator(5));
    const all = sealsOf(history);
    seals = all.list();
    for await (const receipt of receiptsIn(history)) {
      file = { receipt, proof: all.proof(receipt) as ReceiptProof };
      break;
    }
  }, HANGS_MS);
  afterAll(() => history.database.close());

  /** As who has no data folder calls it. @returns exit code and what it prints */
  function verify(given: ReceiptFile, list: unknown): readonly [number, string] {
    const [receiptPath, sealsPath] = [join(files, 'receipt.json'), join(files, 'seals.json')];
    writeFileSync(receiptPath, receiptFileText(given));
    writeFileSync(sealsPath, JSON.stringify(list));
    let text = '';
    const write = vi.spyOn(process.stdout, 'write').mockImplementation((part) => {
      text += String(part);
      return true;
    });
    try {
      return [verifyReceipt(join(files, 'nowhere'), receiptPath, sealsPath), text];
    } finally {
      write.mockRestore();
    }
  }

  test('proves a receipt to who has the list of seals and nothing else', () => {
    const [seal] = seals;
    for (const list of [seals, { seals }, { data: { seals } }]) {
      const [code, text] = verify(file, list);
      expect([code, text]).toEqual([0, expect.stringContaining(`link ${seal!.link}`)]);
      expect(text).toContain(`the list of 2 holds together up to link ${seals[1]!.link}`);
    }
  });

  test('says why it is not proved', () => {
    const { receipt, proof } = file;
    const later = { ...receipt, time: receipt.time + 1 };
    expect(verify({ receipt: later, proof }, seals)).toEqual([
      1,
      expect.stringContaining('DIFFERENT its proof leads to none of the seals'),
    ]);
    expect(verify(file, seals.slice(1))[1]).toContain('leads to none of the seals');
    expect(verify({ receipt, proof: null }, seals)).toEqual([
      3,
      expect.stringContaining('OUT OF REACH the file has no proof'),
    ]);
    expect(verify(file, [...seals].reverse())[1]).toContain(
      'do not hold together at commands 1 to',
    );
    expect(verify(file, {})).toEqual([1, expect.stringContaining('FAULT the list of seals')]);
    const wide = { ...proof!, path: [['up', seals[0]!.link]] } as unknown as ReceiptProof;
    expect(verify({ receipt, proof: wide }, seals)[1]).toContain('FAULT proof cannot be');
  });
});
