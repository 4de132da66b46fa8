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
import { IndexPriceService, type QuotedMarket, simulatedSources } from './index-price-service.ts';

const START = 1_700_000_000_000;

function instrument(id: number, symbol: string, product: Product): Instrument {
  const contract = product === Product.spot ? null : {};
  return { id, symbol, priceScale: 1, product, contract } as Instrument;
}

/** A service on an engine that answers with a code, with a clock of its own. */
class ServiceFixture {
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
  readonly service = new IndexPriceService({
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
      this.service.take(quotes);
    }
    this.service.look();
    await Promise.resolve();
  }
}

test('what sources tell of contracts goes to the engine as one command', async () => {
  const fixture = new ServiceFixture();
  fixture.service.look();
  expect(fixture.service.health()).toMatchObject({ state: 'starting' });
  await fixture.tell({ 1: '94000.5', 2: '3000.1' });
  expect(fixture.submitted).toEqual([
    { kind: CommandKind.prices, entries: [1, 940_005, 2, 30_001] },
  ]);
  expect(fixture.service.health()).toEqual({ state: 'ok', detail: '' });
  // The spot pair of the same symbol has no index while nothing is lent.
  await fixture.tell({ 0: '94000.5' });
  expect(fixture.submitted).toHaveLength(1);
});

test('an index that nobody quotes any more is named', async () => {
  const fixture = new ServiceFixture();
  fixture.service.look();
  await fixture.tell({ 1: '94000.5', 2: '3000.1' });
  for (let i = 0; i < 60; i += 1) await fixture.tell({ 2: '3000.1' });
  const detail = 'no index price: BTCUSDT-PERP';
  expect(fixture.service.health()).toEqual({ state: 'degraded', detail });
});

test('a contract that was listed while it runs is quoted and made', async () => {
  const fixture = new ServiceFixture();
  fixture.service.look();
  await fixture.tell({ 1: '94000.5', 2: '3000.1' });
  fixture.instruments.push(
    instrument(3, 'DOTUSDT', Product.usdtFutures),
    instrument(4, 'OWNUSDT', Product.usdtFutures),
  );
  fixture.service.look();
  expect(fixture.quoted.at(-1)).toEqual([
    { instrument: 1, symbol: 'BTCUSDT', scale: 1, isContract: true },
    { instrument: 2, symbol: 'ETHUSDT', scale: 1, isContract: true },
    { instrument: 3, symbol: 'DOTUSDT', scale: 1, isContract: true },
  ]);
  // What was heard of the others stands: a listing is no pause of their indices.
  expect(fixture.service.rows().map(({ price }) => price)).toEqual(['94000.5', '3000.1', '']);
  await fixture.tell({ 1: '94000.5', 2: '3000.1', 3: '2.3' });
  expect(fixture.submitted.at(-1)).toMatchObject({ entries: [3, 23] });
  const detail = 'no source quotes prices of OWNUSDT-PERP';
  expect(fixture.service.health()).toEqual({ state: 'ok', detail });
  expect(fixture.quoted).toHaveLength(2);
});

test('a coin that is lent is quoted by its pair, the settle coin by none', async () => {
  const fixture = new ServiceFixture();
  fixture.service.look();
  fixture.lent.push(NO_PAIR, 0);
  fixture.service.look();
  expect(fixture.quoted.at(-1)).toContainEqual({
    instrument: 0,
    symbol: 'BTCUSDT',
    scale: 1,
    isContract: false,
  });
  await fixture.tell({ 0: '94000.5', 1: '94001', 2: '3000.1' });
  expect(fixture.submitted.at(-1)).toMatchObject({ entries: [1, 940_010, 2, 30_001, 0, 940_005] });
});

test('prices that the core refuses are not passed over in silence', async () => {
  const fixture = new ServiceFixture();
  fixture.service.look();
  fixture.code = 7;
  await fixture.tell({ 1: '94000.5', 2: '3000.1' });
  const detail = 'index prices were refused with code 7';
  expect(fixture.service.health()).toEqual({ state: 'degraded', detail });
  fixture.code = 0;
  await fixture.tell({ 1: '94000.6', 2: '3000.1' });
  expect(fixture.service.health().state).toBe('ok');
});
