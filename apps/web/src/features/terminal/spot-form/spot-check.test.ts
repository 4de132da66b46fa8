import { describe, expect, it } from 'vitest';
import { fc } from '../../../../../../packages/testkit/src/core/properties.ts';
import { parseExact, toText, wide } from '../../../data/decimal.ts';
import {
  cleanDraft,
  EMPTY_DRAFT,
  hasField,
  hasPrice,
  type OrderDraft,
} from '../../desk/order-form/draft.ts';
import { SPOT_PLANS } from '../../desk/order-form/form-kinds.ts';
import { checkDraft as check } from '../../desk/order-form/order-check.ts';
import * as share from '../../desk/order-form/share.ts';
import { SPOT_RULES } from './spot-rules.ts';
import { orderBody, planBody } from './spot-submit.ts';
import { inCoins, type SpotMarket, sizeIn } from './spot-sums.ts';
import { INSTRUMENT } from './testing/instrument.ts';

const MARKET: SpotMarket = {
  instrument: INSTRUMENT,
  last: '50000',
  availableBase: '2',
  availableQuote: '100000',
};

function draft(patch: Partial<OrderDraft>): OrderDraft {
  return { ...EMPTY_DRAFT, price: '50000', size: '0.1', ...patch };
}

function checkDraft(draft: OrderDraft, market: SpotMarket, complete: boolean) {
  return check(SPOT_RULES, draft, market, complete);
}

const sumsOf = SPOT_RULES.sumsOf;
const maxSize = (draft: OrderDraft, market: SpotMarket) => sumsOf(draft, market).max;

function sizeOfPercent(draft: OrderDraft, market: SpotMarket, percent: number): string {
  const { max, scale } = sumsOf(draft, market);
  return share.sizeOfPercent(max, scale, percent);
}

function percentOfSize(draft: OrderDraft, market: SpotMarket): number {
  const { max, units } = sumsOf(draft, market);
  return share.percentOfSize(max, units);
}

function fields(patch: Partial<OrderDraft>, market: SpotMarket = MARKET): string[] {
  return Object.entries(checkDraft(draft(patch), market, true)).map(
    ([field, issue]) => `${field}:${issue.id}`,
  );
}

describe('checkDraft', () => {
  it('keeps to the digits of new orders, which may be fewer than those of prices and sizes', () => {
    const instrument = { ...INSTRUMENT, priceDigits: 1, sizeDigits: 3, minSize: '0.001' };
    const market = { ...MARKET, instrument };
    expect(fields({ price: '50000.05' }, market)).toEqual(['price:check.priceStep']);
    expect(fields({ size: '0.0001' }, market)).toEqual(['size:check.sizeStep']);
    expect(fields({ price: '50000.10', size: '0.001' }, market)).toEqual([]);
    expect(
      sizeOfPercent(draft({ side: 'sell' }), { ...market, availableBase: '0.12345' }, 100),
    ).toBe('0.123');
  });

  it('lets a good order of every kind pass', () => {
    const good: Partial<OrderDraft>[] = [
      {},
      { side: 'sell' },
      { kind: 'market', size: '500' },
      { kind: 'market', side: 'sell', size: '0.5' },
      { kind: 'trigger', trigger: '51000' },
      { kind: 'trigger', execution: 'market', trigger: '51000', size: '200' },
      { kind: 'oco', side: 'sell', price: '52000', trigger: '48000', execution: 'market' },
      { kind: 'oco', side: 'sell', price: '52000', trigger: '48000', stopPrice: '47900' },
      { kind: 'trailing', side: 'sell', callback: '1.5' },
      { attach: true, takeProfit: '52000', stopLoss: '48000' },
    ];
    for (const patch of good) expect([patch, fields(patch)]).toEqual([patch, []]);
  });

  it('names each fault', () => {
    const faults: readonly (readonly [Partial<OrderDraft>, string])[] = [
      [{ price: '' }, 'price:form.required'],
      [{ price: 'x' }, 'price:check.number'],
      [{ price: '50000.005' }, 'price:check.priceStep'],
      [{ price: '0' }, 'price:check.positive'],
      [{ price: '55000.01' }, 'price:check.bandHigh'],
      [{ side: 'sell', price: '44999.99' }, 'price:check.bandLow'],
      [{ size: '' }, 'size:form.required'],
      [{ size: '0.0000001' }, 'size:check.sizeStep'],
      [{ size: '0.00009' }, 'size:check.minSize'],
      [{ side: 'sell', size: '1000.1' }, 'size:check.maxSize'],
      [{ size: '2.1' }, 'size:check.funds'],
      [{ side: 'sell', size: '2.000001' }, 'size:check.funds'],
      [{ kind: 'market', size: '0.5' }, 'size:check.minValue'],
      [{ kind: 'market', size: '100000.00000001' }, 'size:check.funds'],
      [{ kind: 'trigger', trigger: '' }, 'trigger:form.required'],
      [{ kind: 'trailing', callback: '51' }, 'callback:check.callback'],
      [{ kind: 'trailing', callback: '0.009' }, 'callback:check.callback'],
      [
        { kind: 'oco', side: 'sell', price: '49000', trigger: '48000', execution: 'market' },
        'trigger:check.ocoSell',
      ],
      [{ attach: true, takeProfit: '49000' }, 'takeProfit:check.aboveEntry'],
      [{ attach: true, stopLoss: '51000' }, 'stopLoss:check.belowEntry'],
      [{ side: 'sell', attach: true, takeProfit: '51000' }, 'takeProfit:check.belowEntry'],
    ];
    for (const [patch, fault] of faults) expect([patch, fields(patch)]).toEqual([patch, [fault]]);
  });

  it('accepts prices exactly on the band', () => {
    expect(fields({ price: '55000' })).toEqual([]);
    expect(fields({ side: 'sell', price: '45000' })).toEqual([]);
  });

  it('says nothing about empty fields before the first try', () => {
    expect(checkDraft(EMPTY_DRAFT, MARKET, false)).toEqual({});
  });
});

