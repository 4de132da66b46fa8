/** Copy trading on paper: by paper keys, with paper money, without a profit share, and nothing of it is live. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserOwners } from '@halcyon/core';
import { AccountKind, accountOf, CommandKind, EventKind, rowsOf } from '@halcyon/domain';
import { RecordsClient } from '@halcyon/records';
import { onThisThread } from '@halcyon/records/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PaperVenuePort } from '../../src/http/paper-venue-port.ts';
import { applied, deposit, Estate, type Fields, list, WatchedEngine } from '../estate.ts';
import { type Key, PASSPHRASE } from '../matrix.ts';

const TRADER = '/api/v2/copy/mix-trader';
const FOLLOWER = '/api/v2/copy/mix-follower';
const MIX = { productType: 'USDT-FUTURES' };
const USDT = 1;

/** A paper venue with records of its own, which follows nothing. */
class RecordedPaper extends WatchedEngine implements PaperVenuePort {
  readonly condition = 'open';
  readonly people = new UserOwners();
  readonly progress = null;
  readonly history: PaperVenuePort['history'];

  constructor(records: RecordsClient) {
    super();
    this.history = records.history;
    this.onCommit((batch) => {
      for (const event of batch.events) {
        if (event.kind !== EventKind.userOpened || event.owner === undefined) continue;
        this.people.set(event.owner, event.user);
      }
      records.push(rowsOf(batch));
    });
    list(this);
  }

  onClosed(): () => void {
    return () => {};
  }
}

let folder: string;
let records: RecordsClient;
let paper: RecordedPaper;
let estate: Estate;
let trader: Key;
let follower: Key;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'halcyon-paper-'));
  const hashCost = { memoryKib: 8, passes: 1, parallelism: 1 };
  const onProblem = (message: string): never => {
    throw new Error(message);
  };
  records = await RecordsClient.open({ dataFolder: folder, hashCost, onProblem }, onThisThread);
  paper = new RecordedPaper(records);
  estate = await Estate.open(null, paper);
  const permissions = ['read', 'copy', 'transfer'] as const;
  trader = await estate.keyFor(estate.owner.uid, permissions, 'paper');
  follower = await estate.keyFor(estate.other.uid, permissions, 'paper');
});
afterAll(async () => {
  await estate.close();
  await records.close();
  await rm(folder, { recursive: true, force: true });
});

// biome-ignore lint/suspicious/noExplicitAny: rows of many routes, whose fields the test names
type Row = any;

async function said(key: Key, method: 'GET' | 'POST', path: string, fields: Fields = {}) {
  return JSON.parse((await estate.wire(key, method, path, fields)).text) as Row;
}

async function done(key: Key, method: 'GET' | 'POST', path: string, fields: Fields = {}) {
  const { code, msg, data } = await said(key, method, path, fields);
  expect([path, code, msg]).toEqual([path, '00000', 'success']);
  return data as Row;
}

const settle = () => {
  for (let i = 0; i < 3; i++) paper.apply({ kind: CommandKind.tick });
};

/** Somebody else of the paper venue bids or offers. */
function others(side: 0 | 1, price: number): void {
  const user = applied(paper, { kind: CommandKind.openUser, simulated: true });
  const account = accountOf(user, AccountKind.usdtFutures);
  applied(paper, deposit(account, USDT, 1_000_000_00000000n));
  applied(paper, {
    ...{ kind: CommandKind.place, account, instrument: 2, side, type: 0, timeInForce: 0 },
    ...{ selfTrade: 0, quoteAmount: 0, clientId: '', price: price * 10, quantity: 1_000 },
    ...{ takeProfitTrigger: 0, takeProfitPrice: 0, stopLossTrigger: 0, stopLossPrice: 0 },
  });
}

const prices = (btc: number) =>
  paper.apply({ kind: CommandKind.prices, entries: [0, btc * 100, 1, 3_000_00, 2, btc * 10] });

it('goes from opening to leaving, and the trader gets no share of the profit', async () => {
  prices(60_000);
  const live = estate.server.engine.core.state.copies;
  const shared = await said(trader, 'POST', `${TRADER}/open-portfolio`, {
    ...{ copyAmount: '1000', profitShare: '5' },
  });
  expect([shared.code, shared.msg]).toEqual(['40020', expect.stringMatching(/profitShare.*paper/)]);
  const { traderId } = await done(trader, 'POST', `${TRADER}/open-portfolio`, {
    copyAmount: '1000',
  });
  const [made] = await done(trader, 'POST', `${TRADER}/create-copy-api`, {
    ...{ traderId, passphrase: PASSPHRASE },
  });
  const key = { apiKey: made.apikey, secret: made.secret };
  await done(follower, 'POST', `${FOLLOWER}/copy-settings`, { traderId, copyAmount: '500' });
  // A live key finds nobody of that number.
  const begin = { traderId, copyAmount: '500' };
  const other = await said(estate.other.key, 'POST', `${FOLLOWER}/copy-settings`, begin);
  expect(other.reason).toBe('copyPortfolioNotFound');
  others(1, 60_000);
  const order = { ...MIX, symbol: 'BTCUSDT', marginMode: 'crossed', marginCoin: 'USDT' };
  const { orderId } = await done(key, 'POST', '/api/v2/mix/order/place-order', {
    ...{ ...order, orderType: 'market', side: 'buy', size: '0.02' },
  });
  settle();
  const [row] = await done(follower, 'GET', `${FOLLOWER}/query-current-orders`, MIX);
  expect(row).toMatchObject({ traderId, openOrderId: orderId, openSize: '0.0100' });
  const detail = { ...MIX, symbol: 'BTCUSDT', orderId };
  expect(await done(key, 'GET', '/api/v2/mix/order/detail', detail)).toMatchObject({
    ...{ status: 'filled', baseVolume: '0.0200', priceAvg: '60000.0' },
  });
  prices(63_000);
  others(0, 63_000);
  await done(key, 'POST', `${TRADER}/order-close-positions`, MIX);
  settle();
  await done(follower, 'POST', `${FOLLOWER}/cancel-trader`, { traderId });
  const sums = await done(key, 'GET', `${TRADER}/profit-history-summarys`);
  expect(sums.profitSummary).toMatchObject({ sumProfit: '0', waitProfit: '0' });
  expect((await said(key, 'POST', `${TRADER}/end-portfolio`)).reason).toBe('subAccountCannot');
  await done(trader, 'POST', `${TRADER}/end-portfolio`, { traderId });
  expect(paper.core.state.copies.portfolios.size).toBe(0);
  expect(live.active).toBe(false);
});
