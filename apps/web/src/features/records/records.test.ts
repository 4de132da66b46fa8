import type { OrderHistoryRow } from '@halcyon/domain/web';
import { describe, expect, it } from 'vitest';
import type { Instrument } from '../../data/state/instruments.ts';
import type { Translate } from '../../platform/locale/intl.tsx';
import { allLines, csvField, toCsv } from './csv.ts';
import { orderCells } from './order-lines.ts';
import { presetRange } from './periods.ts';
import type { RecordKind } from './record-kinds.tsx';
import { effectiveRange } from './use-record-filter.ts';

const DAY = 86_400_000;

describe('csv', () => {
  it('quotes what needs it and disarms formulas', () => {
    const cases: readonly (readonly [string, string])[] = [
      ['plain', 'plain'],
      ['1,234.5', '"1,234.5"'],
      ['say "hi"', '"say ""hi"""'],
      ['=1+1', "'=1+1"],
      ['@x', "'@x"],
      ['+1', "'+1"],
      ['-0.5', '-0.5'],
      ['-x', "'-x"],
    ];
    for (const [text, field] of cases) expect([text, csvField(text)]).toEqual([text, field]);
    expect(toCsv(['a', 'b'], [['1', '2']])).toBe('a,b\r\n1,2');
  });

  it('walks all pages and stops at the last one', async () => {
    const asked: (string | undefined)[] = [];
    const ids = Array.from({ length: 250 }, (_, index) => String(1000 - index));
    const kind = {
      fetch: (query: { idLessThan?: string; limit: number }) => {
        asked.push(query.idLessThan);
        const from = query.idLessThan === undefined ? 0 : ids.indexOf(query.idLessThan) + 1;
        return Promise.resolve(
          ids.slice(from, from + query.limit).map((id) => ({ id, cells: {} })),
        );
      },
    } as unknown as RecordKind;
    const lines = await allLines(kind, { limit: 20 });
    expect(lines.map((line) => line.id)).toEqual(ids);
    expect(asked).toEqual([undefined, '901', '801']);
  });
});

describe('effectiveRange', () => {
  const WIRE = { needsRange: false, rangeDays: 89 };
  const NEEDED = { needsRange: true, rangeDays: 89 };

  it('asks for a range only where the wire wants one, and never for more days than it takes', () => {
    const open = [null, null] as const;
    expect(effectiveRange(open, WIRE, 1_000 * DAY)).toBeNull();
    expect(effectiveRange(open, NEEDED, 1_000 * DAY)).toEqual([911 * DAY, 1_000 * DAY]);
    expect(effectiveRange([0, 1_000 * DAY], WIRE, 0)).toEqual([911 * DAY, 1_000 * DAY]);
    expect(effectiveRange([995 * DAY, 1_000 * DAY], NEEDED, 0)).toEqual([995 * DAY, 1_000 * DAY]);
  });

  it('may be open on one side', () => {
    const now = 1_000 * DAY;
    expect(effectiveRange([990 * DAY, null], WIRE, now)).toEqual([990 * DAY, 1_000 * DAY]);
    expect(effectiveRange([null, 990 * DAY], WIRE, now)).toEqual([901 * DAY, 990 * DAY]);
  });

  it('is as long as somebody chose where any length is taken', () => {
    const any = { needsRange: false, rangeDays: null };
    expect(effectiveRange([1, 1_000 * DAY], any, 0)).toEqual([1, 1_000 * DAY]);
    expect(effectiveRange([null, 1_000 * DAY], any, 0)).toEqual([0, 1_000 * DAY]);
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
  });
});

describe('the line of an ended order', () => {
  const BTC = {
    base: 'BTC',
    quote: 'USDT',
    priceScale: 2,
  } as unknown as Instrument;
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
    createdAt: 0,
    endedAt: 0,
  };

  it('says kind, trigger, time in force and why it ended', () => {
    expect(orderCells(context, ROW)).toMatchObject({
      pair: 'BTC/USDT',
      type: 'order.kind.trailing',
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
