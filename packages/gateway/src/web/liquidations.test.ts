/** What the web app is told of liquidations. */
import { EventKind, MarginMode, PositionLeg, Product, wireId } from '@halcyon/domain';
import type { Liquidations } from '@halcyon/domain/web';
import type { LiquidationRecord } from '@halcyon/records';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { liquidationRow } from '../translate/liquidation-row.ts';
import { BTCUSDT } from '../ws/testing/market.ts';
import { Browser, startTestGateway, type TestGateway } from './testing/gateway.ts';

const PATH = '/api/web/v1/futures/liquidations';

let server: TestGateway;
let browser: Browser;

const STEP: LiquidationRecord = {
  id: 7,
  account: 0,
  instrument: 2,
  leg: PositionLeg.short,
  marginMode: MarginMode.isolated,
  closed: 12_500,
  deleveraged: 500,
  mark: 6_123_45,
  excess: -15_0203,
  limit: 6_200_00,
  fee: 1_50000000,
  paidByFund: 25000000,
  time: 1_790_000_000_000,
  seq: 3,
};

beforeAll(async () => {
  server = await startTestGateway();
  const contract = { ...BTCUSDT, id: 2, symbol: 'XBTUSDT', product: Product.usdtFutures };
  server.engine.commit([{ kind: EventKind.instrumentSet, instrument: contract }]);
  browser = new Browser(server.url);
  await browser.register('liquidated@example.com');
});

afterAll(async () => {
  await server.close();
  expect(server.problems).toEqual([]);
});

it('tells price, what was missing and what was done, in the units of people', () => {
  expect(liquidationRow(server.engine.views, STEP)).toEqual({
    id: wireId(7),
    symbol: 'XBTUSDT',
    side: 'short',
    marginMode: 'isolated',
    mark: '6123.45',
    missing: '15.0203',
    closed: '1.2500',
    deleveraged: '0.0500',
    limit: '6200.00',
    fee: '1.5',
    paidByFund: '0.25',
    coin: 'USDT',
    time: 1_790_000_000_000,
  });
});

it('has no row for somebody who was never liquidated', async () => {
  const answer = await browser.call<Liquidations>('GET', `${PATH}?limit=10`);
  expect([answer.status, answer.data]).toEqual([200, { rows: [] }]);
});

it('refuses a limit out of range by name, and those who are not signed in', async () => {
  for (const limit of ['0', '101', 'x']) {
    const answer = await browser.call('GET', `${PATH}?limit=${limit}`);
    expect([limit, answer.status]).toEqual([limit, 400]);
    expect(answer.msg).toContain('limit must be a whole number from 1 to 100');
  }
  const { status } = await new Browser(server.url).call('GET', PATH);
  expect(status).toBe(401);
});