describe('a balance that is not known yet', () => {
  const market: SpotMarket = { ...MARKET, availableBase: null, availableQuote: null };

  it('refuses nothing: the engine decides', () => {
    expect(fields({ size: '900' }, market)).toEqual([]);
    expect(fields({ side: 'sell', size: '900' }, market)).toEqual([]);
  });

  it('is no share to take', () => {
    expect(sizeOfPercent(draft({}), market, 50)).toBe('');
    expect(percentOfSize(draft({}), market)).toBe(0);
  });
});

describe('the percentage buttons', () => {
  const units = fc.bigInt(1n, 10n ** 15n);

  it('never ask for more than is there, and 100 % passes the check of funds', () => {
    const kinds = fc.constantFrom<OrderDraft['kind']>('limit', 'market', 'oco');
    const sides = fc.constantFrom<'buy' | 'sell'>('buy', 'sell');
    const percents = fc.integer({ min: 1, max: 100 });
    const counted = fc.constantFrom<OrderDraft['unit']>('coin', 'value');
    const cases = fc.tuple(kinds, sides, counted, units, units, percents);
    fc.assert(
      fc.property(cases, ([kind, side, unit, price, funds, percent]) => {
        const held = toText(funds, 8);
        const market: SpotMarket = {
          ...MARKET,
          last: toText(price, 2),
          availableBase: held,
          availableQuote: held,
        };
        const terms = { kind, side, unit, execution: 'market', size: '' } as const;
        const base = draft({ ...terms, price: toText(price, 2) });
        const size = sizeOfPercent(base, market, percent);
        if (size === '') return;
        const full = { ...base, size };
        expect(parseExact(size, sizeIn(full, market.instrument).scale)).not.toBeNull();
        expect(checkDraft(full, market, true).size?.id).not.toBe('check.funds');
        const sent = inCoins(full, market);
        const spent = side === 'sell' ? wide(sent.size) : (sumsOf(full, market).value ?? 0n);
        const cost = kind === 'oco' && side === 'buy' ? 0n : spent;
        expect(cost <= wide(held)).toBe(true);
        expect(percentOfSize(full, market)).toBeLessThanOrEqual(percent);
        // So that arrow keys move the slider from each percent to the next.
        if ((maxSize(full, market) ?? 0n) >= 200n)
          expect(percentOfSize(full, market)).toBe(percent);
        if (percent === 100) {
          // All of it is all of it, whatever it is counted in.
          const most = maxSize({ ...base, unit: 'coin' }, market) ?? 0n;
          const { scale } = sizeIn(sent, market.instrument);
          expect(parseExact(sent.size, scale)).toBe(most);
        }
      }),
    );
  });

  it('of a value are sent as coins, down to the lot', () => {
    const typed = draft({ unit: 'value', size: '100', price: '30000' });
    expect(inCoins(typed, MARKET)).toMatchObject({ unit: 'coin', size: '0.003333' });
    expect(sumsOf(typed, MARKET).value).toBe(wide('99.99'));
    // Too little for the smallest order is said at the field.
    expect(fields({ unit: 'value', size: '2', price: '50000' })).toEqual(['size:check.minSize']);
    // At market a sell counts coins, and what counts a value is empty then.
    expect(sizeIn({ ...typed, side: 'sell', kind: 'market' }, INSTRUMENT).coin).toBe('BTC');
  });

  it('give nothing while the price is unknown', () => {
    expect(maxSize(draft({ price: '' }), MARKET)).toBeNull();
    expect(sizeOfPercent(draft({ price: '' }), MARKET, 100)).toBe('');
  });
});

