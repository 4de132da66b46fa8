/**
 * Receipts of random histories of pairs, contracts and margin accounts: the arithmetic of each comes to the
 * entry's own amount, and the journal says the same. Then `verify --receipt` as an operator calls it.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RULES_VERSION } from '@halcyon/core';
import {
  accountOf,
  FIRST_USER_ID,
  kindOf,
  LoanCause,
  PostingReason,
  parseReceiptFile,
  type Receipt,
  type ReceiptKind,
  Reject,
  receiptDifferences,
  receiptLines,
  wireId,
} from '@halcyon/domain';
import type { ReceiptSubject } from '@halcyon/domain/web';
import { lifeReceiptAt } from '@halcyon/engine';
import { FileStorage, openJournal } from '@halcyon/journal';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { receiptOf } from '../../../../packages/gateway/src/translate/receipts.ts';
import { FuturesGenerator } from '../../../../packages/testkit/src/core/futures-generator.ts';
import { CommandGenerator } from '../../../../packages/testkit/src/core/generator.ts';
import { MarginGenerator } from '../../../../packages/testkit/src/core/margin-generator.ts';
import { SimRandom } from '../../../../packages/testkit/src/storage/sim-random.ts';
import { SimStorage } from '../../../../packages/testkit/src/storage/sim-storage.ts';
import {
  BASIS,
  type Commands,
  historyOf,
  NOW,
  type ReceiptHistory,
} from '../../../../test/support/receipt-history.ts';
import { layoutOf } from '../exchange/layout.ts';
import { foundAt, verifyReceipt } from './verify-receipt.ts';

const EXCHANGE = 'one';
const HANGS_MS = 120_000;
/** Receipts of a kind that are held against the journal: each replays it. */
const REPLAYED = 12;

const files = mkdtempSync(join(tmpdir(), 'halcyon-receipts-'));
afterAll(() => rmSync(files, { recursive: true, force: true }));

/** Rows of a table of one's accounts, in the order of their ids. */
async function rowsOf(
  { database }: ReceiptHistory,
  table:
    | 'fills'
    | 'orders'
    | 'positions'
    | 'bills'
    | 'loans'
    | 'liquidations'
    | 'margin_liquidations'
    | 'plan_failures'
    | 'movements'
    | 'refusals',
): Promise<Record<string, number>[]> {
  return (await database.db.selectFrom(table).selectAll().execute()) as never;
}

function receiptFor(
  { venueContext }: ReceiptHistory,
  of: ReceiptSubject,
  row: Record<string, number>,
  id: number,
) {
  const account = row['account'] as number;
  const liquidity = row['liquidity'] as 0 | 1 | undefined;
  return receiptOf(venueContext, { exchange: EXCHANGE, of, account, id, liquidity });
}

/** What a command did, carried out again: one of its receipts is this one. */
function expectInJournal({ journal }: ReceiptHistory, receipt: Receipt, account: number): void {
  const { venue, seq, kind } = receipt;
  const place = { exchange: EXCHANGE, venue, account, seq, time: 0 };
  const found = foundAt(journal, place, receipt) ?? [];
  const least = found
    .map((one) => receiptDifferences(receipt, one))
    .sort((a, b) => a.length - b.length);
  expect(least[0], `${kind} at ${seq}`).toEqual([]);
}

function lineOf(receipt: Receipt, name: string): string | undefined {
  return receiptLines(receipt).find((line) => line.name === name)?.result;
}

/** Reads receipts of all rows of a table; each holds, and is a file that is read as it was. */
async function collect(
  history: ReceiptHistory,
  of: ReceiptSubject,
  table: Parameters<typeof rowsOf>[1],
  idColumn = 'id',
): Promise<(readonly [row: Record<string, number>, receipt: Receipt])[]> {
  const found = [];
  for (const row of await rowsOf(history, table)) {
    const receipt = await receiptFor(history, of, row, row[idColumn] as number);
    if (receipt === null) continue;
    const lines = receiptLines(receipt);
    expect(
      lines.filter(({ holds }) => !holds),
      JSON.stringify(receipt),
    ).toEqual([]);
    expect(parseReceiptFile(JSON.stringify(receipt)).receipt).toEqual(receipt);
    found.push([row, receipt] as const);
  }
  return found;
}

