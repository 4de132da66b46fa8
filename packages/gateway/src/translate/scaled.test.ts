import { type Asset, type Instrument, InstrumentState, parseDecimal } from '@halcyon/domain';
import { describe, expect, it } from 'vitest';
import { fc } from '../../../testkit/src/core/properties.ts';
import { bigUnitsOf, lotsOf, ppmOfPercent, scaled, ticksOf, unitsOf } from './scaled.ts';

const BTCUSDT: Instrument = {
  id: 0,
  symbol: 'BTCUSDT',
  base: 0,
  quote: 1,
  priceScale: 2,
  quantityScale: 6,
  quoteFactor: 1,
  lotUnits: 100,
  product: 0,
  contract: null,
  state: InstrumentState.open,
  priceStep: 1,
  quantityStep: 1,
  quantityMin: 1,
  quantityMax: 1_000,
  notionalMin: 0,
  bandPpm: 0,
  openOrdersMax: 1,
};
const USDT: Asset = { id: 1, code: 'USDT', name: 'Tether', scale: 8 };

const digits = (max: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: max }).map((d) => d.join(''));
const canonical = fc
  .tuple(digits(20), fc.option(digits(20), { nil: null }))
  .map(([whole, fraction]) => {
    const left = whole.replace(/^0+(?=[0-9])/, '');
    return fraction === null ? left : `${left}.${fraction}`;
  })
  .filter((text) => text.length <= 40);

describe('decimals to integers', () => {
  it('F1 agree with exact arithmetic, or say why not', () => {
    fc.assert(
      fc.property(canonical, fc.integer({ min: 0, max: 12 }), (text, scale) => {
        const exact = parseDecimal(text, scale);
        const value = scaled(text, scale);
        if (exact === null) expect(value).toBe(-1);
        else if (exact > BigInt(Number.MAX_SAFE_INTEGER)) expect(value).toBe(-2);
        else expect(BigInt(value)).toBe(exact);
      }),
      { numRuns: 10_000 },
    );
  });

  it.each([
    ['0', 2, 0],
    ['1.50', 1, 15],
    ['1.55', 1, -1],
    ['9007199254740991', 0, 9007199254740991],
    ['9007199254740992', 0, -2],
    ['90071992547409.91', 2, 9007199254740991],
    ['90071992547409.92', 2, -2],
    ['99999999999999999999.001', 2, -1],
  ])('%s at %i', (text, scale, value) => {
    expect(scaled(text, scale)).toBe(value);
  });

  it('name the field, the value and the limit', () => {
    expect(() => ticksOf('price', '1.001', BTCUSDT)).toThrow(
      'price 1.001 is not a multiple of the tick 0.01',
    );
    expect(() => ticksOf('price', '1.01', { ...BTCUSDT, priceScale: 1 })).toThrow(
      'price 1.01 is not a multiple of the tick 0.1',
    );
    expect(() => ticksOf('price', '0.00', BTCUSDT)).toThrow('price must be above 0, not 0.00');
    expect(() => lotsOf('size', '99999999999', BTCUSDT)).toThrow('size 99999999999');
    expect(() => lotsOf('size', '0.0000001', BTCUSDT)).toThrow(
      'size 0.0000001 is not a multiple of the lot 0.000001',
    );
    expect(() => unitsOf('size', '0.000000001', USDT)).toThrow('8 digits');
    expect(() => ppmOfPercent('callbackRatio', '2.00001')).toThrow('4 digits');
    expect(() => bigUnitsOf('amount', '0', USDT)).toThrow('amount must be above 0, not 0');
    expect(bigUnitsOf('amount', '90071992.54740991', USDT)).toBe(2n ** 53n - 1n);
    expect(() => bigUnitsOf('amount', '90071992.54740992', USDT)).toThrow(
      'amount 90071992.54740992 is above 90071992.54740991, the largest that is taken',
    );
    expect(ppmOfPercent('callbackRatio', '2.5')).toBe(25_000);
  });
});
