import { LOCALES } from '@halcyon/domain/web';
import { afterEach, describe, expect, it } from 'vitest';
import { wide } from '../decimal.ts';
import { currencyText, setNumberLocale } from '../format.ts';
import { converted } from './currency-rates.ts';

afterEach(() => setNumberLocale('en'));

describe('totals in a currency', () => {
  it('are converted without a float', () => {
    const value = converted(wide('123456789012345.675'), '0.5');
    expect(value).toBe(wide('61728394506172.8375'));
    expect(currencyText(value, 'EUR')).toBe('€61,728,394,506,172.84');
    expect(currencyText(converted(wide('1'), '144.2'), 'JPY')).toBe('¥144');
  });

  it('lose no digit in any language', () => {
    for (const { tag } of LOCALES) {
      setNumberLocale(tag);
      const text = currencyText(wide('98765432109876543.21'), 'USD');
      expect([tag, text.replace(/[^0-9]/g, '')]).toEqual([tag, '9876543210987654321']);
    }
  });
});
