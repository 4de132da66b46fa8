import type { ExportList, OrderHistoryRow } from '@halcyon/domain/web';
import { describe, expect, it } from 'vitest';
import type { RecordFilterFields } from '../../data/rest/trade.ts';
import type { InstrumentInfo } from '../../data/state/instruments.ts';
import type { Translate } from '../../platform/locale/intl.tsx';
import { fileName, listOfTab, requestOf } from './export-request.ts';
import { orderCells } from './order-lines.ts';
import { presetRange, yearRange } from './periods.ts';
import { windowOf } from './use-record-filter.ts';

const DAY = 86_400_000;

describe('a file of records', () => {
  const ALL = [null, null] as const;
  const BASE = { list: 'ledger', format: 'csv', account: '', range: ALL } as const;

  it('asks for what is chosen, and for a pair with its account alone', () => {
    expect(requestOf(BASE)).toEqual({ list: 'ledger', format: 'csv' });
    const fills = { ...BASE, list: 'fills', symbol: 'BTCUSDT' } as const;
    expect(requestOf(fills)).toEqual({ list: 'fills', format: 'csv' });
    expect(requestOf({ ...fills, account: 'futures' })).toEqual({
      ...{ list: 'fills', format: 'csv', account: 'futures', symbol: 'BTCUSDT' },
    });
    const moved = {
      ...BASE,
      list: 'transfers',
      account: 'spot',
      coin: 'BTC',
      range: [5, 9],
    } as const;
    expect(requestOf(moved)).toEqual({
      ...{ list: 'transfers', format: 'csv', coin: 'BTC', startTime: 5, endTime: 9 },
    });
    const wrong = { ...fills, account: 'spot', coin: 'BTC' } as const;
    expect(requestOf(wrong)).not.toHaveProperty('coin');
    expect(requestOf({ ...wrong, list: 'balances' })).not.toHaveProperty('symbol');
  });

  it('is named after what is in it', () => {
    expect(fileName(BASE)).toBe('halcyon-ledger.csv');
    const range = yearRange(2025);
    expect(range).toEqual([new Date(2025, 0, 1).getTime(), new Date(2026, 0, 1).getTime() - 1]);
    expect(fileName({ ...BASE, format: 'parquet', account: 'futures', range })).toBe(
      'halcyon-ledger-futures-2025-01-01-2025-12-31.parquet',
    );
  });

  it('of a tab that has no list is the ledger', () => {
    expect([listOfTab('fills'), listOfTab('nothing')]).toEqual(['fills', 'ledger']);
  });

  it('has the side, type and status of the page, as far as its list has them', () => {
    const asked = (list: ExportList, narrowing: RecordFilterFields) => {
      const { format: _, list: __, ...rest } = requestOf({ ...BASE, list, narrowing });
      return JSON.parse(JSON.stringify(rest)) as object;
    };
    const bought = { side: 'buy', kind: 'limit', status: 'filled' } as const;
    expect(asked('orders', bought)).toEqual(bought);
    expect(asked('fills', bought)).toEqual({ side: 'buy' });
    expect(asked('plans', bought)).toEqual({});
    const failed = { side: 'sell', kind: 'trigger', status: 'failed' } as const;
    expect(asked('plans', failed)).toEqual(failed);
    expect(asked('orders', failed)).toEqual({});
    expect(asked('ledger', { businessType: 'BUY' })).toEqual({ businessType: 'BUY' });
    expect(asked('ledger', { account: 'crossed', group: 'loan' })).toEqual({ group: 'loan' });
    expect(asked('deposits', { side: 'buy' })).toEqual({});
  });

  it('of plans alone is the list of plans', () => {
    const list = (narrowing: RecordFilterFields) => listOfTab('orders', narrowing);
    expect(
      [{}, { side: 'buy' }, { kind: 'market' }, { status: 'cancelled' }].map((one) =>
        list(one as RecordFilterFields),
      ),
    ).toEqual(['orders', 'orders', 'orders', 'orders']);
    expect(
      [{ kind: 'oco' }, { status: 'executed' }, { status: 'failed' }].map((one) =>
        list(one as RecordFilterFields),
      ),
    ).toEqual(['plans', 'plans', 'plans']);
  });
});

