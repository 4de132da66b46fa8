/**
 * One after the other: a request that looks at something and then changes it must not overlap with its
 * like, or all of them see what was there before the first.
 */
import { WireError } from '@halcyon/protocol';

/** Requests about one thing that may wait for their turn; more are told to come back. */
export const TURNS_WAITING_MAX = 20;
const RETRY_MS = 1_000;

interface Line {
  /** Those that wait and the one whose turn it is. */
  count: number;
  /** Settles when the last of them has ended, well or not. */
  last: Promise<unknown>;
}

/** A line for each key; keys that nobody waits for cost nothing. */
export class Turns<Key> {
  readonly #lines = new Map<Key, Line>();

  /** Does `work` when everything before it under `key` has ended. @throws WireError rateLimit */
  async take<T>(key: Key, work: () => Promise<T>): Promise<T> {
    const line = this.#lines.get(key) ?? { count: 0, last: Promise.resolve() };
    if (line.count > TURNS_WAITING_MAX) {
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
