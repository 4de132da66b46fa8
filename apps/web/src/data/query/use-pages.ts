/** Lists that come page by page, each page behind the cursor that the one before it names. */

import { useMemo, useRef } from 'react';
import { patiently } from './patiently.ts';
import type { QueryKey, QueryState } from './query.ts';
import { useQuery, useQueryClient } from './use-query.ts';

/** A page: `next` is the cursor of the page after it; null = there is none. */
export interface CursorPage<T> {
  readonly rows: readonly T[];
  readonly next: string | null;
}

/** The pages that are known, as they are kept. */
export interface LoadedPages<P> {
  readonly pages: readonly P[];
}

/** A list as far as it has come. */
export interface PagedList<T, P = unknown> {
  readonly rows: readonly T[];
  readonly last: P | undefined;
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly error: QueryState<T>['error'];
  readonly refetch: () => Promise<void>;
  /** Asks for the next page; undefined when there is none. */
  readonly more: (() => void) | undefined;
}

/**
 * As many pages as are known, read again one after another; fewer where the list has become short.
 * @param count asked after each page: more may have become known meanwhile
 */
export async function readPages<P extends CursorPage<unknown>>(
  read: (before: string) => Promise<P>,
  count: () => number,
): Promise<LoadedPages<P>> {
  const pages: P[] = [];
  let before: string | null = '';
  while (before !== null && pages.length < Math.max(1, count())) {
    const page: P = await read(before);
    pages.push(page);
    before = page.next;
  }
  return { pages };
}

/** The known pages and the one behind `before`, unless they have changed meanwhile. */
export function withPage<P extends CursorPage<unknown>>(
  known: LoadedPages<P> | undefined,
  before: string,
  page: P,
): LoadedPages<P> | undefined {
  if (known?.pages.at(-1)?.next !== before) return undefined;
  return { pages: [...known.pages, page] };
}

/** Shows such a list. @param read the page behind a cursor; '' = the first */
export function usePages<T, P extends CursorPage<T>>(options: {
  readonly queryKey: QueryKey;
  readonly read: (before: string) => Promise<P>;
  readonly enabled: boolean;
  readonly staleTime: number;
  /** Read again so often, ms; absent = when somebody comes back to it. */
  readonly refetchInterval?: number;
}): PagedList<T, P> {
  const { queryKey, read, ...rest } = options;
  const client = useQueryClient();
  /** The page that is asked for. */
  const asking = useRef<string | null>(null);
  const { data, isPending, isError, error, refetch } = useQuery<LoadedPages<P>>({
    ...rest,
    queryKey,
    queryFn: () =>
      readPages(read, () => client.getQueryData<LoadedPages<P>>(queryKey)?.pages.length ?? 1),
  });
  const last = data?.pages.at(-1);
  const before = last?.next ?? null;
  const rows = useMemo(() => data?.pages.flatMap((page) => page.rows) ?? [], [data]);
  // Another render reads with other functions, which read the same.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cursor names the page
  const more = useMemo(() => {
    if (before === null) return undefined;
    return async () => {
      if (asking.current === before) return;
      asking.current = before;
      // The end of the list is seen again where this fails for good, and then it is asked for again.
      const page = await patiently(() => read(before)).catch(() => undefined);
      // Whoever is shown the page may see its end at once.
      if (asking.current === before) asking.current = null;
      if (page === undefined) return;
      client.setQueryData<LoadedPages<P>>(queryKey, (known) => withPage(known, before, page));
    };
  }, [before]);
  return { rows, last, isPending, isError, error, refetch, more };
}
