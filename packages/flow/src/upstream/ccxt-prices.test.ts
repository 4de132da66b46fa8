import { BadSymbol, type Exchange, RequestTimeout } from 'ccxt';
import { expect, test } from 'vitest';
import { tickersOf } from './ccxt-prices.ts';

const SYMBOLS = ['BTC/USDT', 'GONE/USDT'];

/** An exchange of the package that answers so, and what it was asked. */
function venue(all: boolean, answer: (symbol: string) => unknown) {
  const asked: string[] = [];
  const ask = (symbol: string): unknown => {
    asked.push(symbol);
    return answer(symbol);
  };
  const exchange = {
    has: { fetchTickers: all },
    fetchTickers: async (symbols: string[]) =>
      Object.fromEntries(symbols.map((symbol) => [symbol, ask(symbol)])),
    fetchTicker: async (symbol: string) => ask(symbol),
  } as unknown as Exchange;
  return { exchange, asked };
}

function known(symbol: string): unknown {
  if (symbol === 'GONE/USDT') throw new BadSymbol('there is no GONE');
  return { last: 5 };
}

test.each([true, false])(
  'a market that is refused costs the others nothing, all at once: %s',
  async (all) => {
    const { exchange } = venue(all, known);
    expect([...(await tickersOf(exchange, SYMBOLS))]).toEqual([['BTC/USDT', { last: 5 }]]);
    await expect(tickersOf(exchange, ['GONE/USDT'])).rejects.toThrow('there is no GONE');
  },
);

test('what is null or not told is absent', async () => {
  const { exchange } = venue(true, (symbol) => (symbol === 'BTC/USDT' ? null : undefined));
  expect([...(await tickersOf(exchange, SYMBOLS))]).toEqual([]);
});

test('an exchange that cannot be reached is not asked for each market', async () => {
  const { exchange, asked } = venue(true, () => {
    throw new RequestTimeout('no answer');
  });
  await expect(tickersOf(exchange, SYMBOLS)).rejects.toThrow('no answer');
  expect(asked).toEqual(['BTC/USDT']);
});
