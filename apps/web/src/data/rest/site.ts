/** What the site itself is configured with. */

import type { AttributionConfig } from '@halcyon/domain/web';
import { web } from './web.ts';

/** The operator's rules of referral attribution. */
export function fetchAttributionConfig(): Promise<AttributionConfig> {
  return web('GET /attribution-config');
}
