import { expect, it } from 'vitest';
import { balance, placeWith } from '../testing/place.ts';
import { MarginCallMonitor } from './margin-call-monitor.ts';

it('tells of the call and of the end once each, and again when the danger was over', () => {
  const watch = new MarginCallMonitor();
  // 1 BTC is owed and 60 USDT are there: 7 % of the index, by what is left.
  const at = (index: number) =>
    watch
      .look([placeWith([balance('USDT', 60), balance('BTC', 0, 1)], index)])
      .map((one) => one.level);
  expect([5_000, 5_510, 5_520, 5_540, 5_600, 5_700].map(at)).toEqual([
    [],
    [],
    ['called'],
    [],
    [],
    ['over'],
  ]);
  expect([5_560, 5_000, 5_560].map(at)).toEqual([[], [], ['called']]);
});

it('knows whether what it told still holds', () => {
  const watch = new MarginCallMonitor();
  const pressingAt = (index: number) => {
    watch.look([placeWith([balance('USDT', 60), balance('BTC', 0, 1)], index)]);
    return watch.isPressing(placeWith([]).symbol);
  };
  expect([5_000, 5_520, 5_700, 5_560, 5_000].map(pressingAt)).toEqual([
    false,
    true,
    true,
    true,
    false,
  ]);
});

it('tells nothing while a price is not known', () => {
  const watch = new MarginCallMonitor();
  const place = placeWith([balance('USDT', 60), balance('BTC', 0, 1)], 5_700);
  const coins = place.coins.map((own) => ({ ...own, lent: { ...own.lent, stale: true } }));
  expect(watch.look([{ ...place, coins }])).toEqual([]);
  expect(watch.look([place])).toHaveLength(1);
});

it('has nothing to tell of who owes nothing', () => {
  expect(new MarginCallMonitor().look([placeWith([])])).toEqual([]);
});
