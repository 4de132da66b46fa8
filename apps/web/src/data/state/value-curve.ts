/** What the accounts were worth over time. */

import type { CurveRange, ValueCurveInfo } from '@halcyon/domain/web';
import { web } from '../rest/web.ts';
import { KEYS, useAccountQuery } from './account.ts';

/** The curve of a range, up to the last full hour. */
export function useValueCurve(range: CurveRange) {
  return useAccountQuery<ValueCurveInfo>([...KEYS.all, 'value-curve', range], () =>
    web('GET /value-curve', { range }),
  );
}
