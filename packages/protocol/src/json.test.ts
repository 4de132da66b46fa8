import { describe, expect, it } from 'vitest';
import { fc } from '../../testkit/src/core/properties.ts';
import { expandNumber, JsonNumber, type JsonValue, parseJson } from './json.ts';

/** What JSON.parse would give, with numbers as doubles. */
function plain(value: JsonValue): unknown {
  if (value instanceof JsonNumber) return Number(value.text);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
}

function problem(text: string): string {
  try {
    parseJson(text);
    return 'accepted';
  } catch (error) {
    return (error as Error).message;
  }
}

describe('the JSON reader', () => {
  it('F2 reads what JSON.parse reads, and refuses what it refuses', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const text = JSON.stringify(value);
        if (text.includes('"__proto__"')) return;
        expect(plain(parseJson(text))).toEqual(JSON.parse(text));
      }),
      { numRuns: 2_000 },
    );
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), fc.nat(), fc.string(), (value, at, insert) => {
        const text = JSON.stringify(value);
        const cut = at % (text.length + 1);
        const broken = text.slice(0, cut) + insert + text.slice(cut + 1);
        let native = true;
        try {
          JSON.parse(broken);
        } catch {
          native = false;
        }
        if (!native) expect(problem(broken)).not.toBe('accepted');
        else if (problem(broken) !== 'accepted') {
          expect(problem(broken)).toMatch(/repeated key|__proto__|nesting/);
        }
      }),
      { numRuns: 5_000 },
    );
  });

  it('keeps the text of numbers', () => {
    const big = '123456789012345678901234567890.10';
    expect(parseJson(big)).toEqual(new JsonNumber(big));
  });

  it.each([
    ['{"a":1,"a":2}', 'repeated key a at character 7'],
    [
      `{"${'k'.repeat(40)}":1,"${'k'.repeat(40)}":2}`,
      `repeated key ${'k'.repeat(30)}… at character 46`,
    ],
    ['{"\\u0061":1,"a":2}', 'repeated key a at character 12'],
    ['{"__proto__":1}', 'key __proto__ is not accepted at character 1'],
    ['{"a":1} x', 'unexpected text after the end at character 8'],
    ['{"a":01}', 'malformed number at character 6'],
    ['[1,]', 'expected a value at character 3'],
    ['{"a"', 'expected : at character 4'],
    ['"\u0001"', 'control character in a string at character 1'],
    ['"abc', 'unterminated string at character 4'],
    ['"\\x"', 'unknown escape at character 1'],
    ['', 'unexpected end at character 0'],
    ['\ufeff{}', 'expected a value at character 0'],
    ['NaN', 'expected a value at character 0'],
    [`${'['.repeat(21)}`, 'nesting deeper than 20 at character 20'],
  ])('%s', (text, message) => {
    expect(problem(text)).toBe(message);
  });

  it('F2 a million brackets are refused at once, without recursion', () => {
    expect(problem('['.repeat(1_000_000))).toContain('nesting deeper than 20');
    expect(problem('{"a":'.repeat(200_000))).toContain('nesting deeper than 20');
  });
});

describe('numbers as decimals', () => {
  it.each([
    ['21000', '21000'],
    ['2.1e4', '21000'],
    ['2.50e-3', '0.0025'],
    ['1E+2', '100'],
    ['-0', '0'],
    ['-1.50', '-1.5'],
    ['0.0', '0'],
    ['1e-8', '0.00000001'],
    ['1e61', null],
    ['1e-62', null],
    ['1e99999', null],
    ['1e-99999999999999', null],
  ])('%s', (text, expected) => {
    expect(expandNumber(text)).toBe(expected);
  });

  it('F1 every double expands to text of the same value', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const plainText = expandNumber(JSON.stringify(value));
        if (plainText === null) return;
        expect(Number(plainText)).toBe(value === 0 ? 0 : value);
        expect(plainText).toMatch(/^-?(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/);
      }),
      { numRuns: 5_000 },
    );
  });
});
