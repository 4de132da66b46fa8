import { describe, expect, test } from 'vitest';
import { wide } from '../../../data/decimal.ts';
import type { InstrumentInfo } from '../../../data/state/instruments.ts';
import type { SpotMarket } from '../spot-form/spot-sums.ts';
import { checkAlgo } from './algo-check.ts';
import {
  type AlgoDraft,
  averageOf,
  EMPTY_ALGO,
  largestOf,
  partsOf,
  piecesOf,
  worthOf,
} from './algo-draft.ts';
import { algoBody } from './algo-submit.ts';

const INSTRUMENT = {
  ...{ product: 'spot', symbol: 'BTCUSDT', base: 'BTC', quote: 'USDT', status: 'online' },
  ...{ priceScale: 2, sizeScale: 4, priceDigits: 2, sizeDigits: 4, quoteScale: 6 },
  ...{ minSize: '0.001', maxSize: '100', minNotional: '5' },
} as InstrumentInfo;
const MARKET: SpotMarket = {
  ...{ instrument: INSTRUMENT, last: '100', availableBase: '2', availableQuote: '1000' },
};
const of = (draft: Partial<AlgoDraft>): AlgoDraft => ({ ...EMPTY_ALGO, ...draft });
const GRID = of({ price: '90', endPrice: '100', count: '3', size: '1' });

describe('parts of an algo order', () => {
  test('a grid has equal distances, and the last orders the lots that are over', () => {
    expect(partsOf(GRID, MARKET)).toEqual([
      { price: '90', size: '0.3333' },
      { price: '95', size: '0.3333' },
      { price: '100', size: '0.3334' },
    ]);
    expect(averageOf(partsOf(GRID, MARKET), 2)).toBe('95.00');
  });
  test('the largest grid costs no more than there is', () => {
    const size = largestOf(GRID, MARKET) ?? '';
    expect(size).toBe('10.5263');
    expect(worthOf(partsOf({ ...GRID, size }, MARKET))).toBeLessThanOrEqual(wide('1000'));
    expect(checkAlgo({ ...GRID, size: '10.53' }, MARKET, true)).toMatchObject({
      size: { id: 'check.funds' },
    });
  });
  test('an iceberg is shown in pieces, the last of which may be smaller', () => {
    expect(piecesOf(of({ kind: 'iceberg', size: '1', displaySize: '0.3' }), MARKET)).toBe(4);
  });
});

describe('checks of an algo order', () => {
  test('orders below the smallest one are said at their number, or at the size', () => {
    const small = { ...GRID, count: '50', size: '0.2' };
    expect(checkAlgo(small, MARKET, true)).toEqual({
      count: { id: 'algo.most', values: { max: 3 } },
    });
    expect(checkAlgo({ ...small, size: '0.06' }, MARKET, true)).toMatchObject({
      size: { id: 'algo.eachSmall' },
    });
  });
  test('each kind asks for what it needs, and for nothing else', () => {
    expect(Object.keys(checkAlgo(of({ kind: 'chase' }), MARKET, true))).toEqual(['price', 'size']);
    expect(checkAlgo(of({ kind: 'twap', size: '1' }), MARKET, true)).toEqual({});
    expect(checkAlgo(of({}), MARKET, false)).toEqual({});
  });
  test('slices are a second apart, a duration is within its bounds', () => {
    const twap = of({ kind: 'twap', size: '1', duration: '30', time: 's', count: '31' });
    expect(checkAlgo(twap, MARKET, true)).toMatchObject({ count: { id: 'algo.between' } });
    expect(checkAlgo({ ...twap, duration: '29' }, MARKET, true)).toMatchObject({
      duration: { id: 'algo.durationRange' },
    });
  });
});

test('a request has the fields of its kind alone', () => {
  const twap = of({ kind: 'twap', size: '1.0', count: '5', endPrice: '7', rests: true });
  expect(algoBody(twap, MARKET)).toEqual({
    ...{ symbol: 'BTCUSDT', side: 'buy', parentType: 'twap' },
    ...{ size: '1', count: '5', duration: '1800' },
  });
});
