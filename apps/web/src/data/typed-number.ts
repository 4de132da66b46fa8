/**
 * Numbers as people type and paste them, in the signs of the language on screen. A text counts as a
 * number only when it can be read in one way: see docs/decisions/0023.
 */

/** How a language writes numbers. */
export interface NumberSigns {
  readonly group: string;
  readonly decimal: string;
}

/** Signs that mean one thing in every language; a dot is what keyboards and programs write. */
const DECIMALS = ['.', '٫'];
const GROUPS = [' ', "'", '٬'];

const EXPONENTS: Readonly<Record<string, number>> = { k: 3, m: 6, b: 9 };

/** What stands before a text that is no number, so that nothing takes it for one. */
const UNREAD = '?';

/** One spelling for digits and signs that mean the same: wide, Arabic and Persian digits, spaces. */
function plainSpelling(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replaceAll('’', "'")
    .trim()
    .toLowerCase();
}

/** `text` with these two signs; null when it is no number then. */
function reading(text: string, group: string, decimal: string): string | null {
  const [whole = '', fraction = '', ...more] = text.split(decimal);
  const [first = '', ...groups] = whole.split(group);
  const grouped = /^[1-9]\d{0,2}$/.test(first) && groups.every((part) => /^\d{3}$/.test(part));
  if (groups.length > 0 && !grouped) return null;
  const digits = first + groups.join('');
  if (more.length > 0 || !/^\d+$/.test(digits + fraction)) return null;
  return `${digits}.${fraction}`;
}

/** A decimal times a power of ten, without needless zeros in front. */
function shifted(text: string, exponent: number): string {
  const [digits = '', decimals = ''] = text.split('.');
  const fraction = decimals.padEnd(exponent, '0');
  const whole = (digits + fraction.slice(0, exponent)).replace(/^0+(?=\d)/, '') || '0';
  const rest = fraction.slice(exponent);
  return rest === '' ? whole : `${whole}.${rest}`;
}

/**
 * What a person typed or pasted, as a plain decimal; "1.5k" is 1500. Null when it is no number, or
 * could be two: "1.234" in a language that groups by dots.
 */
export function readTyped(typed: string, signs: NumberSigns): string | null {
  const text = plainSpelling(typed);
  const exponent = EXPONENTS[text.slice(-1)] ?? 0;
  const body = exponent > 0 ? text.slice(0, -1) : text;
  // Spaces of every kind are one by now.
  const own = signs.group.trim();
  const groups = own === '' ? GROUPS : [own.normalize('NFKC'), ...GROUPS];
  const readings = new Set<string>();
  for (const decimal of [signs.decimal, ...DECIMALS]) {
    for (const group of groups) {
      const number = group === decimal ? null : reading(body, group, decimal);
      if (number !== null) readings.add(shifted(number, exponent));
    }
  }
  const [only = null] = readings;
  return readings.size === 1 ? only : null;
}

/** What a form keeps of a field's text: '', a plain decimal, or a text that no check takes for one. */
export function keptText(typed: string, signs: NumberSigns): string {
  return typed.trim() === '' ? '' : (readTyped(typed, signs) ?? UNREAD + typed);
}

/** What a field shows of a kept text: the language's decimal sign, no grouping, every digit. */
export function fieldText(kept: string, signs: NumberSigns): string {
  return kept.startsWith(UNREAD) ? kept.slice(1) : kept.replace('.', signs.decimal);
}
