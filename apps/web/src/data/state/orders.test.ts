import { describe, expect, it } from 'vitest';
import type { AssetRow, UnfilledRow } from '../rest/types.ts';
import { dropEnded, mergeAssets } from './account-stream.ts';
import { filledShare, fromUnfilled, orderValue } from './orders.ts';
import { holdings, totalValue, valueText } from './portfolio.ts';
import { mergeTrades, type TradeRow } from './trades-feed.ts';

const UNFILLED = {
  symbol: 'btcusdt',
  orderId: '1300000002876365840',
  clientOid: 'my-3600',
  priceAvg: '36570.58',
  size: '1',
  orderType: 'limit',
  side: 'buy',
  status: 'live',
  basePrice: '36000',
  baseVolume: '0.25',
  quoteVolume: '9000',
  presetTakeProfitPrice: '84700',
  presetStopLossPrice: '',
  cTime: '1736285948000',
} as UnfilledRow;

describe('orders from wire rows', () => {
  it('reads the limit price of an open order from priceAvg', () => {
    const order = fromUnfilled(UNFILLED);
    expect(order).toMatchObject({
      symbol: 'BTCUSDT',
      price: '36570.58',
      average: '36000',
      takeProfit: '84700',
      stopLoss: '',
    });
    expect(filledShare(order)).toBe('0.2500');
    expect(orderValue(order)).toMatch(/^36570\.58/);
  });

  it('counts a market buy in quote coins', () => {
    const order = fromUnfilled({ ...UNFILLED, orderType: 'market', size: '18000' });
    expect(order.price).toBe('');
    expect(filledShare(order)).toBe('0.5000');
    expect(orderValue(order)).toBe('');
  });
});

describe('account pushes', () => {
  it('drops ended orders at once and keeps the rest', () => {
    const page = (...ids: string[]) => ({
      total: 3,
      next: null,
      rows: ids.map((orderId) => fromUnfilled({ ...UNFILLED, orderId })),
    });
    const pages = [page('1300000002876365840', '2'), page('1')];
    const orders = { pages };
    const rows = [
      { orderId: '2', status: 'filled' },
      { orderId: '1300000002876365840', status: 'partially_filled' },
    ] as const;
    const left = dropEnded(orders, rows);
    expect(left.pages.map((one) => [one.total, one.rows.map(({ id }) => id)])).toEqual([
      [2, ['1300000002876365840']],
      [2, ['1']],
    ]);
    expect(dropEnded(orders, [])).toBe(orders);
  });

  it('merges changed coins and keeps the others', () => {
    const usdt = { coin: 'USDT', available: '5', frozen: '1' } as AssetRow;
    const btc = { coin: 'BTC', available: '2', frozen: '0' } as AssetRow;
    const merged = mergeAssets(new Map([['USDT', usdt]]), [btc]);
    expect(merged.get('USDT')).toEqual(usdt);
    expect(merged.get('BTC')?.available).toBe('2');
  });
});

describe('holdings', () => {
  it('values coins at their last price and sorts by value', () => {
    const asset = (coin: string, available: string, frozen = '0') =>
      ({ coin, available, frozen, locked: '0' }) as AssetRow;
    const ticker = { symbol: 'BTCUSDT', last: '50000.5' };
    const tickers = new Map([['BTCUSDT', ticker as never]]);
    const rows = holdings(
      new Map([
        ['USDT', asset('USDT', '100', '5.5')],
        ['BTC', asset('BTC', '0.1')],
        ['ODD', asset('ODD', '7')],
        ['NIL', asset('NIL', '0')],
      ]),
      undefined,
      tickers,
    );
    expect(rows.map((row) => row.coin)).toEqual(['BTC', 'USDT', 'ODD']);
    expect(rows.map((row) => valueText(row.value))).toEqual(['5,000.05 USDT', '105.50 USDT', '–']);
    expect(rows[1]).toMatchObject({ total: '105.5', held: '5.5' });
    expect(valueText(totalValue(rows, true))).toBe('5,105.55 USDT');
  });
});

describe('mergeTrades', () => {
  it('puts new trades first, without repeats, and keeps the newest', () => {
    const trade = (tradeId: string) =>
      ({ tradeId, side: 'buy', price: '1', size: '1', ts: '1' }) as TradeRow;
    const known = [trade('2'), trade('1')];
    expect(mergeTrades(known, [trade('2')])).toBe(known);
    const merged = mergeTrades(known, [trade('3'), trade('2')], 2);
    expect(merged.map((item) => item.tradeId)).toEqual(['3', '2']);
  });
});
