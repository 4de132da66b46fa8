/** The protection fund, as everybody may see it. */

import { FUND_ROWS_MAX, type ProtectionFund } from '@halcyon/domain/web';
import { web } from './web.ts';

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
