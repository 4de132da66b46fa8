/**
 * A mutex for each key: requests that look at something and then change it are done one after the other,
 * so that there is no race in which all of them see what was there before the first. It is not reentrant:
 * work that takes its own key again is a deadlock.
 */
import { WireError } from '@halcyon/protocol';

/** Requests about one thing that may wait for their turn; more are told to come back. */
export const MUTEX_WAITERS_MAX = 20;
const RETRY_MS = 1_000;

interface Line {
  /** Those that wait and the one whose turn it is. */
  count: number;
  /** Settles when the last of them has ended, well or not. */
  last: Promise<unknown>;
}

/** A line for each key; keys that nobody waits for cost nothing. */
export class KeyedMutex<Key> {
  readonly #lines = new Map<Key, Line>();

  /** Does `work` when everything before it under `key` has ended. @throws WireError rateLimit */
  async take<T>(key: Key, work: () => Promise<T>): Promise<T> {
    const line = this.#lines.get(key) ?? { count: 0, last: Promise.resolve() };
    if (line.count > MUTEX_WAITERS_MAX) {
      throw new WireError('rateLimit', {}, RETRY_MS);
    }
    this.#lines.set(key, line);
    line.count += 1;
    const turn = line.last.then(work);
    line.last = turn.catch(() => {});
    try {
      return await turn;
    } finally {
      line.count -= 1;
      if (line.count === 0) this.#lines.delete(key);
    }
  }
}
