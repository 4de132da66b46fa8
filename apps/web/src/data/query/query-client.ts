/** The page's cache of what it has read from the server. */

import { Query, type QueryKey, type QueryOptions } from './query.ts';

/** How long what nobody looks at is kept, ms. */
const KEPT_MS = 5 * 60_000;

/** How long data are as good as new where a query does not say, ms. */
export const STALE_MS = 10_000;

interface Named {
  readonly queryKey: QueryKey;
}

function beginsWith(key: QueryKey, start: QueryKey): boolean {
  return start.every((part, index) => JSON.stringify(part) === JSON.stringify(key[index]));
}

/** Queries by key. */
export class QueryClient {
  readonly #queries = new Map<string, Query>();

  /** The query of a key, a new one where there is none. */
  query<T>(key: QueryKey): Query<T> {
    const name = JSON.stringify(key);
    const query = this.#queries.get(name) ?? new Query(key);
    this.#queries.set(name, query);
    return query as Query<T>;
  }

  /** The data of a key; undefined where there are none. */
  getQueryData<T>(key: QueryKey): T | undefined {
    return this.#queries.get(JSON.stringify(key))?.state.data as T | undefined;
  }

  /** Sets the data of a key, or makes them of what is known; undefined changes nothing. */
  setQueryData<T>(
    key: QueryKey,
    change: T | ((known: T | undefined) => T | undefined),
    { updatedAt = Date.now() }: { readonly updatedAt?: number } = {},
  ): void {
    const known = this.getQueryData<T>(key);
    const data =
      typeof change === 'function'
        ? (change as (known: T | undefined) => T | undefined)(known)
        : change;
    if (data !== undefined) this.query<T>(key).setData(data, updatedAt);
  }

  /** Makes the data of all whose keys begin so of what is known; what is not known stays so. */
  setQueriesData<T>({ queryKey }: Named, change: (known: T) => T): void {
    for (const { key } of this.#under(queryKey)) {
      this.setQueryData<T>(key, (known) => (known === undefined ? undefined : change(known)));
    }
  }

  /**
   * Marks all whose keys begin so as old; resolves when those in use are read again.
   * @param asOf as of `Query.invalidate`
   */
  async invalidateQueries({ queryKey, asOf }: Named & { readonly asOf?: number }): Promise<void> {
    await Promise.all(this.#under(queryKey).map((query) => query.invalidate(asOf)));
  }

  /** Forgets all whose keys begin so. */
  removeQueries({ queryKey }: Named): void {
    for (const query of this.#under(queryKey)) {
      query.stop();
      this.#queries.delete(JSON.stringify(query.key));
    }
  }

  /** Reads what is wanted and old: the network is there again. */
  refresh(): void {
    for (const query of this.#queries.values()) {
      if (query.isWanted && query.isStale(STALE_MS)) void query.fetch();
    }
  }

  /** Wants a query read, and drops it a while after nobody looks at it any more. */
  want<T>(query: Query<T>, { enabled = true, staleTime = STALE_MS }: QueryOptions<T>): () => void {
    const leave = enabled ? query.want(staleTime) : () => undefined;
    return () => {
      leave();
      setTimeout(() => this.#drop(query as Query), KEPT_MS);
    };
  }

  #drop(query: Query): void {
    const name = JSON.stringify(query.key);
    if (!query.isSeen && this.#queries.get(name) === query) this.#queries.delete(name);
  }

  #under(start: QueryKey): Query[] {
    return [...this.#queries.values()].filter((query) => beginsWith(query.key, start));
  }
}
