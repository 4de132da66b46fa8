import { describe, expect, test } from 'vitest';
import { fc } from '../../testkit/src/core/properties.ts';
import { convertedPrice, numberText, tickerPrice } from './ticker-price.ts';

describe('the price of a ticker', () => {
  test.each([
    [{ bid: 99, ask: 101, last: 100 }, '100'],
    [{ bid: 99, ask: 101, last: 250 }, '101'],
    [{ bid: 99, ask: 101, last: 1 }, '99'],
    [{ last: 100.5 }, '100.5'],
    [{ bid: 0, ask: 0, last: 100 }, '100'],
    [{ bid: 99, ask: 101 }, ''],
    [{ bid: 101, ask: 99, last: 100 }, 'crossed'],
    [{ bid: 99, ask: 101, last: -5 }, '-5'],
    [{ bid: Number.NaN, ask: 101, last: 100 }, 'NaN'],
    [{ bid: 99, ask: 101, last: 1e-7 }, '99'],
    [{ last: 1.25e-7 }, '0.000000125'],
    [{ last: 1e30 }, '1e+30'],
    [{}, ''],
  ])('%j is %s', (ticker, price) => {
    expect(tickerPrice(ticker)).toBe(price);
  });

  test('is the shortest text of the number, without an exponent', () => {
    const prices = fc.double({ min: 1e-9, max: 1e12, noNaN: true });
    fc.assert(
      fc.property(prices, (price) => {
        const text = numberText(price);
        expect(text).toMatch(/^\d+(\.\d+)?$/);
        expect(Math.abs(Number(text) - price)).toBeLessThanOrEqual(price * 1e-8);
      }),
    );
  });
});

describe('a price in another coin', () => {
  test.each([
    ['94000', '1.0005', 'divide', '93953.023488256'],
    ['86000.5', '1.1', 'multiply', '94600.550000000'],
    ['100', '3', 'divide', '33.333333333'],
    ['200', '3', 'divide', '66.666666667'],
    ['NaN', '1', 'divide', 'NaN'],
    ['100', '-1', 'multiply', '-1'],
    ['100', '0', 'divide', '0'],
    ['100', '', 'multiply', ''],
  ] as const)('%s by %s (%s) is %s', (price, rate, conversion, converted) => {
    expect(convertedPrice(price, rate, conversion)).toBe(converted);
  });
});
