/** Loading, failed and empty states around a list of rows. */

import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { EmptyState, ErrorState, SkeletonRows } from '../../../components/states.tsx';
import { errorText } from '../../../data/rest/error-text.ts';
import { useT } from '../../../platform/locale/intl.tsx';

interface Props<T> {
  readonly query: UseQueryResult<readonly T[]>;
  readonly rows: readonly T[];
  readonly children: (rows: readonly T[]) => ReactNode;
}

/** Shows `children` once there are rows; old rows stay on screen when a refresh fails. */
export function ListBody<T>({ query, rows, children }: Props<T>) {
  const t = useT();
  if (query.isPending) return <SkeletonRows rows={4} />;
  if (query.isError && rows.length === 0) {
    return <ErrorState message={errorText(t, query.error)} onRetry={() => void query.refetch()} />;
  }
  return rows.length === 0 ? <EmptyState /> : children(rows);
}

/** The rows of one instrument, or all of them. */
export function ofSymbol<T extends { readonly symbol: string }>(
  rows: readonly T[] | undefined,
  symbol: string,
  only: boolean,
): readonly T[] {
  const known = rows ?? [];
  return only ? known.filter((row) => row.symbol.toUpperCase() === symbol) : known;
}
