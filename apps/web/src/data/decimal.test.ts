import { describe, expect, it } from 'vitest';
import { fc } from '../../../../packages/testkit/src/core/properties.ts';
import {
  compareText,
  mulDivCeil,
  mulDivFloor,
  parseExact,
  parseTruncated,
  pow10,
  rescaleHalfUp,
  toText,
  trimZeros,
} from './decimal.ts';

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
  it('floors and ceils around the exact quotient, also below zero', () => {
    fc.assert(
      fc.property(
        fc.bigInt(-(10n ** 20n), 10n ** 20n),
        fc.bigInt(-(10n ** 20n), 10n ** 20n),
        fc.bigInt(1n, 10n ** 15n),
        (a, b, divisor) => {
          const floor = mulDivFloor(a, b, divisor);
          const ceil = mulDivCeil(a, b, divisor);
          expect(floor * divisor <= a * b && a * b < (floor + 1n) * divisor).toBe(true);
          expect((ceil - 1n) * divisor < a * b && a * b <= ceil * divisor).toBe(true);
        },
      ),
    );
  });

  it('cuts towards zero and rounds halves away from zero by name', () => {
    expect(parseTruncated('1.999', 2)).toBe(199n);
    expect(parseTruncated('-1.999', 2)).toBe(-199n);
    expect(rescaleHalfUp(125n, 2, 1)).toBe(13n);
    expect(rescaleHalfUp(-125n, 2, 1)).toBe(-13n);
    expect(rescaleHalfUp(124n, 2, 1)).toBe(12n);
    expect(rescaleHalfUp(5n, 0, 2)).toBe(500n);
    expect(pow10(3)).toBe(1000n);
  });
});

describe('compareText', () => {
  it('orders by value and not by letters', () => {
    expect(compareText('10', '9')).toBe(1);
    expect(compareText('0.10', '0.1')).toBe(0);
    expect(compareText('-2', '-1')).toBe(-1);
  });
});
