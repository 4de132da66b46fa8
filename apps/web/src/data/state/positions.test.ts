import { expect, it } from 'vitest';
import type { ContractPlanRow } from '../rest/positions.ts';
import { buys, distanceToLiquidation, exitKind, exitSize, exitsOf, opens } from './positions.ts';

it('no liquidation price is no distance to it', () => {
  expect(distanceToLiquidation({ mark: '100', liquidation: '' })).toBeNull();
  expect(distanceToLiquidation({ mark: '100', liquidation: '85' })).toBeCloseTo(0.15);
});

it('in hedge mode what closes a long sells, though its side says buy', () => {
  const row = { side: 'buy', posMode: 'hedge_mode', tradeSide: 'close' } as const;
  expect([buys(row), opens(row)]).toEqual([false, false]);
  expect(buys({ ...row, tradeSide: 'open' })).toBe(true);
  expect(buys({ ...row, side: 'sell' })).toBe(true);
  expect(buys({ ...row, tradeSide: 'burst_close_long' })).toBe(false);
  expect(buys({ ...row, posMode: 'one_way_mode', tradeSide: 'buy_single' })).toBe(true);
});

function plan(given: Partial<ContractPlanRow>): ContractPlanRow {
  const row = { symbol: 'BTCUSDT', planType: 'pos_loss', side: 'sell', posSide: 'net' } as const;
  return { ...row, ...given } as ContractPlanRow;
}

it('the exits of a position are those of its contract that close it', () => {
  const rows = [
    plan({ orderId: '1' }),
    plan({ orderId: '2', side: 'buy' }),
    plan({ orderId: '3', symbol: 'ETHUSDT' }),
    plan({ orderId: '4', planType: 'normal_plan' }),
    plan({ orderId: '5', planType: 'profit_plan' }),
    plan({ orderId: '6', planType: 'moving_plan' }),
    plan({ orderId: '7', planType: 'track_plan' }),
  ];
  const ids = (of: readonly ContractPlanRow[]) => of.map(({ orderId }) => orderId);
  const oneWay = { symbol: 'BTCUSDT', side: 'long', hedge: false } as const;
  expect(ids(exitsOf(rows, oneWay))).toEqual(['1', '5', '6']);
  expect(exitsOf(rows, oneWay).map(exitKind)).toEqual(['stopLoss', 'takeProfit', 'trailing']);
  const hedge = { symbol: 'BTCUSDT', side: 'long', hedge: true } as const;
  const both = [plan({ orderId: '1', posSide: 'long', side: 'buy' }), plan({ posSide: 'short' })];
  expect(ids(exitsOf(both, hedge))).toEqual(['1']);
});

it('an exit closes what it names, but no more than is open, and all where it names nothing', () => {
  const position = { size: '0.4' };
  expect(['0.5', '0.4', '0.1', '0', ''].map((size) => exitSize({ size }, position))).toEqual([
    '0.4',
    '0.4',
    '0.1',
    '0.4',
    '0.4',
  ]);
});
