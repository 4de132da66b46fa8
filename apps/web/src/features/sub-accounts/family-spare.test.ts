import type { FamilyRead } from '@halcyon/domain/web';
import { expect, it } from 'vitest';
import { wide } from '../../data/decimal.ts';
import { coinsAt, spareAt, worthOf } from './family-spare.ts';

const SUB = { name: 'momentum', remark: '', permissions: [], frozen: false, createdAt: 1 } as const;
const FAMILY: FamilyRead = {
  own: {
    uid: '1',
    value: '1000.5',
    spare: [
      { account: 'spot', coin: 'BTC', amount: '0.1' },
      { account: 'spot', coin: 'USDT', amount: '30' },
      { account: 'usdt_futures', coin: 'USDT', amount: '7' },
    ],
  },
  subs: [{ ...SUB, uid: '2', value: '-0.25', spare: [] }],
  most: 50,
};

it('coins and amounts are those of one account of one of the family', () => {
  expect(coinsAt(FAMILY, { uid: '1', account: 'spot' })).toEqual(['BTC', 'USDT']);
  expect(coinsAt(FAMILY, { uid: '2', account: 'spot' })).toEqual([]);
  expect(spareAt(FAMILY, { uid: '1', account: 'usdt_futures' }, 'USDT')).toBe('7');
  expect(spareAt(FAMILY, { uid: '1', account: 'usdt_futures' }, 'BTC')).toBe('0');
  expect(spareAt(FAMILY, { uid: '3', account: 'spot' }, 'BTC')).toBe('0');
});

it('all are worth the sum, what is owed taken off', () => {
  expect(worthOf(FAMILY)).toBe(wide('1000.25'));
});