function expectSampleInJournal(
  history: ReceiptHistory,
  all: readonly (readonly [row: Record<string, number>, receipt: Receipt])[],
): void {
  const step = Math.max(1, Math.floor(all.length / REPLAYED));
  for (let n = 0; n < all.length; n += step) {
    const [row, receipt] = all[n]!;
    expectInJournal(history, receipt, row['account'] as number);
  }
}

describe('receipts of random histories', () => {
  const disk = () => new SimStorage(new SimRandom(1));
  const histories: ReceiptHistory[] = [];
  const open = async (generator: Commands) => {
    const history = await historyOf(generator, { storage: disk(), folder: '/journal', files });
    histories.push(history);
    return history;
  };
  afterAll(async () => {
    for (const { database } of histories) await database.close();
  });

  async function expectLedger(history: ReceiptHistory): Promise<Set<ReceiptKind>> {
    const entries = await collect(history, 'entry', 'bills');
    expect(entries).toHaveLength((await rowsOf(history, 'bills')).length);
    const kinds = new Set<ReceiptKind>();
    const scales = history.venueContext.views;
    for (const [row, receipt] of entries) {
      kinds.add(receipt.kind);
      const coin = scales.asset(row['asset'] as number)!;
      const amount = Number(row['amount']) / 10 ** coin.scale;
      if (receipt.kind === 'funding') expect(Number(receipt.amount)).toBeCloseTo(amount, 9);
      if (receipt.kind === 'entry') expect(Number(receipt.change)).toBeCloseTo(amount, 9);
      if (receipt.kind !== 'fill' || receipt.feeCoin !== coin.code) continue;
      // What was paid for it is the other entry of the same trade.
      if (row['reason'] !== PostingReason.tradeOut) {
        expect(Number(receipt.net)).toBeCloseTo(amount, 9);
      }
    }
    expectSampleInJournal(history, entries);
    return kinds;
  }

  /** Deposits, withdrawals and transfers of people: what came or went, as the ledger has it. */
  async function expectMovements(history: ReceiptHistory): Promise<void> {
    const moves = await rowsOf(history, 'movements');
    expect(moves.length).toBeGreaterThan(20);
    const found: (readonly [Record<string, number>, Receipt])[] = [];
    for (const move of moves) {
      const from = move['from_user']!;
      const user = from >= FIRST_USER_ID ? from : move['to_user']!;
      const account = user === from ? move['from_account']! : move['to_account']!;
      const receipt = await receiptFor(
        history,
        'movement',
        { account: accountOf(user, 0) },
        move['id']!,
      );
      // A withdrawal on its way has moved nothing out yet.
      if (receipt === null) {
        expect(move['status']).not.toBe(0);
        continue;
      }
      const { scale } = history.venueContext.views.asset(move['asset']!)!;
      expect(receipt).toMatchObject({ kind: 'entry', reference: wireId(move['id']!) });
      const change = receipt.kind === 'entry' ? Math.abs(Number(receipt.change)) : 0;
      expect(change).toBeCloseTo(Number(move['amount']) / 10 ** scale, 9);
      found.push([{ account }, receipt]);
    }
    expectSampleInJournal(history, found);
  }

  async function expectFills(history: ReceiptHistory): Promise<void> {
    const fills = await collect(history, 'fill', 'fills', 'trade');
    expect(fills.length).toBeGreaterThan(50);
    for (const [, receipt] of fills) {
      expect(receipt).toMatchObject({ kind: 'fill', rate: expect.any(String) });
      expect(lineOf(receipt, 'fee')).toBe(receipt.kind === 'fill' ? receipt.fee : '');
    }
    const rates = new Set(fills.map(([, receipt]) => receipt.kind === 'fill' && receipt.rate));
    expect(rates.size).toBeGreaterThan(1);
    expectSampleInJournal(history, fills);
  }

  /** Orders that have ended: what the row adds up to, and the journal too. */
  async function expectOrders(history: ReceiptHistory): Promise<void> {
    const rows = await rowsOf(history, 'orders');
    const orders = await collect(history, 'order', 'orders');
    // Those that are open have none.
    expect(orders).toHaveLength(rows.filter((row) => row['done_reason']! >= 0).length);
    expect(orders.length).toBeLessThan(rows.length);
    for (const [row, receipt] of orders) {
      expect(receipt).toMatchObject({ kind: 'order', order: wireId(row['id']!) });
      if (receipt.kind !== 'order') continue;
      expect(receipt.fills).toHaveLength(row['trades']!);
      const { scale } = history.venueContext.views.asset(row['fee_asset']!)!;
      expect(Number(receipt.fee)).toBeCloseTo(Number(row['fee']) / 10 ** scale, 9);
    }
    const lengths = orders.map(([, one]) => (one.kind === 'order' ? one.fills.length : 0));
    expect(Math.max(...lengths)).toBeGreaterThan(1);
    const traded = orders.filter((_order, n) => lengths[n]! > 0);
    expectSampleInJournal(history, traded);
    expectSampleInJournal(history, orders);
  }

  /** Positions that were closed, by the names that the API has for them. */
  async function expectPositions(history: ReceiptHistory): Promise<void> {
    const rows = await rowsOf(history, 'positions');
    const closed = rows.filter((row) => row['closed_id']! > 0);
    const found: (readonly [Record<string, number>, Receipt])[] = [];
    for (const row of closed) {
      const receipt = await receiptFor(history, 'position', row, row['opened']! * 4 + row['leg']!);
      expect(receipt).toMatchObject({ kind: 'position', opened: wireId(row['opened']!) });
      expect(receiptLines(receipt!).every(({ holds }) => holds)).toBe(true);
      expect(parseReceiptFile(JSON.stringify(receipt)).receipt).toEqual(receipt);
      found.push([row, receipt!]);
    }
    expect(found.length).toBeGreaterThan(5);
    expectSampleInJournal(history, found);
    const open = rows.find((row) => row['closed_id'] === 0)!;
    const none = await receiptFor(history, 'position', open, open['opened']! * 4 + open['leg']!);
    expect(none).toBeNull();
  }

  /** Orders that were refused: what was asked for, why, and by how much it was beyond the limit. */
  async function expectRefusals(
    history: ReceiptHistory,
    ...reasons: readonly string[]
  ): Promise<void> {
    const rows = await rowsOf(history, 'refusals');
    const refused = await collect(history, 'refusal', 'refusals');
    expect(refused).toHaveLength(rows.length);
    expect(refused.length).toBeGreaterThan(20);
    const told = new Set<string>();
    for (const [row, receipt] of refused) {
      if (receipt.kind !== 'refusal') throw new Error(receipt.kind);
      expect(Reject[receipt.refused as keyof typeof Reject]).toBe(row['code']);
      const [line] = receiptLines(receipt);
      if (line !== undefined) told.add(receipt.refused);
    }
    expect([...told]).toEqual(expect.arrayContaining([...reasons]));
    expectSampleInJournal(history, refused);
  }

  test(
    'pairs: fills, orders, fees, entries of the ledger and refused plans',
    async () => {
      const history = await open(new CommandGenerator(5));
      await expectFills(history);
      await expectOrders(history);
      expect(await expectLedger(history)).toEqual(new Set(['fill', 'entry']));
      await expectMovements(history);
      const [change] = await history.database.db.selectFrom('fee_changes').selectAll().execute();
      const account = accountOf(FIRST_USER_ID, 0);
      const level = await receiptFor(history, 'level', { account }, change!.seq);
      expect(level).toMatchObject({ kind: 'level', level: 1, basis: BASIS });
      expect(receiptLines(level!).map(({ result, holds }) => [result, holds])).toContainEqual([
        '1',
        true,
      ]);
      expectInJournal(history, level!, account);
      const refused = await collect(history, 'rejection', 'plan_failures', 'plan');
      expect(refused.length).toBeGreaterThan(0);
      for (const [, receipt] of refused) {
        expect(receipt.kind === 'rejection' && receipt.refused).toMatch(/^[a-z]+/i);
      }
      expectSampleInJournal(history, refused);
      await expectRefusals(history, 'fokNotFillable', 'notionalTooSmall', 'quantityTooSmall');
    },
    HANGS_MS,
  );

  test(
    'contracts: fills, orders, positions, fundings and liquidations',
    async () => {
      const history = await open(new FuturesGenerator(9));
      await expectFills(history);
      await expectOrders(history);
      await expectPositions(history);
      expect(await expectLedger(history)).toEqual(new Set(['fill', 'funding', 'entry']));
      const steps = await collect(history, 'liquidation', 'liquidations');
      expect(steps.length).toBeGreaterThan(3);
      expect(steps.some(([, one]) => one.kind === 'liquidation' && one.fee !== '0')).toBe(true);
      expectSampleInJournal(history, steps);
      await expectRefusals(history, 'insufficientMargin');
    },
    HANGS_MS,
  );

  test(
    'margin accounts: fills, orders, interest of the first hour and of others, liquidations',
    async () => {
      const history = await open(new MarginGenerator(5));
      await expectFills(history);
      await expectOrders(history);
      expect(await expectLedger(history)).toEqual(new Set(['fill', 'entry']));
      const charges = await collect(history, 'interest', 'loans');
      const all = (await rowsOf(history, 'loans')).filter(
        ({ cause }) => cause === LoanCause.interest,
      );
      expect(charges).toHaveLength(all.length);
      expect(new Set(charges.map(([row]) => row['reference'] === 0))).toEqual(
        new Set([true, false]),
      );
      for (const [row, receipt] of charges) {
        const { scale } = history.venueContext.views.asset(row['asset'] as number)!;
        const amount = Number(row['interest_delta']) / 10 ** scale;
        expect(Number(lineOf(receipt, 'interest'))).toBeCloseTo(amount, 9);
      }
      expectSampleInJournal(history, charges);
      const debts = await collect(history, 'debt', 'loans');
      expect(debts).toHaveLength((await rowsOf(history, 'loans')).length - all.length);
      const causes = new Set(debts.map(([, one]) => one.kind === 'debt' && one.cause));
      expect([...causes]).toEqual(expect.arrayContaining(['borrowed', 'repaid', 'orderRepaid']));
      expectSampleInJournal(history, debts);
      const steps = await collect(history, 'liquidation', 'margin_liquidations');
      expect(steps.length).toBeGreaterThan(0);
      expectSampleInJournal(history, steps);
      await expectRefusals(history, 'insufficientBalance');
    },
    HANGS_MS,
  );

  test('of what was before terms were kept no rate is told, and none is wrong', async () => {
    const [history] = histories;
    const { db } = history!.database;
    const { views } = history!.venueContext;
    const half = Math.floor(views.seq / 2);
    await sql`delete from fee_terms where seq <= ${half} and kind <> 3`.execute(db);
    await sql`update fee_terms set seq = ${half} where kind = 3`.execute(db);
    const fills = await collect(history!, 'fill', 'fills', 'trade');
    const known = fills.filter(([, one]) => one.kind === 'fill' && one.rate !== null);
    expect(known.length).toBeGreaterThan(0);
    expect(known.filter(([, { seq }]) => seq <= half)).toEqual([]);
    expect(known.length).toBeLessThan(fills.filter(([, { seq }]) => seq > half).length);
    expectSampleInJournal(history!, fills);
  });

  test('nobody has a receipt of an entry that is not theirs', async () => {
    const [history] = histories;
    const [fill] = await rowsOf(history!, 'fills');
    const other = { ...fill!, account: (fill!['account'] as number) + 8_000 };
    expect(await receiptFor(history!, 'fill', other, fill!['trade']!)).toBeNull();
    const [bill] = await rowsOf(history!, 'bills');
    const stranger = accountOf(FIRST_USER_ID + 900, kindOf(bill!['account'] as number));
    expect(await receiptFor(history!, 'entry', { account: stranger }, bill!['id']!)).toBeNull();
  });
});

