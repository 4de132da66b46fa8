/** What the site itself is configured with. */

import type { AttributionConfig } from '@halcyon/domain/web';
import { get } from './http.ts';

/** The operator's rules of referral attribution. */
export function fetchAttributionConfig(): Promise<AttributionConfig> {
  return get<AttributionConfig>('/api/web/v1/attribution-config');
}
