import { expect, it } from 'vitest';
import type { ContractAssetRow } from '../../../data/rest/positions.ts';
import { accountOf } from '../testing/account.ts';
import { rowNow } from './assets-tab.tsx';

/** As the wire reports it: `available` is the wallet, whatever positions need of it. */
const READ = {
  marginCoin: 'USDT',
  locked: '0',
  available: '1000',
  maxTransferOut: '990',
  accountEquity: '999',
  crossedRiskRate: '0',
  unrealizedPL: '-1',
} as ContractAssetRow;

it('what new orders may use and what may leave are less the margin of positions, at this moment', () => {
  // 0.1 BTC at 50,000 with a leverage of 20.
  const row = rowNow(READ, accountOf({ lots: { 0: 1_000 } }));
  const figures = [row.accountEquity, row.available, row.unrealizedPL, row.maxTransferOut];
  expect(figures.map(Number)).toEqual([1_000, 750, 0, 750]);
  expect(row.locked).toBe('0');
});

it('before the account is known, and of another coin, the row is as it was read', () => {
  expect(rowNow(READ, null)).toBe(READ);
  const other = { ...READ, marginCoin: 'USDC' };
  expect(rowNow(other, accountOf())).toBe(other);
});
