import { LOCALES } from '@halcyon/domain/web';
import { afterEach, describe, expect, it } from 'vitest';
import { wide } from './decimal.ts';
import {
  amount,
  compact,
  dateTime,
  direction,
  grouped,
  listed,
  money,
  plainPercent,
  price,
  setNumberLocale,
  signedPercent,
} from './format.ts';

afterEach(() => setNumberLocale('en'));

describe('numbers', () => {
  it('groups thousands without touching a digit', () => {
    expect(grouped('1234567890123456789.000000001')).toBe('1,234,567,890,123,456,789.000000001');
    expect(grouped('-1234.5')).toBe('-1,234.5');
    expect(grouped('999')).toBe('999');
  });

  it('cuts prices and amounts, never rounding a balance up', () => {
    expect(price('1.999', 2)).toBe('1.99');
    expect(price('5', 2)).toBe('5.00');
    expect(price('', 2)).toBe('–');
    expect(price('nonsense', 2)).toBe('–');
    expect(amount('0.1000')).toBe('0.1');
    expect(amount('0.99999999', 4)).toBe('0.9999');
    expect(amount(undefined)).toBe('–');
  });

  it('writes the sign of a change', () => {
    expect(signedPercent('0.0123')).toBe('+1.23%');
    expect(signedPercent('-0.00005')).toBe('-0.01%');
    expect(signedPercent('0')).toBe('0.00%');
    expect(plainPercent('0.001')).toBe('0.1%');
    expect(direction('-0.1')).toBe('down');
    expect(direction('0.000')).toBe('flat');
  });

  it('shortens large amounts', () => {
    expect(compact('999.999')).toBe('1,000.00');
    expect(compact('1234')).toBe('1.23K');
    expect(compact('1234567')).toBe('1.23M');
    expect(compact('2500000000')).toBe('2.50B');
    expect(money(wide('1234.565'))).toBe('1,234.57');
  });

  it('takes its forms from the language and keeps Latin digits', () => {
    setNumberLocale('de');
    expect(grouped('1234567.89')).toBe('1.234.567,89');
    expect(signedPercent('0.0123')).toBe('+1,23\u00a0%');
    setNumberLocale('es-419');
    expect(grouped('1234.5')).toBe('1,234.5');
    setNumberLocale('es-ES');
    expect(grouped('1234.5')).toBe('1234,5');
    expect(grouped('12345.5')).toBe('12.345,5');
    setNumberLocale('zh-CN');
    expect(compact('1234567')).toBe('123.46万');
    setNumberLocale('ar-EG');
    expect(grouped('1234.5')).toMatch(/^1.?234.5$/u);
  });

  it('loses no digit in any language', () => {
    const digits = '123456789012345678901234567890.123456789012345678';
    for (const { tag } of LOCALES) {
      setNumberLocale(tag);
      expect([tag, grouped(digits).replace(/[^0-9]/g, '')]).toEqual([tag, digits.replace('.', '')]);
      expect([tag, plainPercent('0.123456789012345678').replace(/[^0-9]/g, '')]).toEqual([
        tag,
        '123456789012345678',
      ]);
      expect([
        tag,
        /^[\x20-\x7e\u00a0\u202f\u2019\u200e\u200f\u061c\u2212٪%]+$/.test(grouped(digits)),
      ]).toEqual([tag, true]);
    }
  });
});

describe('times', () => {
  it('shows a dash for times that are none', () => {
    expect(dateTime('')).toBe('–');
    expect(dateTime('x')).toBe('–');
    expect(dateTime(null)).toBe('–');
  });

  it('are in the form of the language, with 24 hours', () => {
    const time = new Date(2026, 10, 5, 15, 4, 9).getTime();
    expect(dateTime(time)).toBe('11/05/2026, 15:04:09');
    setNumberLocale('de');
    expect(dateTime(time)).toBe('05.11.2026, 15:04:09');
    setNumberLocale('ar-EG');
    expect(dateTime(time)).toMatch(/15.04.09/);
  });
});

it('words are listed as the language does', () => {
  expect(listed(['a', 'b'])).toBe('a and b');
  setNumberLocale('ar-EG');
  expect(listed(['a', 'b'])).toBe('a وb');
});
