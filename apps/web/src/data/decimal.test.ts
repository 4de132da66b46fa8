import { describe, expect, it } from 'vitest';
import { fc } from '../../../../packages/testkit/src/core/properties.ts';
import { compareText, parseExact, parseTruncated, toText, trimZeros } from './decimal.ts';

describe('parseExact', () => {
  it('takes plain decimals and nothing else', () => {
    const cases: readonly (readonly [string, number, bigint | null])[] = [
      ['1.23', 2, 123n],
      ['1.2', 2, 120n],
      ['0.00', 2, 0n],
      ['-1.5', 1, -15n],
      ['1.234', 2, null],
      ['1.2300', 2, 123n],
      ['.5', 1, 5n],
      ['5.', 1, 50n],
      ['.', 1, null],
      ['', 1, null],
      ['1e3', 2, null],
      ['0x10', 2, null],
      ['1 000', 2, null],
      ['NaN', 2, null],
    ];
    for (const [text, scale, units] of cases)
      expect([text, parseExact(text, scale)]).toEqual([text, units]);
  });

  it('comes back from toText for every value and scale', () => {
    fc.assert(
      fc.property(
        fc.bigInt(-(10n ** 40n), 10n ** 40n),
        fc.integer({ min: 0, max: 18 }),
        (units, scale) => {
          expect(parseExact(toText(units, scale), scale)).toBe(units);
          expect(parseExact(trimZeros(toText(units, scale)), scale)).toBe(units);
        },
      ),
    );
  });

  it('keeps digits that a double would lose', () => {
    expect(toText(parseExact('9007199254740993.00000001', 8) ?? 0n, 8)).toBe(
      '9007199254740993.00000001',
    );
  });
});

describe('rounding', () => {
  it('cuts towards zero by name', () => {
    expect(parseTruncated('1.999', 2)).toBe(199n);
    expect(parseTruncated('-1.999', 2)).toBe(-199n);
  });
});

describe('compareText', () => {
  it('orders by value and not by letters', () => {
    expect(compareText('10', '9')).toBe(1);
    expect(compareText('0.10', '0.1')).toBe(0);
    expect(compareText('-2', '-1')).toBe(-1);
  });
});
