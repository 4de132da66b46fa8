/**
 * A token bucket: `perSecond` messages a second in the long run, twice as many at once. Time is given,
 * not read.
 */
export class RateWindow {
  #perSecond: number;
  #tokens: number;
  #filled: number;
  /** Refusals since the last message that was let through. */
  refusedInRow = 0;

  /**
   * @param perSecond messages a second, > 0
   * @param now ms of any steady clock
   */
  constructor(perSecond: number, now: number) {
    this.#perSecond = perSecond;
    this.#tokens = perSecond * 2;
    this.#filled = now;
  }

  /** Changes the rate, as when a login shows the tier of its key. */
  setRate(perSecond: number): void {
    this.#perSecond = perSecond;
    this.#tokens = perSecond * 2;
  }

  /** Whether one more message may pass at `now`. */
  take(now: number): boolean {
    const elapsed = now - this.#filled;
    if (elapsed > 0) {
      this.#tokens = Math.min(
        this.#perSecond * 2,
        this.#tokens + (elapsed * this.#perSecond) / 1000,
      );
      this.#filled = now;
    }
    if (this.#tokens < 1) {
      this.refusedInRow++;
      return false;
    }
    this.#tokens--;
    this.refusedInRow = 0;
    return true;
  }
}
