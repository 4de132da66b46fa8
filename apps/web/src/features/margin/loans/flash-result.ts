/** What a flash repayment did, by the records of the account. */

import type { MarginFillRow, RepaymentRow } from '@halcyon/domain/web';
import { flashRepay, type MarginPlaceName } from '../../../data/rest/margin.ts';
import { fetchMarginLog } from '../../../data/rest/margin-log.ts';

/** Of a repayment: it places 16 orders at most, and each may have many fills. */
const ROWS = 100;

/** What was done. */
export interface FlashResult {
  readonly fills: readonly MarginFillRow[];
  readonly repayments: readonly RepaymentRow[];
}

/** Fills of a repayment: what came as a taker after what was known before. */
export function fillsSince(
  rows: readonly MarginFillRow[],
  newest: string,
): readonly MarginFillRow[] {
  return rows.filter(({ id, role }) => role === 'taker' && BigInt(id) > BigInt(newest));
}

/** Repays; null where it was refused. */
export async function repayAtOnce(
  place: MarginPlaceName,
  coin: string,
): Promise<FlashResult | null> {
  const account = place.kind;
  const [last] = await fetchMarginLog('fills', { account, limit: 1 });
  const loan = await flashRepay(place, coin);
  if (loan === '') return null;
  const [fills, repayments] = await Promise.all([
    fetchMarginLog('fills', { account, limit: ROWS }),
    fetchMarginLog('repayments', { account, loan, limit: ROWS }),
  ]);
  return { fills: fillsSince(fills, last?.id ?? '0'), repayments };
}
