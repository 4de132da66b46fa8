import { expect, it } from 'vitest';
import type { ContractPlanRow, PositionRow } from '../rest/positions.ts';
import { buys, distanceToLiquidation, exitKind, exitsOf, opens, toPosition } from './positions.ts';

const READ: PositionRow = {
  symbol: 'BTCUSDT',
  holdSide: 'long',
  posMode: 'one_way_mode',
  marginMode: 'isolated',
  marginSize: '1000',
  total: '0.5',
  available: '0.4',
  leverage: '20',
  openPriceAvg: '60000',
  markPrice: '60000',
  liquidationPrice: '0',
  achievedProfits: '0',
  unrealizedPL: '-3',
  marginRatio: '0.12',
};

it('a read and a push are the same position', () => {
  const { symbol, marginRatio = '', ...rest } = READ;
  const push = { ...rest, instId: symbol ?? '', leverage: 20, marginRate: marginRatio };
  expect(toPosition(push)).toEqual(toPosition(READ));
  expect(toPosition({ ...push, autoMargin: 'on', unrealizedPLR: '0.1' })).toMatchObject({
    id: 'BTCUSDT long',
    autoMargin: true,
    roe: '0.1',
  });
});

it('a price of nothing is no liquidation price', () => {
  const position = toPosition(READ);
  expect(position.liquidation).toBe('');
  expect(distanceToLiquidation(position)).toBeNull();
  const near = { ...position, mark: '100', liquidation: '85' };
  expect(distanceToLiquidation(near)).toBeCloseTo(0.15);
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
  ];
  const ids = (of: readonly ContractPlanRow[]) => of.map(({ orderId }) => orderId);
  expect(ids(exitsOf(rows, toPosition(READ)))).toEqual(['1', '5']);
  expect(rows.map(exitKind).at(-1)).toBe('profit');
  const hedge = { symbol: 'BTCUSDT', side: 'long', hedge: true } as const;
  const both = [plan({ orderId: '1', posSide: 'long', side: 'buy' }), plan({ posSide: 'short' })];
  expect(ids(exitsOf(both, hedge))).toEqual(['1']);
});
