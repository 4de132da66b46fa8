import { expect, it } from 'vitest';
import type { Instruments } from '../../../data/state/instruments.ts';
import { balance, COIN, PAIR, placeWith } from '../testing/place.ts';
import { type FlashPlan, flashPlan } from './flash-plan.ts';

// One BTC is 50 USDT, the fee a thousandth, a lot a ten-thousandth.
const LISTED: Instruments = new Map([[PAIR.symbol, PAIR]]);

function told({ trades, paidBack, stillOwed, worth }: FlashPlan) {
  const units = (list: FlashPlan['paidBack']) =>
    list.map((one) => `${one.units / COIN} ${one.own.coin}`);
  return {
    sold: trades.map(({ pays, paid, gets, got }) =>
      [paid / COIN, pays.coin, got / COIN, gets.coin].join(' '),
    ),
    paid: units(paidBack),
    owed: units(stillOwed),
    debts: worth.debts,
  };
}

it('pays with the same coin first, and buys the rest with cash, as few lots as there can be', () => {
  const place = placeWith([balance('USDT', 500), balance('BTC', 2, 3)]);
  expect(told(flashPlan(place, '', LISTED))).toEqual({
    sold: ['50.055 USDT 1.0000989 BTC'],
    paid: ['3 BTC'],
    owed: [],
    debts: 0,
  });
});

it('sells a coin for cash that is owed, and says what stays owed', () => {
  const rich = placeWith([balance('USDT', 0, 100), balance('BTC', 10)]);
  expect(told(flashPlan(rich, 'USDT', LISTED))).toMatchObject({ paid: ['100 USDT'], owed: [] });
  const poor = placeWith([balance('USDT', 10, 100), balance('BTC', 1)]);
  expect(told(flashPlan(poor, 'USDT', LISTED))).toEqual({
    sold: ['1 BTC 49.95 USDT'],
    paid: ['59.95 USDT'],
    owed: ['40.05 USDT'],
    debts: 400_500,
  });
});

it('a coin that is not asked for stays owed, and one without a market is not sold', () => {
  const place = placeWith([balance('USDT', 10, 20), balance('BTC', 1, 1)]);
  expect(told(flashPlan(place, 'BTC', LISTED))).toMatchObject({ paid: ['1 BTC'], sold: [] });
  const owing = placeWith([balance('USDT', 0, 20), balance('BTC', 1)]);
  expect(told(flashPlan(owing, '', new Map()))).toMatchObject({ paid: [], owed: ['20 USDT'] });
});
