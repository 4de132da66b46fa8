/** How the order is known that carries a quote out. */

import { CONVERT_PREFIX } from '@halcyon/domain';

/** Its client id. */
export function conversionId({ traceId }: { readonly traceId: string }): string {
  return CONVERT_PREFIX + traceId;
}
