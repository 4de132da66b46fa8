/** What operators are told of their index sources. */
import type { IndexPriceRow, IndexSourceState } from '@halcyon/domain/web';
import { expect, test } from 'vitest';
import { IndexDesk } from './index-desk.ts';
import type { IndexRoom } from './index-room.ts';

/** A desk whose sources of BTCUSDT are in these states. */
function deskOf(states: Readonly<Record<string, IndexSourceState>>): IndexDesk {
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
  const room = { rows: () => [row], takeSymbol: () => null } as unknown as IndexRoom;
  return new IndexDesk(room, []);
}

test('of two sources that disagree neither is called lying, and health says what helps', () => {
  const desk = deskOf({ north: 'disagree', south: 'disagree', desk: 'stopped' });
  expect(desk.summaries()[0]).toMatchObject({ name: 'north', disagree: 1, lying: 0 });
  expect(desk.health()).toEqual({
    state: 'degraded',
    detail:
      'north: 0 of 1 prices can be used; south: 0 of 1 prices can be used; desk: 0 of 1 prices can be used; ' +
      'sources disagree on BTCUSDT: a further source shows who is right',
  });
});

test('a source that lies is not in dispute', () => {
  const { state, detail } = deskOf({ north: 'fresh', south: 'fresh', desk: 'lying' }).health();
  expect({ state, detail }).toEqual({
    state: 'degraded',
    detail: 'desk: 0 of 1 prices can be used',
  });
});