describe('verify --receipt', () => {
  const root = mkdtempSync(join(files, 'data-'));
  const file = join(root, 'receipt.json');
  let history: ReceiptHistory;
  let receipt: Receipt & { kind: 'fill' };

  beforeAll(async () => {
    const { journal } = layoutOf(root);
    mkdirSync(journal, { recursive: true });
    history = await historyOf(new CommandGenerator(5), {
      ...{ storage: new FileStorage(), folder: journal, files, count: 300 },
    });
    writeFileSync(join(journal, 'exchange.json'), JSON.stringify({ id: EXCHANGE, parts: [] }));
    const fills = await rowsOf(history, 'fills');
    const row = fills.find(({ fee }) => Number(fee) > 0)!;
    receipt = (await receiptFor(history, 'fill', row, row['trade']!)) as typeof receipt;
  }, HANGS_MS);
  afterAll(async () => {
    await history.database.close();
  });

  /** Exit code and what was printed. */
  function verify(given: unknown, folder = root): readonly [code: number, text: string] {
    writeFileSync(file, typeof given === 'string' ? given : JSON.stringify(given));
    let text = '';
    const write = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
      text += String(chunk);
      return true;
    });
    try {
      return [verifyReceipt(folder, file, null), text];
    } finally {
      write.mockRestore();
    }
  }

  test('says equal of what is so, with each line of the arithmetic', () => {
    const [code, text] = verify(receipt);
    expect(text).toContain(`fee: ${receipt.side === 'buy' ? receipt.size : receipt.value}`);
    expect(text).toMatch(/equal to what the journal says at \d+\n$/);
    expect(code).toBe(0);
    // What was not kept is not held against it.
    expect(verify({ ...receipt, rate: null })[0]).toBe(0);
  });

  test('says where a receipt differs, in its inputs and in what came out', () => {
    const [code, text] = verify({ ...receipt, fee: '0.00000001' });
    expect(code).toBe(1);
    expect(text).toContain('WRONG');
    expect(text).toContain(`DIFFERENT fee: "0.00000001", but it is "${receipt.fee}"`);
    // Sound in itself, and yet not what was.
    const [lied, why] = verify({ ...receipt, role: receipt.role === 'maker' ? 'taker' : 'maker' });
    expect([lied, why]).toEqual([1, expect.stringContaining('DIFFERENT role')]);
    expect(why).not.toContain('WRONG');
    expect(verify({ ...receipt, seq: receipt.seq - 1 })[1]).toContain('gave that account no fill');
    const other = verify({ ...receipt, user: '1000000900' });
    expect(other).toEqual([1, expect.stringContaining('gave that account no fill')]);
  });

  test('follows an order to its end: a fill that is left out is told, and one that is added', async () => {
    const rows = await rowsOf(history, 'orders');
    const ended = rows.filter((row) => row['done_reason']! >= 0 && row['trades']! > 1);
    const row = ended[0]!;
    const told = (await receiptFor(history, 'order', row, row['id']!)) as Receipt & {
      kind: 'order';
    };
    const [code, text] = verify(told);
    expect([code, text]).toEqual([0, expect.stringContaining('equal to what the journal says')]);
    expect(text).toContain('filled: ');
    const shorter = verify({ ...told, fills: told.fills.slice(1) });
    expect(shorter).toEqual([1, expect.stringContaining('DIFFERENT fills')]);
    expect(shorter[1]).toContain('WRONG');
    const other = verify({ ...told, order: wireId(row['id']! + 1_000_000) });
    expect(other).toEqual([1, expect.stringContaining('gave that account no order')]);
    const open = rows.find((one) => one['done_reason']! < 0)!;
    const place = { seq: open['seq']!, account: open['account']!, time: 0 };
    expect(() =>
      lifeReceiptAt(
        history.journal,
        { ...place, exchange: EXCHANGE, venue: 'live' },
        { kind: 'order', id: wireId(open['id']!) },
      ),
    ).toThrow();
  });

  test('refuses the receipt of another exchange, and a file that is none', () => {
    expect(verify({ ...receipt, exchange: 'two' })).toEqual([
      1,
      expect.stringContaining('DIFFERENT the receipt is of exchange "two", the journal of "one"'),
    ]);
    expect(verify('{')).toEqual([1, 'FAULT it is not JSON\n']);
    const twice = JSON.stringify(receipt).replace('{', '{"fee":"0",');
    expect(verify(twice)).toEqual([1, 'FAULT fee is in it twice\n']);
    expect(verify(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)[1]).toMatch(/^FAULT /);
    expect(verify({ ...receipt, price: '1e3' })[1]).toContain('FAULT price cannot be');
    expect(verify({ ...receipt, note: 'paid' })[1]).toContain('has note');
    const { fee: _fee, ...rest } = receipt;
    expect(verify(rest)).toEqual([1, 'FAULT fee is missing\n']);
    expect(verify({ ...receipt, venue: 'paper' })[1]).toContain('holds no paper journal');
    expect(verify({ ...receipt, seq: 1_000_000 })[0]).toBe(1);
  });

  test('says so where the journal that is kept begins later, and still checks the arithmetic', () => {
    const later = join(root, 'later');
    const { journal } = layoutOf(later);
    mkdirSync(journal, { recursive: true });
    const opened = { venue: 'live', rulesVersion: RULES_VERSION, nowMs: () => NOW } as const;
    const begins = { ...opened, firstSeq: 10_000, onRecord: () => {} };
    openJournal(new FileStorage(), journal, begins).writer.close();
    writeFileSync(join(journal, 'exchange.json'), JSON.stringify({ id: EXCHANGE, parts: [] }));
    expect(verify(receipt, later)).toEqual([3, expect.stringContaining('OUT OF REACH')]);
    const [code, text] = verify({ ...receipt, fee: '0.00000001' }, later);
    expect([code, text]).toEqual([1, expect.stringContaining('its own arithmetic')]);
  });
});
