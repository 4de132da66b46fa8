/** Display forms of decimal strings. All work on digits, so that no digit is ever lost. */

import {
  compareText,
  parseTruncated,
  pow10,
  rescaleHalfUp,
  toText,
  trimZeros,
  WIDE_SCALE,
  wide,
} from './decimal.ts';
import type { NumberSigns } from './typed-number.ts';

const CLOCK = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
const DAY = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
const TWO = { minimumFractionDigits: 2, maximumFractionDigits: 2 } as const;

/** A value that is made when it is first read: forms of Intl are dear, and a page needs few. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function digitsOf(tag: string) {
  const form = new Intl.NumberFormat(tag);
  const parts = form.formatToParts(1234567.5);
  return {
    group: parts.find((part) => part.type === 'group')?.value ?? '',
    decimal: parts.find((part) => part.type === 'decimal')?.value ?? '.',
    /** Fewest digits before the decimal sign that are grouped: "1234" stays whole in Spanish. */
    groupFrom: form.formatToParts(1234).some((part) => part.type === 'group') ? 4 : 5,
  };
}

/** How the language on screen writes numbers and times. */
function formsOf(tag: string) {
  const number = (options: Intl.NumberFormatOptions) =>
    once(() => new Intl.NumberFormat(tag, options));
  const time = (options: Intl.DateTimeFormatOptions) =>
    once(() => new Intl.DateTimeFormat(tag, options));
  return {
    tag,
    digits: once(() => digitsOf(tag)),
    percent: number({ style: 'percent', maximumFractionDigits: 18 }),
    signedPercent: number({ style: 'percent', signDisplay: 'exceptZero', ...TWO }),
    compact: number({ notation: 'compact', ...TWO }),
    clock: time(CLOCK),
    dateTime: time({ ...DAY, ...CLOCK }),
    list: once(() => new Intl.ListFormat(tag)),
    /** By ISO 4217 code, made when first used. */
    currencies: new Map<string, Intl.NumberFormat>(),
  };
}

let forms = formsOf('en-u-nu-latn');

/** Takes the forms of a language for every later call; digits are always Latin. @param tag BCP 47 */
export function setNumberLocale(tag: string): void {
  forms = formsOf(/-u-/.test(tag) ? tag : `${tag}-u-ca-gregory-nu-latn`);
}

/** What forms of the language on screen are made with. */
export function numberTag(): string {
  return forms.tag;
}

/** The signs of the language on screen, for what is typed. */
export function numberSigns(): NumberSigns {
  return forms.digits();
}

/** A plain decimal with grouped thousands; the text is shown digit by digit. */
export function grouped(text: string): string {
  const { group, decimal, groupFrom } = forms.digits();
  const negative = text.startsWith('-');
  const body = negative ? text.slice(1) : text;
  const dot = body.indexOf('.');
  const whole = dot < 0 ? body : body.slice(0, dot);
  const withGroups =
    whole.length < groupFrom ? whole : whole.replace(/\B(?=(\d{3})+(?!\d))/g, group);
  const fraction = dot < 0 ? '' : decimal + body.slice(dot + 1);
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

/** A decimal text for Intl, which takes it without a float in between. */
type Exact = Intl.StringNumericLiteral;

/** A fraction as a signed percentage: "0.0123" is "+1.23%". The sign carries what colour does. */
export function signedPercent(fraction: string | null | undefined): string {
  if (fraction === null || fraction === undefined || fraction === '') return '–';
  return forms.signedPercent().format(toText(wide(fraction), WIDE_SCALE) as Exact);
}

/** A fraction as an unsigned percentage without needless zeros: "0.001" is "0.1%". */
export function plainPercent(fraction: string): string {
  return forms.percent().format(toText(wide(fraction), WIDE_SCALE) as Exact);
}

const COMPACT_FROM = pow10(WIDE_SCALE + 3);

/** A large amount in few digits and the language's own short words: "1234567" is "1.23M". */
export function compact(text: string | null | undefined): string {
  if (text === null || text === undefined || text === '') return '–';
  const value = wide(text);
  const size = value < 0n ? -value : value;
  if (size < COMPACT_FROM) return money(value);
  return forms.compact().format(toText(value, WIDE_SCALE) as Exact);
}

/** A wide value as money of a currency, with its sign and decimals, rounded half up. @param code ISO 4217 */
export function currencyText(units: bigint, code: string): string {
  let form = forms.currencies.get(code);
  if (form === undefined) {
    form = new Intl.NumberFormat(forms.tag, { style: 'currency', currency: code });
    forms.currencies.set(code, form);
  }
  return form.format(toText(units, WIDE_SCALE) as Exact);
}

/** Direction of a signed decimal text: 'up', 'down' or 'flat'. */
export function direction(text: string | null | undefined): 'up' | 'down' | 'flat' {
  const sign = compareText(text ?? '0', '0');
  return sign > 0 ? 'up' : sign < 0 ? 'down' : 'flat';
}

/** Time of day of a Unix time in milliseconds (string or number): "14:03:27". */
export function timeOfDay(ms: string | number): string {
  const value = Number(ms);
  return Number.isFinite(value) && value > 0 ? forms.clock().format(value) : '–';
}

/** Date and time of a Unix time in milliseconds, in the language's form. */
export function dateTime(ms: string | number | null | undefined): string {
  const value = Number(ms ?? 0);
  return Number.isFinite(value) && value > 0 ? forms.dateTime().format(value) : '–';
}

/** Words one after the other, as the language lists them. */
export function listed(words: readonly string[]): string {
  return forms.list().format(words);
}
