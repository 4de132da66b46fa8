/** What a take profit or a stop loss would bring at a price: the engine's own arithmetic. */

import { MARGIN_SCALE, PositionLeg, positionProfit, ratioFloor } from '@halcyon/domain';
import { parseTruncated, toText } from '../../../data/decimal.ts';
import type { ContractPlanRow } from '../../../data/rest/positions.ts';
import { useContractAccount } from '../../../data/state/contract-account.ts';
import type { InstrumentInfo } from '../../../data/state/instruments.ts';
import { profitText } from '../positions/position-cells.tsx';

/** A profit as text; empty where nothing is known of the position. */
export type ProfitAt = (plan: ContractPlanRow, price: string) => string;

const LEGS = { net: PositionLeg.net, long: PositionLeg.long, short: PositionLeg.short } as const;

/** For the plans of a contract. */
export function useProfitAt({ symbol, priceScale, sizeScale }: InstrumentInfo): ProfitAt {
  const { account } = useContractAccount(symbol);
  return (plan, price) => {
    if (account === null) return '';
    const position = account.position(LEGS[plan.posSide]);
    const mark = Number(parseTruncated(price, priceScale) ?? 0n);
    const open = Math.abs(position.lots);
    if (open === 0 || mark === 0) return '';
    const wanted = Number(parseTruncated(plan.size, sizeScale) ?? 0n);
    const closed = wanted === 0 ? open : Math.min(open, wanted);
    // Of a part, its share of the cost, as a fill takes it.
    const part = {
      ...position,
      mark,
      lots: Math.sign(position.lots) * closed,
      cost: closed === open ? position.cost : ratioFloor(position.cost, closed, open),
    };
    return profitText(toText(BigInt(positionProfit(part)), MARGIN_SCALE));
  };
}
