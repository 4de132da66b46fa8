/** What operators are told of their index sources. */
import type { IndexPriceRow, IndexSourceState } from '@halcyon/domain/web';
import { expect, test } from 'vitest';
import { IndexPriceApi } from './index-price-api.ts';
import type { IndexPriceService } from './index-price-service.ts';

/** An index price API whose sources of BTCUSDT are in these states. */
function apiOf(states: Readonly<Record<string, IndexSourceState>>): IndexPriceApi {
  const sources = Object.entries(states).map(([name, state]) => {
    return { name, state, price: '94000.5', ageMs: 100, refused: 0 };
  });
  const row: IndexPriceRow = {
    product: 'futures',
    symbol: 'BTCUSDT',
    state: 'none',
    price: '',
    sources,
  };
  const service = { rows: () => [row], takeSymbol: () => null } as unknown as IndexPriceService;
  return new IndexPriceApi(service, []);
}

test('of two sources that disagree neither is called lying, and health says what helps', () => {
  const desk = apiOf({ north: 'disagree', south: 'disagree', desk: 'stopped' });
  expect(desk.summaries()[0]).toMatchObject({ name: 'north', disagree: 1, lying: 0 });
  expect(desk.health()).toEqual({
    state: 'degraded',
    detail:
      'north: 0 of 1 prices can be used; south: 0 of 1 prices can be used; desk: 0 of 1 prices can be used; ' +
      'sources disagree on BTCUSDT: a further source shows who is right',
  });
});

test('a source that lies is not in dispute', () => {
  const { state, detail } = apiOf({ north: 'fresh', south: 'fresh', desk: 'lying' }).health();
  expect({ state, detail }).toEqual({
    state: 'degraded',
    detail: 'desk: 0 of 1 prices can be used',
  });
});
