/** The past of margin accounts, by the web app's own API. */

import type { MarginLogName, MarginLogRows } from '@halcyon/domain/web';
import type { RecordQuery } from './trade.ts';
import { web } from './web.ts';

/** Which rows are wanted. */
export interface MarginLogQuery extends Omit<RecordQuery, 'groupType' | 'businessType'> {
  /** Of fills and debts: those of this order alone. */
  readonly order?: string;
  /** Of debts: the loan or repayment with this reference alone. */
  readonly loan?: string;
}

/** A page of a list, newest first. */
export async function fetchMarginLog<Name extends MarginLogName>(
  list: Name,
  { idLessThan: before, ...query }: MarginLogQuery,
): Promise<readonly MarginLogRows[Name][]> {
  const { rows } = await web('GET /margin/log', { list, before, ...query });
  return rows as readonly MarginLogRows[Name][];
}
