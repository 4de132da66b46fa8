/**
 * Dry runs of copying: so many an hour of a user, one at a time, and few at a time of all. They are worked out in the
 * thread of the records, where everybody else's history would wait for them.
 */
import type { UserId } from '@halcyon/domain';
import { WireError } from '@halcyon/protocol';
import { HourLimiter } from '../http/hour-limiter.ts';

/** How often one user may. */
export const DRY_RUNS_PER_HOUR = 120;
/** Of all users together. */
export const DRY_RUNS_AT_ONCE = 2;
const RETRY_MS = 1_000;

export class DryRuns {
  readonly #often = new HourLimiter(DRY_RUNS_PER_HOUR, 'user');
  readonly #running = new Set<UserId>();

  /** @throws WireError busy, rateLimit, and what the work throws */
  async run<Result>(user: UserId, now: number, work: () => Promise<Result>): Promise<Result> {
    if (this.#running.has(user)) throw busy('Your dry run before is being worked out');
    if (this.#running.size >= DRY_RUNS_AT_ONCE) throw busy('Dry runs of others are worked out');
    this.#often.take(String(user), now, 'dry runs');
    this.#running.add(user);
    try {
      return await work();
    } finally {
      this.#running.delete(user);
    }
  }
}

function busy(why: string): WireError {
  return new WireError('busy', { sentence: `${why}; try again in a moment.` }, RETRY_MS);
}
