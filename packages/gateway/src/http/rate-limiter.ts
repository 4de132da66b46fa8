/** Rate limits of REST. Counts requests in fixed windows: a second for endpoints, a minute for addresses. */
import { addressGroup } from '@halcyon/domain';
import {
  ADDRESS_BLOCK_MS,
  ADDRESS_REQUESTS_PER_MINUTE,
  type KeyTier,
  tierLimit,
  WireError,
} from '@halcyon/protocol';
import { LatestMap } from '../base/latest-map.ts';

/** Callers of an endpoint in a second, and addresses in a minute, that are counted; the first counted go first. */
export const CALLERS_COUNTED_MAX = 100_000;
export const ADDRESSES_COUNTED_MAX = 100_000;

function tooMany(retryAfterMs: number): WireError {
  return new WireError('rateLimit', {}, retryAfterMs);
}

/** Requests of one endpoint by caller, in the present second. */
export class EndpointLimiter {
  readonly #counts = new LatestMap<string | number, number>(CALLERS_COUNTED_MAX);
  readonly #perSecond: number;
  #second = 0;

  constructor(perSecond: number) {
    this.#perSecond = perSecond;
  }

  /**
   * Counts one request of `who`; returns how many more the present second takes.
   * @param factor so many times as many as the endpoint takes of everybody
   * @throws WireError rateLimit
   */
  take(who: string | number, tier: KeyTier, now: number, factor = 1): number {
    const second = Math.floor(now / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#counts.clear();
    }
    const used = (this.#counts.get(who) ?? 0) + 1;
    const limit = tierLimit(this.#perSecond, tier) * factor;
    if (used > limit) throw tooMany((second + 1) * 1000 - now);
    this.#counts.set(who, used);
    return limit - used;
  }
}

/** Requests of an address (see `addressGroup`) over all endpoints; loopback is never counted (the caller skips it). */
export class AddressLimiter {
  readonly #counts = new LatestMap<string, number>(ADDRESSES_COUNTED_MAX);
  readonly #blockedUntil = new LatestMap<string, number>(ADDRESSES_COUNTED_MAX);
  #minute = 0;

  /** @throws WireError rateLimit, for five minutes once the limit of a minute was passed */
  take(from: string, now: number): void {
    const address = addressGroup(from);
    const minute = Math.floor(now / 60_000);
    if (minute !== this.#minute) this.#turn(minute, now);
    const until = this.#blockedUntil.get(address);
    if (until !== undefined && now < until) throw tooMany(until - now);
    const used = (this.#counts.get(address) ?? 0) + 1;
    this.#counts.set(address, used);
    if (used <= ADDRESS_REQUESTS_PER_MINUTE) return;
    this.#blockedUntil.set(address, now + ADDRESS_BLOCK_MS);
    throw tooMany(ADDRESS_BLOCK_MS);
  }

  #turn(minute: number, now: number): void {
    this.#minute = minute;
    this.#counts.clear();
    for (const [address, until] of this.#blockedUntil) {
      if (until <= now) this.#blockedUntil.delete(address);
    }
  }
}
