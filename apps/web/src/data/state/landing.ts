/** Looks at the landing for referral codes; the code that keeps them is fetched only when needed. */

import { ATTRIBUTION_CODES } from '@halcyon/domain/web';
import { RECORD_KEY } from '../../platform/attribution/record-key.ts';
import { readLocal } from '../../platform/storage/local.ts';

/** Captures the codes of a landing address, and drops an expired record. Never throws. */
export function captureLanding(address: string): void {
  const query = new URL(address).searchParams;
  const carriesCode = ATTRIBUTION_CODES.some((name) => query.has(name));
  if (!carriesCode && readLocal(RECORD_KEY) === null) return;
  Promise.all([import('../../platform/attribution/attribution.ts'), import('../rest/site.ts')])
    .then(([{ captureAddress }, { fetchAttributionConfig }]) =>
      captureAddress(address, fetchAttributionConfig),
    )
    .catch((error: unknown) => console.error('referral attribution:', error));
}
