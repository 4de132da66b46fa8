import { LOCALES } from '@halcyon/domain/web';
import { describe, expect, it } from 'vitest';
import { CURRENCY_RATES_FILE, checkRates } from './currency-rates.ts';

describe('currency-rates.json', () => {
  it('is read, and the dollar is always one', () => {
    const rates = { EUR: '0.9', JPY: '150.25', USD: '7' };
    expect(checkRates({ date: '2026-01-31', rates, note: 'x' })).toEqual({
      base: 'USD',
      date: '2026-01-31',
      rates: { EUR: '0.9', JPY: '150.25', USD: '1' },
    });
  });

  it.each([
    [null, 'the file must be an object'],
    [[], 'the file must be an object'],
    [{ rates: {} }, 'date must be a day'],
    [{ date: '2026-02-30', rates: {} }, 'date must be a day'],
    [{ date: '2026-02-03' }, 'rates must be an object'],
    [{ date: '2026-02-03', rates: { euro: '1' } }, 'rates.euro is no ISO 4217 code'],
    [{ date: '2026-02-03', rates: { EUR: 0.9 } }, 'rates.EUR must be a positive decimal text'],
    [{ date: '2026-02-03', rates: { EUR: '0' } }, 'rates.EUR must be a positive decimal text'],
    [{ date: '2026-02-03', rates: { EUR: '-1' } }, 'rates.EUR must be a positive decimal text'],
    [{ date: '2026-02-03', rates: { EUR: '1e3' } }, 'rates.EUR must be a positive decimal text'],
  ])('%j is refused: %s', (value, message) => {
    expect(() => checkRates(value)).toThrow(message);
  });

  it('ships a rate for the currency of every language', () => {
    const { absent } = CURRENCY_RATES_FILE;
    expect(checkRates(absent)).toEqual(absent);
    const missing = LOCALES.filter(({ currency }) => absent.rates[currency] === undefined);
    expect(missing).toEqual([]);
  });
});
