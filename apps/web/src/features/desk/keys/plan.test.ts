import { describe, expect, it } from 'vitest';
import { wide } from '../../../data/decimal.ts';
import { readTyped } from '../../../data/typed-number.ts';
import { SPOT_RULES } from '../../terminal/spot-form/spot-rules.ts';
import type { SpotMarket, SpotSums } from '../../terminal/spot-form/spot-sums.ts';
import { INSTRUMENT } from '../../terminal/spot-form/testing/instrument.ts';
import { EMPTY_DRAFT } from '../order-form/draft.ts';
import type { DeskOrder, DeskProduct } from './desk-product.ts';
import { isPlan, type MarketState, planOf } from './plan.ts';
import { readCommand } from './spoken.ts';

const order = (id: string, patch: Partial<DeskOrder> = {}): DeskOrder => ({
  ...{ id, symbol: 'BTCUSDT', side: 'buy', price: '49000', open: wide('0.1') },
  ...patch,
});
const ORDERS = [
  order('4', { side: 'sell', price: '51000', open: wide('0.5') }),
  order('3', { symbol: 'SOLUSDT' }),
  order('2'),
  order('1', { symbol: 'SOLBTC' }),
];
const listed = new Map(
  [
    INSTRUMENT,
    { ...INSTRUMENT, symbol: 'SOLUSDT', base: 'SOL' },
    { ...INSTRUMENT, symbol: 'SOLBTC', base: 'SOL', quote: 'BTC' },
  ].map((one) => [one.symbol, one]),
);
const product = {
  form: SPOT_RULES as unknown as DeskProduct<SpotMarket, SpotSums>['form'],
  closing: ({ availableBase }: SpotMarket, percent: number, freed: bigint) => {
    const coins = ((wide(availableBase ?? '') + freed) * BigInt(percent)) / 100n;
    return coins === 0n ? [] : [{ ...EMPTY_DRAFT, side: 'sell', size: String(coins) }];
  },
} as unknown as DeskProduct<SpotMarket, SpotSums>;
const SCENE: MarketState<SpotMarket, SpotSums> = {
  product,
  market: { instrument: INSTRUMENT, last: '50000', availableBase: '2', availableQuote: '100000' },
  best: { bid: '49999', ask: '50001' },
  orders: ORDERS,
  listed,
};

function say(text: string, scene = SCENE) {
  const said = readCommand(text, {
    words: new Map(),
    intervals: ['1h'],
    numberOf: (number) => readTyped(number, { group: ',', decimal: '.' }),
  });
  if (said === null) throw new Error(`"${text}" is no command`);
  return planOf(said, scene);
}

function sent(text: string, scene = SCENE) {
  const plan = say(text, scene);
  if (!isPlan(plan)) throw new Error(plan.issue.id);
  return plan.send.map(({ side, kind, price, size, unit, force }) => {
    return { side, kind, price, size, unit, force };
  });
}
const issue = (text: string, scene = SCENE) => {
  const plan = say(text, scene);
  return isPlan(plan) ? null : plan.issue.id;
};
const buy = { side: 'buy', kind: 'limit', price: '48000', size: '0.1', unit: 'coin', force: 'gtc' };

describe('an order', () => {
  it.each([
    ['buy 0.1 btc limit 48000', buy],
    ['buy 0.1 48000 post', { ...buy, force: 'post_only' }],
    ['buy 100 usdt limit bid', { ...buy, price: '49999', size: '100', unit: 'value' }],
    ['buy 0.1 limit mid', { ...buy, price: '50000' }],
    // A market buy counts quote coins, a market sell base coins.
    ['buy 0.1 market', { ...buy, kind: 'market', price: '', size: '5000.1' }],
    ['buy 100 usdt market', { ...buy, kind: 'market', price: '', size: '100' }],
    ['sell 4999.9 usdt market', { ...buy, side: 'sell', kind: 'market', price: '', size: '0.1' }],
    ['sell 50% market', { ...buy, side: 'sell', kind: 'market', price: '', size: '1' }],
    ['sell 25% limit ask', { ...buy, side: 'sell', price: '50001', size: '0.5' }],
  ])('"%s"', (text, expected) => expect(sent(text)).toEqual([expected]));

  it.each([
    ['buy 9 btc limit 48000', 'check.funds'],
    ['buy 0.00001 btc limit 48000', 'check.minSize'],
    ['buy 0.1 btc limit 48000.001', 'check.priceStep'],
    ['buy 0.1 eth limit 48000', 'desk.otherMarket'],
    ['buy 0.1 sol market', 'desk.otherMarket'],
  ])('"%s" is not sent: %s', (text, id) => expect(issue(text)).toBe(id));

  it('waits for balance and prices', () => {
    const { market } = SCENE;
    const poor = { ...SCENE, market: { ...market, availableBase: null } };
    expect(issue('sell 50% market', poor)).toBe('desk.notKnown');
    const empty = { ...SCENE, best: { bid: '', ask: '' } };
    expect(issue('sell 0.1 limit ask', empty)).toBe('desk.noPrice');
  });

  it('far beyond the best price wants a look', () => {
    expect(say('buy 0.1 limit 52000')).toMatchObject({ isFar: true });
    expect(say('buy 0.1 limit 50002')).toMatchObject({ isFar: false });
  });
});

describe('cancelling', () => {
  const ids = (text: string) => {
    const plan = say(text);
    return isPlan(plan) ? [plan.cancel.map(({ id }) => id), plan.symbols] : plan.issue.id;
  };
  it.each([
    ['cancel all', [['4', '2'], ['BTCUSDT']]],
    [
      'cancel all sol',
      [
        ['3', '1'],
        ['SOLUSDT', 'SOLBTC'],
      ],
    ],
    ['cancel all sol/usdt', [['3'], ['SOLUSDT']]],
    ['cancel last', [['4'], []]],
    ['cancel buys', [['2'], []]],
    ['cancel sells', [['4'], []]],
    ['cancel all doge', 'desk.unknownWord'],
    ['cancel sells sol', 'desk.noOrders'],
  ])('"%s"', (text, expected) => expect(ids(text)).toEqual(expected));
});

describe('closing', () => {
  it('is a share of what there is', () => {
    expect(say('close half')).toMatchObject({ closes: true, send: [{ size: String(wide('1')) }] });
    expect(issue('close eth')).toBe('desk.otherMarket');
    const nothing = { ...SCENE, market: { ...SCENE.market, availableBase: '0' } };
    expect(issue('close', nothing)).toBe('desk.noPosition');
  });

  it('with all orders cancelled, what they held is closed too', () => {
    expect(say('flatten')).toMatchObject({
      ...{ symbols: ['BTCUSDT'], closes: true },
      cancel: [{ id: '4' }, { id: '2' }],
      send: [{ size: String(wide('2.5')) }],
    });
  });
});