describe('what of a span of time is asked for', () => {
  const wire = { rangeDays: 90 };

  it('is the span, open where it is', () => {
    expect(windowOf([null, null], wire)).toEqual({ shownFrom: 0 });
    expect(windowOf([5, null], wire)).toEqual({ startTime: 5, shownFrom: 0 });
    expect(windowOf([null, 7], wire)).toEqual({ endTime: 7, shownFrom: 0 });
    expect(windowOf([5, 7], wire)).toEqual({ startTime: 5, endTime: 7, shownFrom: 0 });
  });

  it('of more days than are taken its end, and lines are shown from its beginning on', () => {
    const year = [1, 365 * DAY] as const;
    expect(windowOf(year, wire)).toEqual({ endTime: 365 * DAY, shownFrom: 1 });
    const any = { startTime: 1, endTime: 365 * DAY, shownFrom: 0 };
    expect(windowOf(year, { rangeDays: null })).toEqual(any);
    expect(windowOf([DAY, 91 * DAY], wire)).toMatchObject({ startTime: DAY, shownFrom: 0 });
  });
});

describe('presetRange', () => {
  it('counts whole days up to today, and leaves the end open', () => {
    const now = new Date(2026, 5, 15, 13, 30).getTime();
    const day = (month: number, date: number) => new Date(2026, month, date).getTime();
    expect(presetRange('all', now)).toEqual([null, null]);
    expect(presetRange('today', now)).toEqual([day(5, 15), null]);
    expect(presetRange('7', now)).toEqual([day(5, 9), null]);
    expect(presetRange('30', now)).toEqual([day(4, 17), null]);
    expect(presetRange('90', now)).toEqual([day(2, 18), null]);
    expect(presetRange('month', now)).toEqual([day(5, 1), null]);
    expect(presetRange('lastMonth', now)).toEqual([day(4, 1), day(5, 1) - 1]);
    expect(presetRange('year', now)).toEqual([day(0, 1), null]);
    expect(presetRange('lastYear', now)).toEqual(yearRange(2025));
  });
});

describe('the line of an ended order', () => {
  const BTC = {
    base: 'BTC',
    quote: 'USDT',
    priceScale: 2,
  } as unknown as InstrumentInfo;
  const context = {
    t: ((id: string, values?: object) =>
      values === undefined ? id : `${id} ${Object.values(values).join(' ')}`) as Translate,
    instruments: new Map([['BTCUSDT', BTC]]),
  };
  const ROW: OrderHistoryRow = {
    id: '1200000000000000001',
    symbol: 'BTCUSDT',
    kind: 'trailing',
    side: 'sell',
    force: '',
    price: '',
    trigger: '65000.00',
    callback: '2.5',
    average: '',
    size: '0.1',
    sizeUnit: 'base',
    filledBase: '',
    fee: '',
    feeCoin: '',
    status: 'cancelled',
    reason: 'oco_other',
    linked: '',
    parent: '',
    createdAt: 0,
    endedAt: 0,
  };

  it('says kind, trigger, time in force and why it ended', () => {
    expect(orderCells(context, ROW)).toMatchObject({
      pair: 'BTC/USDT',
      kind: 'order.kind.trailing',
      side: 'order.sell',
      price: 'order.marketPrice',
      trigger: '65,000.00 · 2.5%',
      force: '–',
      filled: '–',
      status: 'status.cancelled',
      reason: 'reason.other',
    });
    const order = { ...ROW, kind: 'limit', force: 'ioc', price: '1.00', reason: '' } as const;
    expect(orderCells(context, order)).toMatchObject({ force: 'IOC', price: '1.00', reason: '–' });
  });

  it('names a refusal that has no words of its own', () => {
    expect(orderCells(context, { ...ROW, reason: 'balanceRange' }).reason).toBe(
      'reason.refused balanceRange',
    );
  });
});
