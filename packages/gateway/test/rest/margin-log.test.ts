/** The past of margin accounts as the web app lists it; real core, real records. */
import {
  AccountKind,
  accountOf,
  CommandKind,
  parseWireId,
  parseWireLoanId,
  Side,
} from '@halcyon/domain';
import type { MarginLog, MarginLogName } from '@halcyon/domain/web';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MarginLogFilter, marginLog, type SidesOf } from '../../src/translate/margin-log.ts';
import { ALICE, BOB, type TestRest } from './harness.ts';
import { KeptRecords } from './kept-records.ts';
import { MarginFixture, openMargin, prices } from './margin-fixture.ts';

const HOUR = 3_600_000;
const PAIR = { symbol: 'BTCUSDT' };
const LIMIT = { ...PAIR, side: 'buy', orderType: 'limit', force: 'gtc' };
let rest: TestRest;
let records: KeptRecords;
let desk: MarginFixture;

/** As the route names them, by numbers. */
const sidesOf: SidesOf = async (user) => {
  const name = (one: number) => (one === user ? null : String(one));
  return ({ fromUser, toUser }) => ({ fromName: name(fromUser), toName: name(toUser) });
};

function read<Name extends MarginLogName>(
  list: Name,
  filter: Partial<MarginLogFilter> = {},
  user = ALICE,
): Promise<MarginLog<Name>> {
  const venueContext = { views: rest.views, history: records.history, sidesOf };
  return marginLog(venueContext, user, list, { limit: 50, ...filter });
}

async function bob(side: string, price: string, size: string): Promise<void> {
  const order = { ...PAIR, side, orderType: 'limit', force: 'gtc', price, size };
  expect((await rest.bob('POST', '/spot/trade/place-order', order)).body.msg).toBe('success');
}

/** Money in both accounts, an order that borrows in each, a loan and a repayment, then a crash. */
beforeAll(async () => {
  records = await KeptRecords.open();
  rest = await openMargin((before) => records.follow(before));
  desk = new MarginFixture(rest);
  await desk.bring('crossed_margin', 'USDT', '10000');
  await desk.bring('isolated_margin', 'USDT', '10000', PAIR);
  const waits = { ...LIMIT, price: '40000', baseSize: '0.01', loanType: 'normal' };
  const { orderId } = await desk.post('/isolated/place-order', waits);
  await desk.post('/isolated/cancel-order', { ...PAIR, orderId });
  await bob('sell', '60000', '0.5');
  const borrows = { ...LIMIT, price: '60000', loanType: 'autoLoan' };
  await desk.post('/crossed/place-order', { ...borrows, baseSize: '0.3' });
  await desk.post('/isolated/place-order', { ...borrows, baseSize: '0.2' });
  await desk.post('/isolated/account/borrow', { ...PAIR, coin: 'USDT', borrowAmount: '100' });
  rest.now += HOUR;
  prices(rest, 60_000, 3_000);
  await desk.post('/isolated/account/repay', { ...PAIR, coin: 'USDT', repayAmount: '50' });
});

afterAll(() => records.close());

