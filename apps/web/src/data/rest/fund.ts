/** The protection fund, as everybody may see it. */

import { FUND_ROWS_MAX, type ProtectionFund } from '@halcyon/domain/web';
import { get } from './http.ts';

/**
 * A page of its history in a coin.
 * @param coin '' = the first @param before where the page before it ended; '' = from the newest
 */
export function fetchProtectionFund(
  coin: string,
  before: string,
  limit: number = FUND_ROWS_MAX,
): Promise<ProtectionFund> {
  return get<ProtectionFund>('/api/web/v1/protection-fund', { coin, before, limit });
}
