import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
import { issueText } from '../locale/field-issue.ts';
import type { Translate } from '../locale/intl.tsx';
import english from '../locale/messages/en_US.json' with { type: 'json' };
import { checkField, type Rule } from './rules.ts';

const t: Translate = (id, values) =>
  String(new IntlMessageFormat(english[id], 'en').format(values as Record<string, string>));

/** Value, rule and the whole message that the reader sees; null when the value is good. */
const ROWS: readonly [unknown, Rule, string | null][] = [
  ['', { required: true }, 'Please enter Label'],
  [undefined, { required: true }, 'Please enter Label'],
  [[], { kind: 'array', required: true }, 'Please enter Label'],
  ['', { min: 3 }, null],
  [0, { kind: 'number', required: true }, null],
  ['  ', { required: true, whitespace: true }, 'Label cannot be a blank character'],
  ['c', { values: ['a', 'b'] }, 'Label must be one of a, b'],
  ['b', { values: ['a', 'b'] }, null],
  ['abc', { len: 4 }, 'Label must be exactly 4 characters'],
  ['abcd', { len: 4 }, null],
  ['', { required: true, min: 1 }, 'Please enter Label'],
  ['ab', { min: 3 }, 'Label must be at least 3 characters'],
  ['abc', { min: 3 }, null],
  ['ab', { max: 1 }, 'Label must be at most 1 character'],
  ['😀', { max: 1 }, null],
  ['abc', { min: 4, max: 8 }, 'Label must be between 4 and 8 characters'],
  [5, { kind: 'number', len: 4 }, 'Label must be equal to 4'],
  [2, { kind: 'number', min: 3 }, 'Label must be at least 3'],
  ['7', { kind: 'number', max: 6 }, 'Label must be at most 6'],
  [9, { kind: 'number', min: 1, max: 8 }, 'Label must be between 1 and 8'],
  ['x', { kind: 'number' }, 'This is not a number.'],
  [['a'], { kind: 'array', len: 2 }, 'Label: exactly 2 entries'],
  [['a'], { kind: 'array', min: 2 }, 'Label: at least 2 entries'],
  [['a', 'b'], { kind: 'array', max: 1 }, 'Label: at most 1 entry'],
  [['a', 'b', 'c'], { kind: 'array', min: 1, max: 2 }, 'Label: between 1 and 2 entries'],
  ['2026-02-28', { kind: 'date' }, null],
  ['28.2.2026', { kind: 'date' }, 'Label is not in a valid date format'],
  ['2026-02-30', { kind: 'date' }, 'Label is an invalid date'],
  [12, { kind: 'date' }, 'Label cannot be converted to a date'],
  ['a1', { pattern: /^[a-z]+$/ }, 'Label does not match the pattern ^[a-z]+$'],
  ['ab', { pattern: /^[a-z]+$/ }, null],
];

describe('checkField', () => {
  it.each(ROWS)('%j against %o says %s', (value, rule, text) => {
    const issue = checkField(value, rule);
    expect(issue === null ? null : issueText(t, issue, 'Label')).toBe(text);
  });
});
