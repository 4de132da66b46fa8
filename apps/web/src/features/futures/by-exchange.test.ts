import { expect, test } from 'vitest';
import { byExchange, isDeleveraged, isLiquidated } from './by-exchange.ts';

test.each([
  ['burst_sell_single', 'positions.by.liquidation', true, false],
  ['dte_sys_adl_sell_in_single_side_mode', 'positions.by.adl', false, true],
  ['offset_close_long', 'positions.by.offset', false, false],
  ['sell_single', undefined, false, false],
] as const)('%s is told as %s', (side, word, liquidated, deleveraged) => {
  expect([byExchange(side), isLiquidated(side), isDeleveraged(side)]).toEqual([
    ...[word, liquidated, deleveraged],
  ]);
});
