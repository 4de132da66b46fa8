import { LOCALES } from '@halcyon/domain/web';
import { afterEach, describe, expect, it } from 'vitest';
import { fc } from '../../../../packages/testkit/src/core/properties.ts';
import { toText } from './decimal.ts';
import { numberSigns, setNumberLocale } from './format.ts';
import { fieldText, keptText, readTyped } from './typed-number.ts';

afterEach(() => setNumberLocale('en'));

const TAGS = LOCALES.map((entry) => entry.tag);

/** The signs of a language, as the page has them. */
function signsOf(tag: string) {
  setNumberLocale(tag);
  return numberSigns();
}

describe('a typed number', () => {
  it.each<[string, string, string | null]>([
    ['en', '1k', '1000'],
    ['en', '1.5m', '1500000'],
    ['en', '0.0001k', '0.1'],
    ['en', '1,500', '1500'],
    ['en', '1,500.25', '1500.25'],
    ['en', '1 500.25', '1500.25'],
    ['en', "1'500.25", '1500.25'],
    ['en', '1.234', '1.234'],
    ['en', '007', '7'],
    ['en', '.5', '0.5'],
    ['en', '5.', '5'],
    ['en', '１，５００．２５', '1500.25'],
    // A comma groups in English: it is never half of a number.
    ['en', '1,5', null],
    ['en', '1,23,456', null],
    ['en', '1.234,5', null],
    ['en', '12 34', null],
    ['en', '', null],
    ['en', '-1', null],
    ['en', '1e5', null],
    ['en', 'abc', null],
    ['en', '1..2', null],
    ['de', '1,5', '1.5'],
    ['de', '1,234', '1.234'],
    ['de', '0.123', '0.123'],
    ['de', '94216.60', '94216.60'],
    ['de', '1.234,5', '1234.5'],
    ['de', '1.234.567', '1234567'],
    // A decimal point or a grouping dot: nobody can tell.
    ['de', '1.234', null],
    ['de', '12.500', null],
    ['fr', '1 234,5', '1234.5'],
    ['fr', '1.234', '1.234'],
    ['pl', '12 345,67', '12345.67'],
    ['ar', '٣٫١٤', '3.14'],
    ['ar', '١٬٢٣٤٫٥', '1234.5'],
    ['ar', '1,234.5', '1234.5'],
  ])('%s: %s', (tag, typed, plain) => {
    expect(readTyped(typed, signsOf(tag))).toBe(plain);
  });

  it.each(TAGS)('in %s is kept and shown without losing a digit', (tag) => {
    const signs = signsOf(tag);
    const decimals = fc.tuple(fc.bigInt(0n, 10n ** 24n), fc.integer({ min: 0, max: 12 }));
    fc.assert(
      fc.property(decimals, ([units, scale]) => {
        const plain = toText(units, scale);
        expect(keptText(fieldText(plain, signs), signs)).toBe(plain);
      }),
    );
  });

  it.each(TAGS)('in %s with grouping is never another number', (tag) => {
    const signs = signsOf(tag);
    const form = new Intl.NumberFormat(`${tag}-u-nu-latn`, {
      useGrouping: 'always',
      maximumFractionDigits: 8,
    } as Intl.NumberFormatOptions);
    const numbers = fc.tuple(fc.integer({ min: 0, max: 10 ** 9 }), fc.nat({ max: 99_999_999 }));
    fc.assert(
      fc.property(numbers, ([whole, fraction]) => {
        const plain = `${whole}.${fraction}`.replace(/\.?0+$/, '') || '0';
        const exact = plain.includes('.') ? plain : `${whole}`;
        const typed = form.format(exact as Intl.StringNumericLiteral);
        const read = readTyped(typed, signs);
        expect([exact, null]).toContain(read);
        // Only one group that ends the text leaves room for doubt.
        if (whole >= 10 ** 6 || whole < 1_000 || exact.includes('.')) expect(read).toBe(exact);
      }),
    );
  });

  it.each(TAGS)('in %s that looks grouped is never cut at its grouping sign', (tag) => {
    const signs = signsOf(tag);
    const parts = fc.tuple(fc.integer({ min: 1, max: 999 }), fc.integer({ min: 0, max: 999 }));
    fc.assert(
      fc.property(parts, ([first, last]) => {
        const digits = `${first}${String(last).padStart(3, '0')}`;
        const typed = `${first}${signs.group}${String(last).padStart(3, '0')}`;
        expect([digits, null]).toContain(readTyped(typed, signs));
      }),
    );
  });

  it('that cannot be read comes back as it was typed, and is none to any check', () => {
    const signs = signsOf('de');
    expect(keptText('1.234', signs)).toBe('?1.234');
    expect(fieldText('?1.234', signs)).toBe('1.234');
    expect(keptText('  ', signs)).toBe('');
  });
});
