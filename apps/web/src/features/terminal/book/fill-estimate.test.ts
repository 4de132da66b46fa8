import { expect, test } from 'vitest';
import { fc } from '../../../../../../packages/testkit/src/core/properties.ts';
import { OrderBookSide } from '../../../data/state/order-book.ts';
import { estimateFill } from './fill-estimate.ts';

function sideOf(asks: boolean, levels: readonly (readonly [tick: number, units: bigint])[]) {
  const side = new OrderBookSide(asks ? 'asks' : 'bids');
  for (const [tick, units] of levels) side.set({ tick, units, pushed: ['', ''] });
  return side;
}

test('takes the best levels first, and no more than there is', () => {
  const asks = sideOf(true, [
    [102, 5n],
    [100, 3n],
  ]);
  expect(estimateFill(asks, { units: 5n }, null, true)).toEqual({
    units: 5n,
    value: 504n,
    // 504 / 5, to the nearest.
    averageTick: 101n,
    worstTick: 102,
    complete: true,
  });
  expect(estimateFill(asks, { units: 9n }, null, true)).toMatchObject({
    units: 8n,
    complete: false,
  });
  expect(estimateFill(asks, { units: 5n }, 101, true)).toMatchObject({ units: 3n, worstTick: 100 });
  expect(estimateFill(asks, { units: 5n }, 99, true)).toMatchObject({ units: 0n, averageTick: 0n });
});

test('a value buys whole units of it', () => {
  const asks = sideOf(true, [
    [100, 3n],
    [102, 5n],
  ]);
  expect(estimateFill(asks, { value: 505n }, null, true)).toMatchObject({
    units: 5n,
    complete: true,
  });
  expect(estimateFill(asks, { value: 1_000n }, null, true)).toMatchObject({
    units: 8n,
    complete: false,
  });
});

test('is what filling unit by unit gives', () => {
  const level = fc.tuple(fc.integer({ min: 1, max: 40 }), fc.bigInt(1n, 9n));
  const levels = fc.uniqueArray(level, { selector: ([tick]) => tick, maxLength: 12 });
  fc.assert(
    fc.property(levels, fc.boolean(), fc.bigInt(1n, 60n), (all, asks, wanted) => {
      const best = all.toSorted(([a], [b]) => (asks ? a - b : b - a));
      const paid = best
        .flatMap(([tick, units]) => Array<number>(Number(units)).fill(tick))
        .slice(0, Number(wanted));
      const value = paid.reduce((sum, tick) => sum + tick, 0);
      expect(estimateFill(sideOf(asks, all), { units: wanted }, null, asks)).toEqual({
        units: BigInt(paid.length),
        value: BigInt(value),
        averageTick: BigInt(paid.length === 0 ? 0 : Math.floor(value / paid.length + 0.5)),
        worstTick: paid.at(-1) ?? 0,
        complete: paid.length === Number(wanted),
      });
    }),
  );
});
