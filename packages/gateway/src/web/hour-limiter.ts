/** How often an address may do something in an hour of the clock. */
import { WireError } from '@halcyon/protocol';
import { LatestMap } from '../base/latest-map.ts';
import { ADDRESSES_COUNTED_MAX } from '../http/rate-limiter.ts';

const HOUR_MS = 3_600_000;

export class HourLimiter {
  readonly #max: number;
  readonly #counts = new LatestMap<string, number>(ADDRESSES_COUNTED_MAX);
  #hour = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** Counts one. @param what is said to be too many @throws WireError rateLimit */
  take(address: string, now: number, what: string): void {
    if (this.admits(address, now)) return;
    const retryAfterMs = (this.#hour + 1) * HOUR_MS - now;
    const sentence = `Too many ${what} from this address; try again later.`;
    throw new WireError('rateLimit', { sentence }, retryAfterMs);
  }

  /** Counts one; whether it is not one too many. */
  admits(address: string, now: number): boolean {
    const hour = Math.floor(now / HOUR_MS);
    if (hour !== this.#hour) {
      this.#hour = hour;
      this.#counts.clear();
    }
    const used = (this.#counts.get(address) ?? 0) + 1;
    this.#counts.set(address, used);
    return used <= this.#max;
  }
}
