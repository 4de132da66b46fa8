import {
  type CommandInput,
  CommandKind,
  type Instrument,
  NO_PAIR,
  type Outcome,
  Product,
} from '@halcyon/domain';
import { SIMULATED_SOURCES } from '@halcyon/prices';
import type { CoinView } from '@halcyon/views';
import { expect, test } from 'vitest';
import { IndexRoom, type QuotedMarket, simulatedSources } from './index-room.ts';

const START = 1_700_000_000_000;

function instrument(id: number, symbol: string, product: Product): Instrument {
  const contract = product === Product.spot ? null : {};
  return { id, symbol, priceScale: 1, product, contract } as Instrument;
}

/** A room on an engine that answers with a code, with a clock of its own. */
class Desk {
  readonly instruments = [
    instrument(0, 'BTCUSDT', Product.spot),
    instrument(1, 'BTCUSDT', Product.usdtFutures),
    instrument(2, 'ETHUSDT', Product.usdtFutures),
  ];
  /** Pairs that coins are valued by. */
  readonly lent: number[] = [];
  readonly submitted: CommandInput[] = [];
  readonly quoted: (readonly QuotedMarket[])[] = [];
  code = 0;
  now = START;
  readonly room = new IndexRoom({
    engine: {
      submit: (command: CommandInput) => {
        this.submitted.push(command);
        return Promise.resolve({ code: this.code } as Outcome);
      },
    },
    views: {
      // As the real ones: spot pairs unless asked for others.
      instruments: (wanted = Product.spot) =>
        this.instruments.filter(({ product }) => product === wanted),
      instrument: (wanted) => this.instruments.find(({ id }) => id === wanted),
      loans: { coins: () => this.lent.map((market) => ({ market }) as CoinView) },
    },
    sourcesOf: simulatedSources,
    onMarkets: (markets) => this.quoted.push(markets),
    now: () => this.now,
  });

  /** All sources tell these prices, a quarter of a second later. */
  async tell(prices: Readonly<Record<number, string>>): Promise<void> {
    this.now += 250;
    const time = this.now;
    for (const source of SIMULATED_SOURCES) {
      const quotes = Object.entries(prices).map(([id, price]) => {
        return { source, instrument: Number(id), price, time };
      });
      this.room.take(quotes);
    }
    this.room.look();
    await Promise.resolve();
  }
}

test('what sources tell of contracts goes to the engine as one command', async () => {
  const desk = new Desk();
  desk.room.look();
  expect(desk.room.health()).toMatchObject({ state: 'starting' });
  await desk.tell({ 1: '94000.5', 2: '3000.1' });
  expect(desk.submitted).toEqual([{ kind: CommandKind.prices, entries: [1, 940_005, 2, 30_001] }]);
  expect(desk.room.health()).toEqual({ state: 'ok', detail: '' });
  // The spot pair of the same symbol has no index while nothing is lent.
  await desk.tell({ 0: '94000.5' });
  expect(desk.submitted).toHaveLength(1);
});

test('an index that nobody tells any more is named', async () => {
  const desk = new Desk();
  desk.room.look();
  await desk.tell({ 1: '94000.5', 2: '3000.1' });
  for (let i = 0; i < 60; i += 1) await desk.tell({ 2: '3000.1' });
  const detail = 'no index price: BTCUSDT-PERP';
  expect(desk.room.health()).toEqual({ state: 'degraded', detail });
});

test('a contract that was listed while it runs is quoted and made', async () => {
  const desk = new Desk();
  desk.room.look();
  await desk.tell({ 1: '94000.5', 2: '3000.1' });
  desk.instruments.push(
    instrument(3, 'DOTUSDT', Product.usdtFutures),
    instrument(4, 'OWNUSDT', Product.usdtFutures),
  );
  desk.room.look();
  expect(desk.quoted.at(-1)).toEqual([
    { instrument: 1, symbol: 'BTCUSDT', scale: 1, isContract: true },
    { instrument: 2, symbol: 'ETHUSDT', scale: 1, isContract: true },
    { instrument: 3, symbol: 'DOTUSDT', scale: 1, isContract: true },
  ]);
  // What was heard of the others stands: a listing is no pause of their indices.
  expect(desk.room.rows().map(({ price }) => price)).toEqual(['94000.5', '3000.1', '']);
  await desk.tell({ 1: '94000.5', 2: '3000.1', 3: '2.3' });
  expect(desk.submitted.at(-1)).toMatchObject({ entries: [3, 23] });
  const detail = 'no source tells prices of OWNUSDT-PERP';
  expect(desk.room.health()).toEqual({ state: 'ok', detail });
  expect(desk.quoted).toHaveLength(2);
});

test('a coin that is lent is quoted by its pair, the settle coin by none', async () => {
  const desk = new Desk();
  desk.room.look();
  desk.lent.push(NO_PAIR, 0);
  desk.room.look();
  expect(desk.quoted.at(-1)).toContainEqual({
    instrument: 0,
    symbol: 'BTCUSDT',
    scale: 1,
    isContract: false,
  });
  await desk.tell({ 0: '94000.5', 1: '94001', 2: '3000.1' });
  expect(desk.submitted.at(-1)).toMatchObject({ entries: [1, 940_010, 2, 30_001, 0, 940_005] });
});

test('prices that the core refuses are not passed over in silence', async () => {
  const desk = new Desk();
  desk.room.look();
  desk.code = 7;
  await desk.tell({ 1: '94000.5', 2: '3000.1' });
  const detail = 'index prices were refused with code 7';
  expect(desk.room.health()).toEqual({ state: 'degraded', detail });
  desk.code = 0;
  await desk.tell({ 1: '94000.6', 2: '3000.1' });
  expect(desk.room.health().state).toBe('ok');
});
