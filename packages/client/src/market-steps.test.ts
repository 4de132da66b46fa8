import { describe, expect, test } from 'vitest';
import { onSteps, scalesOf } from './market-steps.ts';

const row = {
  priceScale: '2',
  pricePrecision: '1',
  quantityScale: '6',
  quantityPrecision: '3',
};

describe('steps of an instrument', () => {
  test('are what its precisions leave out of its scales', () => {
    expect(scalesOf(row)).toEqual({ price: 2, quantity: 6, priceStep: 10, quantityStep: 1_000 });
  });

  test('an order that rests moves away from the other side, one that takes towards it', () => {
    const scales = scalesOf(row);
    const wanted = { price: 1_003, quantity: 1_001 };
    const price = (side: 'buy' | 'sell', takes: boolean) =>
      onSteps(scales, side, takes, wanted).price;
    expect([price('buy', false), price('sell', false)]).toEqual([1_000, 1_010]);
    expect([price('buy', true), price('sell', true)]).toEqual([1_010, 1_000]);
    expect(onSteps(scales, 'buy', false, wanted).quantity).toBe(2_000);
  });

  test('what lies on them stays, and no price is nothing', () => {
    const scales = scalesOf(row);
    const wanted = { price: 1_010, quantity: 3_000 };
    expect(onSteps(scales, 'sell', false, wanted)).toEqual(wanted);
    expect(onSteps(scales, 'buy', false, { price: 4, quantity: 1 }).price).toBe(10);
  });
});
