import type { MarginFillRow } from '@halcyon/domain/web';
import { expect, it } from 'vitest';
import { PAIR } from './testing/place.ts';
import { repaidTexts, tradeTexts } from './trade-texts.ts';

const fill = (side: 'buy' | 'sell', size: string, value: string) =>
  ({ symbol: 'BTCUSDT', side, size, value }) as MarginFillRow;

it('fills of a pair and side are one sum, what was paid before what came', () => {
  const rows = [fill('sell', '0.1', '5'), fill('buy', '1', '50'), fill('sell', '0.2', '10.5')];
  expect(tradeTexts(rows, new Map([[PAIR.symbol, PAIR]]))).toEqual([
    '0.3 BTC → 15.5 USDT',
    '50 USDT → 1 BTC',
  ]);
});

it('repayments of a coin are one sum, to the last digit', () => {
  const row = (coin: string, amount: string) => ({ coin, amount });
  expect(repaidTexts([row('BTC', '0.1'), row('USDT', '7'), row('BTC', '0.20000001')])).toEqual([
    '0.30000001 BTC',
    '7 USDT',
  ]);
});
