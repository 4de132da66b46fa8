/** The person's sub-accounts, as every page of them reads them. */

import type { FamilyRead } from '@halcyon/domain/web';
import { useQuery } from '../../data/query/use-query.ts';
import { fetchFamily, SUB_KEYS } from './sub-api.ts';

/** Values move with the market: read again, ms. */
const READ_MS = 10_000;

/** See the head of the file. */
export function useFamily() {
  return useQuery<FamilyRead>({
    queryKey: SUB_KEYS.family,
    queryFn: fetchFamily,
    refetchInterval: READ_MS,
  });
}
