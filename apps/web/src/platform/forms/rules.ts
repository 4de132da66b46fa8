/** The generic checks of a form field and their messages. Pure: texts are made by `issueText` (platform/locale). */

import type { FieldIssue } from '../locale/field-issue.ts';

/** What a field must be. Lengths count characters, entries, or the number itself. */
export interface Rule {
  readonly kind?: 'string' | 'number' | 'array' | 'date';
  readonly required?: boolean;
  /** Refuses text of nothing but spaces. */
  readonly whitespace?: boolean;
  readonly values?: readonly string[];
  readonly len?: number;
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: RegExp;
}

/** The first thing that is wrong with a value; null when nothing is. */
export function checkField(value: unknown, rule: Rule): FieldIssue | null {
  if (isEmpty(value)) return rule.required === true ? { id: 'form.required' } : null;
  if (rule.whitespace === true && typeof value === 'string' && value.trim() === '') {
    return { id: 'form.whitespace' };
  }
  return checkKind(value, rule) ?? checkChoice(value, rule) ?? checkPattern(value, rule);
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || isEmptyArray(value);
}

function isEmptyArray(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function checkChoice(value: unknown, rule: Rule): FieldIssue | null {
  if (rule.values === undefined || rule.values.includes(String(value))) return null;
  return { id: 'form.enum', values: { values: rule.values.join(', ') } };
}

function checkPattern(value: unknown, rule: Rule): FieldIssue | null {
  if (rule.pattern === undefined || rule.pattern.test(String(value))) return null;
  return { id: 'form.pattern', values: { pattern: rule.pattern.source } };
}

function checkKind(value: unknown, rule: Rule): FieldIssue | null {
  switch (rule.kind ?? 'string') {
    case 'date':
      return checkDate(value);
    case 'number': {
      const number = typeof value === 'number' ? value : Number(value);
      if (!Number.isFinite(number)) return { id: 'check.number' };
      return checkRange(number, rule, 'number');
    }
    case 'array':
      return checkRange(Array.isArray(value) ? value.length : 0, rule, 'array');
    default:
      // Characters as people count them, not UTF-16 units.
      return checkRange([...String(value)].length, rule, 'string');
  }
}

function checkRange(
  size: number,
  { len, min, max }: Rule,
  kind: 'string' | 'number' | 'array',
): FieldIssue | null {
  if (len !== undefined) return size === len ? null : { id: `form.${kind}.len`, values: { len } };
  const low = min !== undefined && size < min;
  const high = max !== undefined && size > max;
  if (!low && !high) return null;
  if (min !== undefined && max !== undefined) {
    return { id: `form.${kind}.range`, values: { min, max } };
  }
  if (min !== undefined) return { id: `form.${kind}.min`, values: { min } };
  return { id: `form.${kind}.max`, values: { max: max ?? 0 } };
}

/** A calendar day as `YYYY-MM-DD`. */
function checkDate(value: unknown): FieldIssue | null {
  if (typeof value !== 'string') return { id: 'form.date.parse' };
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value);
  if (parts === null) return { id: 'form.date.format' };
  const [year, month, day] = parts.slice(1).map(Number) as [number, number, number];
  const date = new Date(Date.UTC(year, month - 1, day));
  const real = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return real ? null : { id: 'form.date.invalid' };
}
