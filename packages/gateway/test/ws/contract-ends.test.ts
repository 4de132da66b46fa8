/** How positions end, as pushes tell it: closed, turned around, liquidated, deleveraged. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandKind, MarginMode, PositionLeg, rowsOf as rowsOfEvents } from '@halcyon/domain';
import { RecordsClient } from '@halcyon/records';
import { onThisThread } from '@halcyon/records/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rowsOf, type TestClient } from '../../src/ws/testing/client.ts';
import { loginMessage, startServerOf, type TestServer } from '../../src/ws/testing/server.ts';
import { ALICE, BOB } from '../rest/harness.ts';
import { ALICE_FUTURES, BOB_FUTURES, BTC, ContractMarketFixture } from './contract-market.ts';

type Row = Readonly<Record<string, unknown>>;

const CHANNELS = ['positions-history', 'orders', 'fill', 'adl-noti'];
const folder = mkdtempSync(join(tmpdir(), 'halcyon-ws-'));

let records: RecordsClient;
let market: ContractMarketFixture;
let server: TestServer<ContractMarketFixture>;
let alice: TestClient;
let bob: TestClient;

beforeAll(async () => {
  records = await RecordsClient.open({ dataFolder: folder }, onThisThread);
  market = new ContractMarketFixture((batch) => records.push(rowsOfEvents(batch)));
  server = await startServerOf(market, { records: records.history });
  alice = await listener(ALICE);
  bob = await listener(BOB);
});

afterAll(async () => {
  alice.end();
  bob.end();
  await server.close();
  await records.close();
  rmSync(folder, { recursive: true, force: true });
});

async function listener(user: number, instId = 'default'): Promise<TestClient> {
  const client = await server.connect('/v2/ws/private');
  client.send(loginMessage(user));
  await client.answer('login');
  const arg = { instType: 'USDT-FUTURES', instId };
  client.subscribe(...CHANNELS.map((channel) => ({ ...arg, channel })));
  for (const _ of CHANNELS) await client.answer('subscribe');
  return client;
}

async function row(client: TestClient, channel: string): Promise<Row | undefined> {
  return rowsOf<Row>(await client.push(channel)).at(-1);
}

/** What was pushed before the answer to a ping is of no interest. */
async function forgetAll(client: TestClient): Promise<void> {
  client.send('ping');
  await client.until(() => client.texts.includes('pong'));
  client.texts.length = 0;
  client.told.length = 0;
}

function setLeverage(account: number, leverage: number): void {
  const place = { account, instrument: BTC, leg: PositionLeg.net };
  market.apply({ kind: CommandKind.setLeverage, ...place, leverage });
}

describe('positions-history', () => {
  it('tells of a position as a whole once it is closed, for both who traded', async () => {
    market.trade(6);
    market.trade(4, 601_000);
    market.trade(-10, 602_000);
    expect(await row(alice, 'positions-history')).toEqual({
      posId: expect.stringMatching(/^\d{19}$/),
      instId: 'BTCUSDT',
      marginCoin: 'USDT',
      marginMode: 'crossed',
      holdSide: 'long',
      posMode: 'one_way_mode',
      openPriceAvg: '60040.0',
      closePriceAvg: '60200.0',
      openSize: '0.010',
      closeSize: '0.010',
      achievedProfits: '1.6',
      settleFee: '0',
      openFee: '-0.36024',
      closeFee: '-0.3612',
      cTime: expect.any(String),
      uTime: expect.any(String),
    });
    expect(await row(bob, 'positions-history')).toMatchObject({
      holdSide: 'short',
      achievedProfits: '-1.6',
      openFee: '-0.12008',
    });
  });

  it('does not tell again of a position whose contract is set up afterwards', async () => {
    setLeverage(ALICE_FUTURES, 30);
    market.trade(1);
    market.trade(-3);
    const turned = await row(alice, 'positions-history');
    expect(turned).toMatchObject({ holdSide: 'long', openSize: '0.001', closeSize: '0.001' });
    setLeverage(ALICE_FUTURES, 40);
    market.trade(2);
    const next = await row(alice, 'positions-history');
    expect(next).toMatchObject({ holdSide: 'short', openSize: '0.002' });
    expect(next?.['posId']).not.toBe(turned?.['posId']);
    // One who came later was not told of the position that is set up here.
    const late = await listener(ALICE, 'BTCUSDT');
    setLeverage(ALICE_FUTURES, 50);
    // Rows come in their order, so nothing is under way before this one.
    market.trade(5);
    market.trade(-5);
    for (const client of [alice, late]) {
      expect(await row(client, 'positions-history')).toMatchObject({ openSize: '0.005' });
    }
    late.end();
  });
});

describe('a liquidation that the book does not take', () => {
  it('is told to who is liquidated, and to who is deleveraged for it', async () => {
    const mode = MarginMode.isolated;
    const own = { account: BOB_FUTURES, instrument: BTC };
    market.apply({ kind: CommandKind.setMarginMode, ...own, mode });
    setLeverage(BOB_FUTURES, 100);
    market.trade(-10);
    await forgetAll(alice);
    await forgetAll(bob);
    market.index(58_000);
    const notice = await row(alice, 'adl-noti');
    expect(notice).toEqual({
      symbol: 'BTCUSDT',
      side: 'buy',
      status: 'triggered',
      price: expect.stringMatching(/^59\d{3}\.\d$/),
      amount: '0.010',
      ts: expect.any(String),
    });
    expect(await row(alice, 'fill')).toMatchObject({
      orderId: '0',
      side: 'buy',
      price: notice?.['price'],
      tradeSide: 'dte_sys_adl_buy_in_single_side_mode',
      tradeScope: 'maker',
    });
    expect(await row(bob, 'fill')).toMatchObject({
      orderId: '0',
      side: 'sell',
      tradeSide: 'burst_sell_single',
    });
    expect(await row(bob, 'orders')).toMatchObject({
      status: 'canceled',
      tradeSide: 'burst_sell_single',
      enterPointSource: 'SYS',
    });
    expect(await row(bob, 'positions-history')).toMatchObject({
      holdSide: 'long',
      marginMode: 'isolated',
      closePriceAvg: notice?.['price'],
    });
    expect(await row(alice, 'positions-history')).toMatchObject({ holdSide: 'short' });
    expect(bob.told.filter(({ arg }) => arg?.['channel'] === 'adl-noti')).toEqual([]);
    expect(server.stats.missedRows).toBe(0);
  });
});
