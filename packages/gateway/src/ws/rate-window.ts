/**
 * The rate limit of one connection, a token bucket: `perSecond` messages a second in the long run, more at
 * once. Time is given, not read.
 */
export class RateWindow {
  #perSecond: number;
  #burst: number;
  #tokens: number;
  #filled: number;

  /**
   * @param perSecond messages a second, > 0
   * @param now ms of any clock
   * @param burst messages at once
   */
  constructor(perSecond: number, now: number, burst = perSecond * 2) {
    this.#perSecond = perSecond;
    this.#burst = burst;
    this.#tokens = burst;
    this.#filled = now;
  }

  /** Changes the rate, as when a login shows the tier of its key. */
  setRate(perSecond: number): void {
    this.#perSecond = perSecond;
    this.#burst = perSecond * 2;
    this.#tokens = this.#burst;
  }

  /** Whether one more message may pass at `now`. */
  take(now: number): boolean {
    this.#fill(now);
    if (this.#tokens < 1) return false;
    this.#tokens--;
    return true;
  }

  /** How long after `now` the next message may pass, ms; 0 = at once. */
  waitMs(now: number): number {
    this.#fill(now);
    return Math.max(0, Math.ceil(((1 - this.#tokens) * 1000) / this.#perSecond));
  }

  #fill(now: number): void {
    // A clock that was set back gives nothing, and is counted from anew.
    const elapsed = Math.max(0, now - this.#filled);
    this.#tokens = Math.min(this.#burst, this.#tokens + (elapsed * this.#perSecond) / 1000);
    this.#filled = now;
  }
}
