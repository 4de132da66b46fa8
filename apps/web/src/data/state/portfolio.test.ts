import { describe, expect, it } from 'vitest';
import type { AssetRow } from '../rest/types.ts';
import { holdings, totalValue, valueText } from './portfolio.ts';
import type { Ticker } from './tickers.ts';

function assets(...rows: readonly (readonly [coin: string, available: string])[]) {
  const full = rows.map(([coin, available]) => {
    const row = { coin, available, frozen: '0', locked: '0' };
    return [coin, row as AssetRow] as const;
  });
  return new Map(full);
}

const price = (last: string) => new Map([['BTCUSDT', { last } as Ticker]]);

describe('the total of balances', () => {
  it('is not known, rather than nothing, before the prices have come', () => {
    const rows = holdings(assets(['BTC', '2'], ['USDT', '5']), undefined, new Map());
    expect(totalValue(rows, false)).toBeNull();
    expect(valueText(totalValue(rows, false))).toBe('–');
    const priced = holdings(assets(['BTC', '2'], ['USDT', '5']), undefined, price('100'));
    expect(valueText(totalValue(priced, false))).toBe('205.00 USDT');
  });

  it('needs no prices where there is nothing but what prices are in', () => {
    expect(
      valueText(totalValue(holdings(assets(['USDT', '5']), undefined, new Map()), false)),
    ).toBe('5.00 USDT');
    expect(totalValue([], false)).toBe(0n);
  });

  it('leaves a coin out that has no price', () => {
    const rows = holdings(assets(['DUST', '2'], ['USDT', '5']), new Map(), price('100'));
    expect(valueText(totalValue(rows, true))).toBe('5.00 USDT');
  });
});
