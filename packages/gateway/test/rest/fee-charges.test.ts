/** What is charged is what is said: fills after a change of level, on each product, as maker and taker. */
import {
  type CommandInput,
  CommandKind,
  type Event,
  EventKind,
  FeeGrantKind,
  ownerOf,
} from '@halcyon/domain';
import { expect, it } from 'vitest';
import { openContracts } from './contracts.ts';
import { ALICE_SPOT, TestRest, textOf } from './harness.ts';
import { MarginFixture, openMargin } from './margin-fixture.ts';
import { MixTrader } from './mix-trader.ts';

const BY = { actor: 'test', reason: 'test' };
const TIERS = [
  { makerPpm: 1_000, takerPpm: 2_000, volumeFrom: 0 },
  {
    ...{ makerPpm: 500, takerPpm: 1_000, marginMakerPpm: 400, marginTakerPpm: 900 },
    ...{ contractMakerPpm: 150, contractTakerPpm: 501, volumeFrom: 250_000 },
  },
  { makerPpm: 0, takerPpm: 0 },
];

/** Gives Alice level 1 with 25 % off, and notes the trades from then on. */
function raise(rest: TestRest): Extract<Event, { takerFee: number }>[] {
  const trades: Extract<Event, { takerFee: number }>[] = [];
  rest.engine.onCommit(({ events }) => {
    for (const event of events) {
      if (event.kind === EventKind.trade || event.kind === EventKind.contractTrade) {
        trades.push({ ...event });
      }
    }
  });
  const done = (command: CommandInput) => expect(rest.engine.apply(command).code).toBe(0);
  done({ kind: CommandKind.setRules, version: 7 });
  done({ kind: CommandKind.setFeeSchedule, tiers: TIERS, discounts: [25], ...BY });
  const user = ownerOf(ALICE_SPOT);
  for (const [kind, value] of [
    [FeeGrantKind.fixed, 1],
    [FeeGrantKind.discount, 25],
  ] as const) {
    const grant = { kind, value, until: 0 };
    done({ kind: CommandKind.grantFees, user, grant, ends: 0, ...BY });
  }
  return trades;
}

it('a level has as many requests as its file says, and its sub-accounts too', async () => {
  const rest = await TestRest.open((opening) => {
    opening.requestFactors = [1, 3];
  });
  rest.addKey('normal-key1', ownerOf(ALICE_SPOT), { tier: 'normal' });
  const left = async (apiKey: string) => {
    const answer = await rest.call(apiKey, 'GET', '/api/v2/spot/account/assets');
    return Number(answer.headers['x-mbx-used-remain-limit']);
  };
  rest.now = Math.ceil(rest.now / 1000) * 1000;
  expect(await left('normal-key1')).toBe(9);
  raise(rest);
  const open = { kind: CommandKind.openUser, simulated: false, root: ownerOf(ALICE_SPOT) } as const;
  rest.addKey('normal-sub1', rest.engine.apply(open).id, { tier: 'normal' });
  rest.now += 1_000;
  for (const apiKey of ['normal-key1', 'normal-sub1']) {
    for (let n = 29; n >= 0; n--) expect(await left(apiKey)).toBe(n);
    const over = await rest.call(apiKey, 'GET', '/api/v2/spot/account/assets');
    expect(over.status).toBe(429);
    expect(rest.rest.requests.of(apiKey).limits).toMatchObject([
      { perSecond: 30, busiest: 30, refused: 1 },
    ]);
  }
});

/** Parts per million of what the wire says of Alice. */
async function said(
  rest: TestRest,
  businessType: string,
): Promise<{ maker: bigint; taker: bigint }> {
  const query = { symbol: 'BTCUSDT', businessType };
  const { body } = await rest.alice('GET', '/common/trade-rate', query);
  const ppm = (name: string) => BigInt(Math.round(Number(textOf(body.data[name])) * 1_000_000));
  return { maker: ppm('makerFeeRate'), taker: ppm('takerFeeRate') };
}

const feeOf = (units: number, ppm: bigint) => Number((BigInt(units) * ppm) / 1_000_000n);
const BTC = 100_000_000;
const USDT = 100_000_000;

it('in spot pairs and with margin accounts', async () => {
  const rest = await openMargin();
  const trades = raise(rest);
  const desk = new MarginFixture(rest);
  const order = { symbol: 'BTCUSDT', orderType: 'limit', force: 'gtc', price: '60000' };
  const bob = async (side: string, size: string) => {
    const { body } = await rest.bob('POST', '/spot/trade/place-order', { ...order, side, size });
    expect(body.msg).toBe('success');
  };
  const spot = await said(rest, 'spot');
  expect(spot).toEqual({ maker: 375n, taker: 750n });
  await bob('sell', '0.1');
  await rest.alice('POST', '/spot/trade/place-order', { ...order, side: 'buy', size: '0.3' });
  await bob('sell', '0.2');
  expect(trades).toMatchObject([
    { takerFee: feeOf(0.1 * BTC, spot.taker), makerFee: feeOf(6_000 * USDT, 1_000n) },
    { makerFee: feeOf(0.2 * BTC, spot.maker), takerFee: feeOf(12_000 * USDT, 2_000n) },
  ]);
  for (const [kind, account] of [
    ['crossed', 'crossed_margin'],
    ['isolated', 'isolated_margin'],
  ] as const) {
    trades.length = 0;
    const margin = await said(rest, 'margin');
    expect(margin).toEqual({ maker: 300n, taker: 675n });
    const pair = kind === 'isolated' ? { symbol: 'BTCUSDT' } : {};
    await desk.bring(account, 'USDT', '20000', pair);
    await bob('sell', '0.1');
    const buy = { ...order, side: 'buy', baseSize: '0.3', loanType: 'normal' };
    await desk.post(`/${kind}/place-order`, buy);
    await bob('sell', '0.2');
    expect(trades, kind).toMatchObject([
      { takerFee: feeOf(0.1 * BTC, margin.taker) },
      { makerFee: feeOf(0.2 * BTC, margin.maker) },
    ]);
  }
});

it('with contracts', async () => {
  const rest = await openContracts();
  const trades = raise(rest);
  const mix = new MixTrader(rest);
  const rates = await said(rest, 'mix');
  expect(rates).toEqual({ maker: 112n, taker: 375n });
  await mix.place({ side: 'sell', size: '0.1' }, 'bob');
  await mix.place({ size: '0.3' });
  await mix.place({ side: 'sell', size: '0.2' }, 'bob');
  expect(trades).toMatchObject([
    { takerFee: feeOf(6_000 * USDT, rates.taker), makerFee: feeOf(6_000 * USDT, 200n) },
    { makerFee: feeOf(12_000 * USDT, rates.maker), takerFee: feeOf(12_000 * USDT, 600n) },
  ]);
});
