/** Display forms of decimal strings. All work on digits, so that no digit is ever lost. */

import {
  compareText,
  decimalsOf,
  parseTruncated,
  rescaleHalfUp,
  toText,
  trimZeros,
  WIDE_SCALE,
  wide,
} from './decimal.ts';

/** Separators of the page's number format; digits are always Latin, also in Arabic. */
export interface NumberStyle {
  readonly group: string;
  readonly decimal: string;
}

const ENGLISH: NumberStyle = { group: ',', decimal: '.' };
let style: NumberStyle = ENGLISH;

/** Takes the separators of `locale` for every later format call. */
export function setNumberLocale(locale: string): void {
  const parts = new Intl.NumberFormat(`${locale}-u-nu-latn`).formatToParts(1234567.5);
  style = {
    group: parts.find((part) => part.type === 'group')?.value ?? '',
    decimal: parts.find((part) => part.type === 'decimal')?.value ?? '.',
  };
}

/** A plain decimal with grouped thousands; the text is shown digit by digit. */
export function grouped(text: string): string {
  const negative = text.startsWith('-');
  const body = negative ? text.slice(1) : text;
  const dot = body.indexOf('.');
  const whole = dot < 0 ? body : body.slice(0, dot);
  const withGroups = whole.replace(/\B(?=(\d{3})+(?!\d))/g, style.group);
  const fraction = dot < 0 ? '' : style.decimal + body.slice(dot + 1);
  return (negative ? '-' : '') + withGroups + fraction;
}

/** A price with exactly `decimals` decimals (cut, never rounded up); a dash when it is absent. */
export function price(text: string | null | undefined, decimals: number): string {
  if (text === null || text === undefined || text === '') return '–';
  const units = parseTruncated(text, decimals);
  return units === null ? '–' : grouped(toText(units, decimals));
}

/** An amount with at most `decimals` decimals, cut towards zero, zeros at the end dropped. */
export function amount(text: string | null | undefined, decimals: number = WIDE_SCALE): string {
  if (text === null || text === undefined || text === '') return '–';
  const units = parseTruncated(text, decimals);
  return units === null ? '–' : grouped(trimZeros(toText(units, decimals)));
}

/** A wide value as money with two decimals, rounded half up. */
export function money(units: bigint, decimals = 2): string {
  return grouped(toText(rescaleHalfUp(units, WIDE_SCALE, decimals), decimals));
}

/** A fraction as a signed percentage: "0.0123" is "+1.23%". The sign carries what colour does. */
export function signedPercent(fraction: string | null | undefined): string {
  if (fraction === null || fraction === undefined || fraction === '') return '–';
  const units = rescaleHalfUp(wide(fraction) * 100n, WIDE_SCALE, 2);
  const text = grouped(toText(units, 2));
  return `${units > 0n ? '+' : ''}${text}%`;
}

/** A fraction as an unsigned percentage without needless zeros: "0.001" is "0.1%". */
export function plainPercent(fraction: string): string {
  return `${grouped(trimZeros(toText(wide(fraction) * 100n, WIDE_SCALE)))}%`;
}

const COMPACT: readonly (readonly [number, string])[] = [
  [12, 'T'],
  [9, 'B'],
  [6, 'M'],
  [3, 'K'],
];

/** A large amount in three or four significant digits: "1234567" is "1.23M". */
export function compact(text: string | null | undefined): string {
  if (text === null || text === undefined || text === '') return '–';
  const value = wide(text);
  const size = value < 0n ? -value : value;
  for (const [exponent, suffix] of COMPACT) {
    if (size >= 10n ** BigInt(exponent + WIDE_SCALE)) {
      return grouped(toText(rescaleHalfUp(value, WIDE_SCALE + exponent, 2), 2)) + suffix;
    }
  }
  return grouped(toText(rescaleHalfUp(value, WIDE_SCALE, 2), 2));
}

/** Direction of a signed decimal text: 'up', 'down' or 'flat'. */
export function direction(text: string | null | undefined): 'up' | 'down' | 'flat' {
  const sign = compareText(text ?? '0', '0');
  return sign > 0 ? 'up' : sign < 0 ? 'down' : 'flat';
}

/** Decimals that `text` needs, between `min` and `max`. */
export function neededDecimals(text: string, min: number, max: number): number {
  return Math.min(max, Math.max(min, decimalsOf(trimZeros(text))));
}

const clock = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

/** Time of day of a Unix time in milliseconds (string or number): "14:03:27". */
export function timeOfDay(ms: string | number): string {
  const value = Number(ms);
  return Number.isFinite(value) && value > 0 ? clock.format(value) : '–';
}

/** Date and time of a Unix time in milliseconds: "2026-11-21 14:03:27". */
export function dateTime(ms: string | number | null | undefined): string {
  const value = Number(ms ?? 0);
  if (!Number.isFinite(value) || value <= 0) return '–';
  const date = new Date(value);
  const two = (part: number) => String(part).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${clock.format(value)}`;
}
