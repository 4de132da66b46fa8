import { describe, expect, test } from 'vitest';
import { localeDetails } from './locale-details.ts';
import {
  isLanguageSegment,
  LOCALES,
  languagePrefix,
  localeEntry,
  MESSAGE_KEYS,
  messageKey,
  shownLocale,
  splitLanguage,
} from './locales.ts';

/** The product's table, row by row: code, language type, default currency. */
const TABLE: readonly (readonly [string, number, string])[] = [
  ['en', 0, 'USD'],
  ['asia', 3, 'USD'],
  ['en-GB', 41, 'GBP'],
  ['ja', 2, 'JPY'],
  ['ru', 6, 'RUB'],
  ['es', 7, 'EUR'],
  ['it', 9, 'EUR'],
  ['fr', 10, 'EUR'],
  ['de', 11, 'EUR'],
  ['zh-CN', 1, 'CNY'],
  ['zh-TC', 5, 'TWD'],
  ['pt', 12, 'BRL'],
  ['id', 13, 'IDR'],
  ['pl', 20, 'PLN'],
  ['vi', 4, 'VND'],
  ['uk', 21, 'UAH'],
  ['pt-PT', 24, 'EUR'],
  ['es-ES', 23, 'ARS'],
  ['uz', 25, 'UZS'],
  ['ar', 39, 'AED'],
  ['ph', 40, 'PHP'],
  ['es-AR', 42, 'EUR'],
  ['en-CA', 43, 'CAD'],
];

describe('the language list', () => {
  test('is the table, odd rows included', () => {
    const rows = LOCALES.map((entry) => [
      entry.code,
      localeDetails(entry.code).languageType,
      entry.currency,
    ]);
    expect(rows).toEqual(TABLE);
  });

  test('has every field, and tags that Intl knows', () => {
    for (const entry of LOCALES) {
      const values = Object.values({ ...entry, ...localeDetails(entry.code) });
      for (const value of values) expect([entry.code, value]).not.toContain('');
      expect([entry.code, Intl.getCanonicalLocales(entry.tag)]).toEqual([entry.code, [entry.tag]]);
      expect([entry.code, Intl.PluralRules.supportedLocalesOf(entry.tag)]).toEqual([
        entry.code,
        [entry.tag],
      ]);
      expect(entry.languageKey).toMatch(/^[a-z]{2,3}_[A-Z]{2}$/);
    }
    expect(new Set(LOCALES.map((entry) => entry.languageKey)).size).toBe(LOCALES.length);
    expect(new Set(LOCALES.map((entry) => localeDetails(entry.code).name)).size).toBe(
      LOCALES.length,
    );
  });

  test('does not have Bulgarian, whose addresses show the default language', () => {
    expect(localeEntry('bg')).toBeUndefined();
    expect(shownLocale('bg').code).toBe('en');
    expect(isLanguageSegment('bg')).toBe(true);
    expect(messageKey('bg')).toBe('en_US');
  });
});

describe('messages', () => {
  test('some codes show those of another language key', () => {
    const keys = LOCALES.map((entry) => [entry.code, messageKey(entry.code)]);
    const shared = keys.filter(([code = '', key]) => localeEntry(code)?.languageKey !== key);
    expect(shared).toEqual([
      ['asia', 'en_US'],
      ['en-GB', 'en_US'],
      ['es', 'es_AR'],
      ['es-ES', 'es_AR'],
      ['en-CA', 'en_US'],
    ]);
    expect(MESSAGE_KEYS).toHaveLength(18);
    expect(MESSAGE_KEYS[0]).toBe('en_US');
  });
});

describe('addresses', () => {
  test.each([
    ['/spot/BTCUSDT', '', '/spot/BTCUSDT'],
    ['/ja/spot/BTCUSDT', 'ja', '/spot/BTCUSDT'],
    ['/bg/fee', 'bg', '/fee'],
    ['/zh-TC', 'zh-TC', '/'],
    ['/zh-TC/', 'zh-TC', '/'],
    ['/zh-tc/fee', '', '/zh-tc/fee'],
    ['/english', '', '/english'],
    ['/en', 'en', '/'],
    ['/', '', '/'],
    ['//ja/fee', '', '//ja/fee'],
    ['/ja/ja/fee', 'ja', '/ja/fee'],
  ])('%s is %s and %s', (pathname, code, path) => {
    expect(splitLanguage(pathname)).toEqual({ code, path });
  });

  test('the default language has no prefix', () => {
    expect(['', 'en', 'ja', 'bg'].map(languagePrefix)).toEqual(['', '', '/ja', '/bg']);
  });
});
