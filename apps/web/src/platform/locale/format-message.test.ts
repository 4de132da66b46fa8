import { parse } from '@formatjs/icu-messageformat-parser';
import { expect, it } from 'vitest';
import { messageWriter } from './format-message.ts';

function written(message: string, values?: Record<string, string | number>, tag = 'en'): string {
  return messageWriter(tag)(parse(message), values);
}

it('writes placeholders, and nothing where there is no value', () => {
  expect(written('{side} {price}!', { side: 'Buy', price: 1.5 })).toBe('Buy 1.5!');
  expect(written('a{b}c')).toBe('ac');
});

it('chooses by a word, else the other case', () => {
  const message = '{side, select, buy {Buy {coin}} other {Sell {coin}}}';
  expect(written(message, { side: 'buy', coin: 'BTC' })).toBe('Buy BTC');
  expect(written(message, { side: 'sell', coin: 'BTC' })).toBe('Sell BTC');
});

it('chooses by a number: the exact one first, then as the language counts', () => {
  const message = '{n, plural, =0 {none} one {# order} few {# few} other {# orders}}';
  expect([0, 1, 2, 1234].map((n) => written(message, { n }))).toEqual([
    'none',
    '1 order',
    '2 orders',
    '1,234 orders',
  ]);
  expect(written(message, { n: 3 }, 'ru')).toBe('3 few');
});
