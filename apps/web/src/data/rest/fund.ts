/** The protection fund and the loan pools, as everybody may see them. */

import {
  type CurveRange,
  type Deleveragings,
  FUND_ROWS_MAX,
  type FundCurve,
  type FundLimits,
  type LoanPools,
  type ProtectionFund,
} from '@halcyon/domain/web';
import { PREFIX, web } from './web.ts';

/** Where the seals of the journal are, for whoever wants to keep their links. */
export const SEALS_ADDRESS = `${PREFIX}/seals`;

/**
 * A page of its history in a coin.
 * @param coin '' = the first @param before where the page before it ended; '' = from the newest
 */
export function fetchProtectionFund(
  coin: string,
  before: string,
  limit: number = FUND_ROWS_MAX,
): Promise<ProtectionFund> {
  return web('GET /protection-fund', { coin, before, limit });
}

/** What it had over time. @param coin '' = the first */
export function fetchFundCurve(coin: string, range: CurveRange): Promise<FundCurve> {
  return web('GET /protection-fund/curve', { coin, range });
}

/** What it may pay in this hour. */
export function fetchFundLimits(): Promise<FundLimits> {
  return web('GET /protection-fund/limits');
}

/** A page of what was deleveraged. @param before where the page before it ended; '' = from the newest */
export function fetchDeleveragings(before: string, limit: number): Promise<Deleveragings> {
  return web('GET /protection-fund/deleveragings', { before, limit });
}

/** The pools that coins are borrowed from. */
export function fetchLoanPools(): Promise<LoanPools> {
  return web('GET /loan-pools');
}
