import { describe, expect, test } from 'vitest';
import { fc } from '../../testkit/src/core/properties.ts';
import { readTicks } from './price-text.ts';

describe('the price of a source', () => {
  test.each([
    ['94250.12', 9_425_012],
    ['94250', 9_425_000],
    ['0.01', 1],
    // The source has a digit more than the tick: the nearest tick.
    ['94250.124', 9_425_012],
    ['94250.125', 9_425_013],
    ['0.005', 1],
    ['90071992547409.91', Number.MAX_SAFE_INTEGER],
  ])('%s is %i ticks', (text, ticks) => {
    expect(readTicks(text, 3, 2)).toBe(ticks);
  });

  test.each([
    [undefined, 'form'],
    [null, 'form'],
    [94_250, 'form'],
    [Number.NaN, 'form'],
    ['NaN', 'form'],
    ['Infinity', 'form'],
    ['', 'form'],
    [' 1', 'form'],
    ['+1', 'form'],
    ['.5', 'form'],
    ['1.', 'form'],
    ['01', 'form'],
    ['1e5', 'form'],
    ['0x10', 'form'],
    ['1,000', 'form'],
    ['١٢', 'form'],
    ['-1', 'negative'],
    ['-0', 'negative'],
    ['0', 'zero'],
    ['0.000', 'zero'],
    ['0.004', 'zero'],
    ['1.0001', 'digits'],
    ['1'.repeat(41), 'digits'],
    ['90071992547409.92', 'range'],
    ['9'.repeat(40), 'range'],
  ])('%j is refused: %s', (text, fault) => {
    expect(readTicks(text, 3, 2)).toBe(fault);
  });

  test('no digit is lost at any scale', () => {
    const scale = fc.integer({ min: 0, max: 18 });
    const ticks = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
    fc.assert(
      fc.property(ticks, scale, (value, digits) => {
        const padded = String(value).padStart(digits + 1, '0');
        const whole = padded.slice(0, padded.length - digits);
        const text = digits === 0 ? whole : `${whole}.${padded.slice(-digits)}`;
        expect(readTicks(text, digits, digits)).toBe(value);
      }),
    );
  });
});
