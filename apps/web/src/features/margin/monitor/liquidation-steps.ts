/** Steps of liquidations of margin accounts with what was traded and paid back in each. */

import type {
  MarginFillRow,
  MarginKind,
  MarginLiquidationRow,
  RepaymentRow,
} from '@halcyon/domain/web';
import { fetchMarginLog } from '../../../data/rest/margin-log.ts';

/** Steps that are told of; the records have all. */
const STEPS = 20;
const ROWS = 100;

/** A step. */
export interface LiquidationStep {
  readonly row: MarginLiquidationRow;
  readonly fills: readonly MarginFillRow[];
  readonly repayments: readonly RepaymentRow[];
}

/** Puts what was done to the steps in which it was done. */
export function stepsOf(
  rows: readonly MarginLiquidationRow[],
  fills: readonly MarginFillRow[],
  repayments: readonly RepaymentRow[],
): readonly LiquidationStep[] {
  return rows.map((row) => {
    const { account, symbol, time, reference } = row;
    const isOwn = (one: Pick<MarginFillRow, 'account' | 'symbol'>) =>
      one.account === account && (account === 'crossed' || one.symbol === symbol);
    return {
      row,
      // Its orders take, and trade at the time of the step.
      fills: fills.filter((fill) => isOwn(fill) && fill.role === 'taker' && fill.time === time),
      repayments: repayments.filter(
        (paid) => isOwn(paid) && paid.by === 'liquidation' && paid.reference === reference,
      ),
    };
  });
}

/** The newest steps of an account, or of both. */
export async function fetchSteps(
  account: MarginKind | undefined,
): Promise<readonly LiquidationStep[]> {
  const rows = await fetchMarginLog('liquidations', { account, limit: STEPS });
  const [last] = rows.slice(-1);
  if (last === undefined) return [];
  const since = { account, startTime: last.time, endTime: rows[0]!.time, limit: ROWS };
  const [fills, repayments] = await Promise.all([
    fetchMarginLog('fills', since),
    fetchMarginLog('repayments', since),
  ]);
  return stepsOf(rows, fills, repayments);
}
