import type { FamilyRead } from '@halcyon/domain/web';
import { expect, it } from 'vitest';
import { wide } from '../../data/decimal.ts';
import { type FamilyWay, pairOf, spareOn, worthOf } from './family-spare.ts';
import type { FamilyPlace } from './sub-api.ts';

const SUB = { name: 'momentum', remark: '', permissions: [], frozen: false, createdAt: 1 } as const;
const [BTC, ETH] = ['BTC', 'ETH'].map((base) => ({ symbol: `${base}USDT`, base, quote: 'USDT' }));
const FAMILY: FamilyRead = {
  own: {
    uid: '1',
    value: '1000.5',
    spare: [
      { account: 'spot', coin: 'BTC', amount: '0.1' },
      { account: 'spot', coin: 'ETH', amount: '2' },
      { account: 'spot', coin: 'USDT', amount: '30' },
      { account: 'usdt_futures', coin: 'USDT', amount: '7' },
      { account: 'isolated_margin', symbol: 'ETHUSDT', coin: 'USDT', amount: '5' },
    ],
  },
  subs: [{ ...SUB, uid: '2', value: '-0.25', spare: [] }],
  pairs: [BTC!, ETH!],
  most: 50,
};

const way = (from: FamilyPlace['account'], to: FamilyPlace['account'], uid = '1'): FamilyWay => ({
  from: { uid, account: from },
  to: { uid: '2', account: to },
});
/** `amount coin` of all that may go a way. */
const spare = (on: FamilyWay, chosen = '') =>
  spareOn(FAMILY, on, pairOf(FAMILY, on, chosen)).map((one) => `${one.amount} ${one.coin}`);

it('what may go is of one account of one of the family', () => {
  expect(spare(way('spot', 'spot'))).toEqual(['0.1 BTC', '2 ETH', '30 USDT']);
  expect(spare(way('usdt_futures', 'spot'))).toEqual(['7 USDT']);
  expect(spare(way('spot', 'spot', '2'))).toEqual([]);
  expect(spare(way('spot', 'spot', '3'))).toEqual([]);
});

it('to and from a pair its coins go, from it its own money', () => {
  expect(spare(way('spot', 'isolated_margin'))).toEqual(['0.1 BTC', '30 USDT']);
  expect(spare(way('spot', 'isolated_margin'), 'ETHUSDT')).toEqual(['2 ETH', '30 USDT']);
  expect(spare(way('isolated_margin', 'spot'), 'BTCUSDT')).toEqual([]);
  expect(spare(way('isolated_margin', 'isolated_margin'))).toEqual(['5 USDT']);
});

it('a pair is named where one is needed: the chosen one, else one with money', () => {
  expect(pairOf(FAMILY, way('spot', 'crossed_margin'), 'BTCUSDT')).toBeUndefined();
  expect(pairOf(FAMILY, way('isolated_margin', 'spot'), 'BTCUSDT')).toBe(BTC);
  expect(pairOf(FAMILY, way('isolated_margin', 'spot'), '')).toBe(ETH);
  expect(pairOf(FAMILY, way('spot', 'isolated_margin'), 'XRPUSDT')).toBe(BTC);
  expect(pairOf({ ...FAMILY, pairs: [] }, way('spot', 'isolated_margin'), '')).toBeUndefined();
});

it('all are worth the sum, what is owed taken off', () => {
  expect(worthOf(FAMILY)).toBe(wide('1000.25'));
});
