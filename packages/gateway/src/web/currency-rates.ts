/** The rate table for totals: `currency-rates.json` in the data folder, or the one shipped here. */
import { parseDecimal, SCALE_MAX } from '@halcyon/domain';
import type { CurrencyRates } from '@halcyon/domain/web';
import type { OperatorFileRules } from './operator-file.ts';

const CURRENCIES_MAX = 200;

/** Rounded rates of the day named, one for each currency of the language list. */
const SHIPPED: CurrencyRates = {
  base: 'USD',
  date: '2025-06-30',
  rates: {
    USD: '1',
    AED: '3.6725',
    ARS: '1194',
    BRL: '5.43',
    CAD: '1.364',
    CNY: '7.164',
    EUR: '0.8495',
    GBP: '0.7285',
    IDR: '16230',
    JPY: '144.2',
    PHP: '56.35',
    PLN: '3.605',
    RUB: '78.5',
    TWD: '29.2',
    UAH: '41.7',
    UZS: '12600',
    VND: '26100',
  },
};

function isDay(text: unknown): text is string {
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

function checkRate(code: string, rate: unknown): string {
  if (!/^[A-Z]{3}$/.test(code)) throw new Error(`rates.${code} is no ISO 4217 code such as EUR`);
  const units = typeof rate === 'string' ? parseDecimal(rate, SCALE_MAX) : null;
  if (typeof rate === 'string' && units !== null && units > 0n) return rate;
  throw new Error(`rates.${code} must be a positive decimal text such as "0.85"`);
}

/** The checked table. @throws Error that names the field at fault */
export function checkRates(value: unknown): CurrencyRates {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw new Error('the file must be an object');
  }
  const { date, rates } = value as { readonly date?: unknown; readonly rates?: unknown };
  if (!isDay(date)) throw new Error('date must be a day such as "2026-01-31"');
  if (rates === null || typeof rates !== 'object' || Array.isArray(rates)) {
    throw new Error('rates must be an object of currency codes');
  }
  const entries = Object.entries(rates);
  if (entries.length > CURRENCIES_MAX) {
    throw new Error(`rates has more than ${CURRENCIES_MAX} currencies`);
  }
  const checked = entries.map(([code, rate]) => [code, checkRate(code, rate)] as const);
  return { base: 'USD', date, rates: { ...Object.fromEntries(checked), USD: '1' } };
}

/** The file's meaning: whoever writes one gives every currency that shall be shown. */
export const CURRENCY_RATES_FILE: OperatorFileRules<CurrencyRates> = {
  name: 'currency-rates.json',
  absent: SHIPPED,
  unusable: SHIPPED,
  consequence: 'the shipped rates are shown',
  check: checkRates,
};
