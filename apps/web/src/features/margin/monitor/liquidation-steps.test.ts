import type { MarginFillRow, MarginLiquidationRow, RepaymentRow } from '@halcyon/domain/web';
import { expect, it } from 'vitest';
import { stepsOf } from './liquidation-steps.ts';

const isolated = { account: 'isolated', symbol: 'BTCUSDT' } as const;
const crossed = { account: 'crossed', symbol: '' } as const;
const step = (of: object, time: number, reference: string) =>
  ({ ...of, time, reference }) as MarginLiquidationRow;
const fill = (of: object, id: string, time: number, role = 'taker') =>
  ({ ...of, id, time, role }) as MarginFillRow;
const repayment = (of: object, id: string, reference: string, by = 'liquidation') =>
  ({ ...of, id, reference, by }) as RepaymentRow;

it('each step has its own trades and repayments, and no other account', () => {
  const fills = [
    fill({ ...crossed, symbol: 'ETHUSDT' }, 'a', 5),
    fill({ ...crossed, symbol: 'ETHUSDT' }, 'b', 5, 'maker'),
    fill({ ...crossed, symbol: 'ETHUSDT' }, 'c', 4),
    fill(isolated, 'd', 5),
    fill({ ...isolated, symbol: 'ETHUSDT' }, 'e', 5),
  ];
  const repayments = [
    repayment(crossed, 'f', '9'),
    repayment(crossed, 'g', '9', 'hand'),
    repayment(isolated, 'h', '9'),
    repayment(crossed, 'i', '8'),
  ];
  const steps = stepsOf([step(crossed, 5, '9'), step(isolated, 5, '9')], fills, repayments);
  const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id).join('');
  expect(steps.map((one) => [ids(one.fills), ids(one.repayments)])).toEqual([
    ['a', 'f'],
    ['d', 'h'],
  ]);
});
