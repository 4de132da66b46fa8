/** One order by its id: of whichever account, open or ended, and of nobody else. */
import {
  type AccountId,
  AccountKind,
  accountOf,
  DoneReason,
  EventKind,
  LoanOption,
  OrderOption,
  parseWireUserId,
  rowsOf,
  Side,
  wireId,
} from '@halcyon/domain';
import type { OrderDetail } from '@halcyon/domain/web';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BTCUSDT, CONTRACT, done, type EventInput, opened } from '../ws/testing/market.ts';
import { Browser, startTestGateway, type TestGateway } from './testing/gateway.ts';

const PATH = '/api/web/v1/orders/one';

let server: TestGateway;
let browser: Browser;
let stranger: Browser;
let user: number;

beforeAll(async () => {
  server = await startTestGateway();
  const listed = { kind: EventKind.instrumentSet, instrument: CONTRACT } as const;
  server.engine.commit([listed]);
  const coin = (id: number, code: string) => {
    const asset = { id, code, name: code, scale: 8 };
    return { kind: EventKind.assetListed, asset, seq: 1, time: 1 } as const;
  };
  const pair = { kind: EventKind.instrumentSet, instrument: BTCUSDT, seq: 1, time: 1 } as const;
  const events = [coin(0, 'BTC'), coin(1, 'USDT'), pair, { ...listed, seq: 1, time: 1 }];
  server.records.push(rowsOf({ firstSeq: 1, lastSeq: server.engine.seq, time: 1, events }));
  server.engine.onCommit((batch) => server.records.push(rowsOf(batch)));
  browser = new Browser(server.url);
  stranger = new Browser(server.url);
  user = parseWireUserId(await browser.register('one-order@example.com')) ?? 0;
  await stranger.register('stranger@example.com');
  place(1, AccountKind.spot);
  place(2, AccountKind.crossMargin, { options: LoanOption.autoLoan });
  place(3, AccountKind.isolatedMargin);
  const ofContract = { instrument: CONTRACT.id, options: OrderOption.reduceOnly };
  place(4, AccountKind.usdtFutures, { ...ofContract, takeProfitTrigger: 6_200_000 });
});

afterAll(async () => {
  await server.close();
  expect(server.problems).toEqual([]);
});

/** Puts an order into the book of an account. */
function place(id: number, kind: AccountKind, more: object = {}): AccountId {
  const account = accountOf(user, kind);
  const event = { ...opened(id, account, Side.buy, 5_000_000, 10), ...more };
  server.engine.commit([event as EventInput]);
  return account;
}

async function asked(id: number, by = browser) {
  return by.call<OrderDetail>('GET', `${PATH}?order=${wireId(id)}`);
}

it('says of which account it is, and what orders of that account alone have', async () => {
  const rows = await Promise.all([1, 2, 3, 4].map(async (id) => (await asked(id)).data));
  expect(rows).toMatchObject([
    { account: 'spot', status: 'live', price: '50000.00', filledBase: '0.0000' },
    { account: 'crossed', loanType: 'autoLoan' },
    { account: 'isolated', loanType: 'normal' },
    { account: 'futures', reduceOnly: true, takeProfit: '62000.00', stopLoss: '' },
  ]);
  expect([0, 3].map((i) => 'loanType' in rows[i]!)).toEqual([false, false]);
  expect([0, 1].map((i) => 'reduceOnly' in rows[i]!)).toEqual([false, false]);
  expect(rows.map((row) => 'profit' in row)).toEqual([false, false, false, true]);
});

it('says the same of an order that ended', async () => {
  const account = place(5, AccountKind.spot);
  server.engine.commit([done(5, account, DoneReason.cancelled, 10)]);
  const { data } = await asked(5);
  expect(data).toMatchObject({ id: wireId(5), status: 'cancelled', reason: 'normal_cancel' });
});

it('what is not an order, or another person’s, is told apart from nothing', async () => {
  const wrong = await browser.call('GET', `${PATH}?order=x`);
  expect([wrong.status, wrong.msg]).toEqual([
    400,
    'order must be an id of at most 19 digits, not x',
  ]);
  const none = await browser.call('GET', PATH);
  expect([none.status, none.msg]).toEqual([400, 'order is required']);
  for (const answer of [await asked(99), await asked(0), await asked(1, stranger)]) {
    expect(answer).toMatchObject({ status: 404, reason: 'notFound' });
  }
  expect((await asked(1, new Browser(server.url))).status).toBe(401);
});
