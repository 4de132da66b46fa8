/** Reads of the server in components. */

import { useCallback, useEffect, useSyncExternalStore } from 'react';
import type { QueryOptions, QueryState } from './query.ts';
import { QueryClient, STALE_MS } from './query-client.ts';

/** The page's queries. */
export const queries = new QueryClient();

/** A query as a component sees it. */
export interface QueryResult<T> extends QueryState<T> {
  /** Nothing is known yet. */
  readonly isPending: boolean;
  /** The last read failed. */
  readonly isError: boolean;
  /** A read has ended, well or not. */
  readonly isFetched: boolean;
  readonly refetch: () => Promise<void>;
}

/** Shows a query, and reads it while it is old. */
export function useQuery<T>(options: QueryOptions<T>): QueryResult<T> {
  const query = queries.query<T>(options.queryKey);
  const { enabled = true, staleTime = STALE_MS, refetchInterval } = options;
  const state = useSyncExternalStore(
    useCallback((listener) => query.subscribe(listener), [query]),
    () => query.state,
  );
  // The latest of every render: what it reads with may have changed.
  useEffect(() => query.use(options));
  // biome-ignore lint/correctness/useExhaustiveDependencies: how it is read is no reason to read
  useEffect(() => queries.want(query, options), [query, enabled, staleTime]);
  useEffect(() => {
    if (!enabled || refetchInterval === undefined) return;
    const timer = setInterval(() => {
      if (!document.hidden) void query.fetch();
    }, refetchInterval);
    return () => clearInterval(timer);
  }, [query, enabled, refetchInterval]);
  const refetch = useCallback(() => query.again(), [query]);
  const isPending = state.data === undefined && state.error === null;
  return { ...state, isPending, isError: state.error !== null, isFetched: !isPending, refetch };
}

/** The page's queries, to change or to ask for again. */
export function useQueryClient(): QueryClient {
  return queries;
}
