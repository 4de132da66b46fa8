/** One thing that is read from the server: its data, its reads, and who wants it. */

import { keepEqual } from './keep-equal.ts';
import { patiently } from './patiently.ts';

/** Names a query; all whose keys begin alike can be spoken to at once. */
export type QueryKey = readonly unknown[];

/** How a query is read. */
export interface QueryOptions<T> {
  readonly queryKey: QueryKey;
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<T>;
  /** False: it is not read for this reader. */
  readonly enabled?: boolean;
  /** How long data are as good as new, ms. */
  readonly staleTime?: number;
  /** Read again so often while the page is in view, ms. */
  readonly refetchInterval?: number;
  /** What to keep of the data before; parts that are equal when absent. */
  readonly structuralSharing?: (before: unknown, next: unknown) => unknown;
}

/** What is known. A failed read leaves the data of an earlier one. */
export interface QueryState<T> {
  readonly data: T | undefined;
  readonly error: Error | null;
}

/** A query of the cache. Its state is another object whenever it changed. */
export class Query<T = unknown> {
  readonly key: QueryKey;
  state: QueryState<T> = { data: undefined, error: null };
  #options: QueryOptions<T> | null = null;
  #updatedAt = 0;
  /** The data are known to be old, whatever their age. */
  #invalid = false;
  /** When the newest read began, as `performance.now()` counts. */
  #readAt = Number.NEGATIVE_INFINITY;
  #read: { readonly stop: AbortController; readonly done: Promise<void> } | null = null;
  readonly #listeners = new Set<() => void>();
  #readers = 0;

  constructor(key: QueryKey) {
    this.key = key;
  }

  /** Whether anybody who wants it read is there. */
  get isWanted(): boolean {
    return this.#readers > 0;
  }

  /** Whether anybody looks at it. */
  get isSeen(): boolean {
    return this.#listeners.size > 0;
  }

  /** Calls `listener` after each change until the returned function is called. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** How it is read from now on. */
  use(options: QueryOptions<T>): void {
    this.#options = options;
  }

  /** Wants it read while it is old; until the returned function is called. */
  want(staleTime: number): () => void {
    this.#readers += 1;
    if (this.isStale(staleTime)) void this.fetch();
    return () => {
      this.#readers -= 1;
    };
  }

  /** Whether it has to be read to be as good as new. */
  isStale(staleTime: number): boolean {
    const { data, error } = this.state;
    if (data === undefined || error !== null || this.#invalid) return true;
    return Date.now() - this.#updatedAt >= staleTime;
  }

  /**
   * Marks the data as old; reads them again where they are wanted.
   * @param asOf a read that began later is new enough, as `performance.now()` counts
   */
  async invalidate(asOf = Number.POSITIVE_INFINITY): Promise<void> {
    if (this.#readAt > asOf) return;
    this.#invalid = true;
    if (!this.isWanted) return;
    // An answer that is under way may be from before the change.
    this.stop();
    await this.fetch();
  }

  /** Forgets a read that is under way. */
  stop(): void {
    this.#read?.stop.abort();
    this.#read = null;
  }

  /** Takes data from elsewhere. @param updatedAt of when they are, Unix ms */
  setData(data: T, updatedAt: number): void {
    const share = this.#options?.structuralSharing ?? keepEqual;
    this.#updatedAt = updatedAt;
    this.#invalid = false;
    this.#set(share(this.state.data, data) as T, null);
  }

  /** Reads it, or waits for the read that is under way. Never rejects: the error is in the state. */
  fetch(): Promise<void> {
    if (this.#read !== null) return this.#read.done;
    const options = this.#options;
    if (options === null) return Promise.resolve();
    if (this.state.data === undefined) this.#set(undefined, null);
    this.#readAt = performance.now();
    const stop = new AbortController();
    const done = this.#run(options, stop.signal).finally(() => {
      if (this.#read?.stop === stop) this.#read = null;
    });
    this.#read = { stop, done };
    return done;
  }

  /** Reads it at once, also where the next of many tries would be later. */
  again(): Promise<void> {
    if (this.state.error !== null) this.stop();
    return this.fetch();
  }

  async #run({ queryFn }: QueryOptions<T>, signal: AbortSignal): Promise<void> {
    try {
      const data = await patiently(
        () => queryFn({ signal }),
        signal,
        (error) => {
          // Who has nothing to look at is told why, while it goes on being asked for.
          if (this.state.data === undefined) this.#set(undefined, error);
        },
      );
      if (!signal.aborted) this.setData(data, Date.now());
    } catch (error) {
      if (!signal.aborted) this.#set(this.state.data, error as Error);
    }
  }

  #set(data: T | undefined, error: Error | null): void {
    if (data === this.state.data && error === this.state.error) return;
    this.state = { data, error };
    for (const listener of this.#listeners) listener();
  }
}