describe('value and fee', () => {
  it('takes the fee from what is received', () => {
    const buy = sumsOf(draft({ size: '0.5' }), MARKET);
    expect([toText(buy.value ?? 0n, 18), buy.feeCoin]).toEqual([toText(wide('25000'), 18), 'BTC']);
    expect(buy.fee).toBe(wide('0.0005'));
    const sell = sumsOf(draft({ side: 'sell', size: '0.5' }), MARKET);
    expect([sell.fee, sell.feeCoin]).toEqual([wide('25'), 'USDT']);
    const market = sumsOf(draft({ kind: 'market', size: '500' }), MARKET);
    expect([market.value, market.fee]).toEqual([wide('500'), wide('0.00001')]);
  });
});

describe('bodies', () => {
  it('carry canonical decimals and only what the kind needs', () => {
    const typed = cleanDraft(
      draft({ price: '50000.50', size: '1000', attach: true, takeProfit: '60000.0' }),
    );
    expect(orderBody(typed, MARKET, 'c1')).toEqual({
      symbol: 'BTCUSDT',
      side: 'buy',
      orderType: 'limit',
      force: 'gtc',
      price: '50000.5',
      size: '1000',
      clientOid: 'c1',
      presetTakeProfitPrice: '60000',
    });
    const market = orderBody(draft({ kind: 'market', attach: true, stopLoss: '1' }), MARKET, 'c2');
    expect(Object.keys(market)).not.toContain('price');
    expect(Object.keys(market)).not.toContain('presetStopLossPrice');
    expect(planBody(draft({ kind: 'trigger', trigger: '51000' }), MARKET, 'c3')).toMatchObject({
      planType: 'amount',
      orderType: 'limit',
      triggerPrice: '51000',
      executePrice: '50000',
    });
    const byValue = draft({ kind: 'trigger', execution: 'market', trigger: '51000' });
    expect(planBody(byValue, MARKET, 'c4')).toMatchObject({
      planType: 'total',
      orderType: 'market',
    });
    const trailing = planBody(draft({ kind: 'trailing', callback: '1.5' }), MARKET, 'c5');
    expect(trailing).toMatchObject({ planType: 'track_plan', callbackRatio: '1.5' });
  });

  it('of every kind of plan has what its form asks, and nothing else', () => {
    for (const [kind, planType] of Object.entries(SPOT_PLANS) as [OrderDraft['kind'], string][]) {
      const typed = draft({ kind, trigger: '51000', callback: '1.5' });
      const {
        symbol: _,
        side: _side,
        size: _size,
        triggerType: _by,
        ...terms
      } = {
        ...planBody(typed, MARKET, 'c6'),
      };
      expect(terms).toEqual({
        ...{ clientOid: 'c6', planType, orderType: hasPrice(typed) ? 'limit' : 'market' },
        ...(hasField(typed, 'trigger') && { triggerPrice: '51000' }),
        ...(hasField(typed, 'callback') && { callbackRatio: '1.5' }),
        ...(hasPrice(typed) && { executePrice: '50000' }),
      });
    }
  });
});
