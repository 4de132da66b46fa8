/** A rate limit by the hour of the clock: how often somebody may do something. */
import { WireError } from '@halcyon/protocol';
import { LatestMap } from '../base/latest-map.ts';
import { ADDRESSES_COUNTED_MAX } from './rate-limiter.ts';

const HOUR_MS = 3_600_000;

/** Who is counted, and what a refusal says of it. */
const COUNTED = {
  address: ' from this address',
  user: ' of this user',
  everybody: '',
} as const;

export class HourLimiter {
  readonly #max: number;
  readonly #by: keyof typeof COUNTED;
  readonly #counts = new LatestMap<string, number>(ADDRESSES_COUNTED_MAX);
  #hour = 0;

  constructor(max: number, by: keyof typeof COUNTED) {
    this.#max = max;
    this.#by = by;
  }

  /** Counts one. @param what is said to be too many @throws WireError rateLimit */
  take(who: string, now: number, what: string): void {
    if (this.admits(who, now)) return;
    const retryAfterMs = (this.#hour + 1) * HOUR_MS - now;
    const sentence = `Too many ${what}${COUNTED[this.#by]}; try again later.`;
    throw new WireError('rateLimit', { sentence }, retryAfterMs);
  }

  /** Counts one; whether it is not one too many. */
  admits(who: string, now: number): boolean {
    const hour = Math.floor(now / HOUR_MS);
    if (hour !== this.#hour) {
      this.#hour = hour;
      this.#counts.clear();
    }
    const used = (this.#counts.get(who) ?? 0) + 1;
    this.#counts.set(who, used);
    return used <= this.#max;
  }

  /** One that was counted does not count. */
  giveBack(who: string): void {
    const used = this.#counts.get(who) ?? 0;
    if (used > 0) this.#counts.set(who, used - 1);
  }
}