describe('the past of margin accounts', () => {
  it('orders of both accounts, with what they were to borrow, newest first', async () => {
    const { rows, next } = await read('orders');
    expect(next).toBe(null);
    expect(
      rows.map(({ account, status, loanType, size }) => [account, status, loanType, size]),
    ).toEqual([
      ['isolated', 'filled', 'autoLoan', '0.200000'],
      ['crossed', 'filled', 'autoLoan', '0.300000'],
      ['isolated', 'cancelled', 'normal', '0.010000'],
    ]);
    expect((await read('orders', { account: 'crossed' })).rows).toEqual(rows.slice(1, 2));
    expect((await read('orders', { status: 'cancelled' })).rows).toEqual(rows.slice(2));
    expect((await read('orders', { side: Side.sell })).rows).toEqual([]);
    // There are no plans in margin accounts.
    expect((await read('orders', { kind: 'trigger' })).rows).toEqual([]);
  });

  it('pages follow each other over both accounts, without a row twice or none', async () => {
    for (const list of ['orders', 'fills', 'ledger', 'transfers', 'interest', 'loans'] as const) {
      const whole = (await read(list)).rows.map(({ id }) => id);
      const found: string[] = [];
      for (let before: string | null = ''; before !== null; ) {
        const cursor = before === '' ? undefined : (parseWireId(before) ?? undefined);
        const page: MarginLog = await read(list, { limit: 1, before: cursor });
        found.push(...page.rows.map(({ id }) => id));
        before = page.next;
      }
      expect([list, found]).toEqual([list, whole]);
      expect(whole.length, list).toBeGreaterThan(1);
    }
  });

  it('an order leads to its fills, and to what it borrowed', async () => {
    const [order] = (await read('orders')).rows;
    const id = parseWireId(order?.id ?? '') ?? 0;
    const fills = await read('fills', { order: id });
    expect(fills.rows).toMatchObject([
      {
        ...{ account: 'isolated', symbol: 'BTCUSDT', order: order?.id, side: 'buy' },
        ...{ price: '60000.00', size: '0.200000', value: '12000', feeCoin: 'BTC', role: 'taker' },
      },
    ]);
    const loans = await read('loans', { order: id });
    expect(loans.rows).toMatchObject([
      { account: 'isolated', symbol: 'BTCUSDT', coin: 'USDT', amount: '2000', by: 'order' },
    ]);
  });

  it('loans, repayments and interest say what is owed since', async () => {
    const [own, ...byOrders] = (await read('loans')).rows;
    expect(own).toMatchObject({ account: 'isolated', amount: '100', by: 'hand' });
    const loan = parseWireLoanId(own?.reference ?? '') ?? undefined;
    expect((await read('loans', { loan })).rows).toEqual([own]);
    expect((await read('repayments', { loan })).rows).toEqual([]);
    expect(byOrders.map(({ account, symbol, amount }) => [account, symbol, amount])).toEqual([
      ['isolated', 'BTCUSDT', '2000'],
      ['crossed', '', '8000'],
    ]);
    const [repaid] = (await read('repayments')).rows;
    expect(repaid).toMatchObject({ account: 'isolated', coin: 'USDT', amount: '50', by: 'hand' });
    const { principal, interest } = rest.views.loans.debt(ALICE * 8 + 3, 1, 0);
    expect(Number(repaid?.owed)).toBeCloseTo((principal + interest) / 1e8, 8);
    expect(Number(repaid?.principal) + Number(repaid?.interest)).toBeCloseTo(50, 8);
    const charged = (await read('interest', { account: 'isolated' })).rows;
    expect(charged.map(({ first }) => first)).toEqual([false, true, true]);
    expect(charged[0]).toMatchObject({ coin: 'USDT', principal: '2100', symbol: 'BTCUSDT' });
    // A coin and a pair narrow; the debts of a cross account belong to no pair.
    expect((await read('loans', { asset: 0 })).rows).toEqual([]);
    expect((await read('loans', { instrument: 0 })).rows).toHaveLength(2);
  });

  it('the ledger of an account runs from nothing to what is there', async () => {
    for (const account of ['crossed', 'isolated'] as const) {
      const { rows } = await read('ledger', { account });
      const sums = new Map<string, number>();
      for (const { coin, change } of rows) {
        sums.set(coin, (sums.get(coin) ?? 0) + Math.round(Number(change) * 1e8));
      }
      for (const [coin, sum] of sums) {
        const last = rows.find((row) => row.coin === coin);
        expect([account, coin, sum]).toEqual([
          ...[account, coin, Math.round(Number(last?.balance) * 1e8)],
        ]);
      }
    }
    const groups = {
      trade: ['sell', 'buy'],
      loan: ['repaid', 'borrowed'],
      interest: ['interest'],
      transfer: ['transferIn'],
      liquidation: [],
    } as const;
    for (const [group, types] of Object.entries(groups)) {
      const { rows } = await read('ledger', { group: group as keyof typeof groups });
      const found = new Set(rows.map(({ type }) => type));
      expect([group, [...found].every((type) => types.some((one) => one === type))]).toEqual([
        ...[group, true],
      ]);
      expect([group, found.size > 0]).toEqual([group, types.length > 0]);
    }
  });

  it('transfers name both ends', async () => {
    const { rows } = await read('transfers');
    expect(rows.map(({ from, to, coin, amount }) => [from, to, coin, amount])).toEqual([
      ['spot', 'isolated_margin', 'USDT', '10000'],
      ['spot', 'crossed_margin', 'USDT', '10000'],
    ]);
    expect((await read('transfers', { account: 'crossed' })).rows).toEqual(rows.slice(1));
    expect((await read('transfers', { asset: 0 })).rows).toEqual([]);
  });

  it('a transfer between both accounts is in the list of each, and once in that of both', async () => {
    const [fromAccount, toAccount] = [ALICE * 8 + 2, ALICE * 8 + 3];
    const own = { fromUser: ALICE, toUser: ALICE };
    const terms = { asset: 0, instrument: 0, amount: 1n, time: 1 };
    const move = { id: 9, fromAccount, toAccount, ...own, ...terms };
    const reads = { transfers: async () => [move], familyTransfers: async () => [] };
    const history = reads as unknown as typeof records.history;
    const venueContext = { views: rest.views, history, sidesOf };
    const rows = async (account?: 'crossed' | 'isolated') =>
      (await marginLog(venueContext, ALICE, 'transfers', { account, limit: 5 })).rows;
    for (const account of ['crossed', 'isolated'] as const) {
      expect(await rows(account)).toMatchObject([{ account, to: 'isolated_margin' }]);
    }
    expect(await rows()).toHaveLength(1);
  });

  it('a transfer between two of one root is in the list of both', async () => {
    rest.takeNewestRules();
    const open = { kind: CommandKind.openUser, simulated: false, root: ALICE } as const;
    const { id: sub } = rest.engine.apply(open);
    const move = (from: number, to: number): number =>
      rest.engine.apply({
        ...{ kind: CommandKind.transfer, from, to, asset: 1, amount: 100n, clientId: '' },
        instrument: 0,
      } as const).code;
    const isolated = accountOf(sub, AccountKind.isolatedMargin);
    expect(move(accountOf(ALICE, AccountKind.spot), isolated)).toBe(0);
    expect(move(isolated, accountOf(ALICE, AccountKind.isolatedMargin))).toBe(0);
    const ends = async (user: number) =>
      (await read('transfers', { limit: 2 }, user)).rows.map(({ from, to }) => [from, to]);
    const back = ['isolated_margin', 'isolated_margin'];
    expect(await ends(sub)).toEqual([back, ['spot', 'isolated_margin']]);
    expect(await ends(ALICE)).toEqual([back, ['spot', 'isolated_margin']]);
    const names = async (user: number) =>
      (await read('transfers', { limit: 2 }, user)).rows.map((row) => [row.fromName, row.toName]);
    expect(await names(ALICE)).toEqual([
      [`${sub}`, null],
      [null, null],
    ]);
    expect(await names(sub)).toEqual([
      [null, `${ALICE}`],
      [`${ALICE}`, null],
    ]);
    expect((await read('transfers', { account: 'isolated' })).rows).toHaveLength(2);
    expect((await read('transfers', { account: 'crossed' })).rows).toHaveLength(1);
  });

  it('a liquidation tells at which ratio, what it cost, and whether it is over', async () => {
    await bob('buy', '29000', '2');
    prices(rest, 29_500, 3_000);
    const { rows } = await read('liquidations');
    expect(new Set(rows.map(({ account }) => account))).toEqual(new Set(['crossed']));
    const first = rows.at(-1);
    expect(first).toMatchObject({ coin: 'USDT', symbol: '', paidByFund: '0', lostByPools: '0' });
    expect(Number(first?.ratio)).toBeGreaterThan(1);
    expect(Number(first?.keeps) / Number(first?.equity)).toBeCloseTo(Number(first?.ratio), 3);
    const [freed] = (await read('repayments', { account: 'crossed' })).rows;
    expect(freed).toMatchObject({ by: 'liquidation', coin: 'USDT' });
    expect(rows.map(({ reference }) => reference)).toContain(freed?.reference);
  });

  it('others see nothing of it', async () => {
    for (const list of ['orders', 'ledger', 'loans', 'liquidations'] as const) {
      expect(await read(list, {}, BOB)).toEqual({ rows: [], next: null });
    }
  });
});
