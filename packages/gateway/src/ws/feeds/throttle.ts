/** A throttle for pushes: at once when the last one is long enough ago, else as soon as it is. */

/** Time and timers, replaceable in tests. */
export interface Clock {
  /** Unix ms. */
  now(): number;
  /** Runs `task` after `ms`; the result cancels it. */
  after(ms: number, task: () => void): () => void;
}

/** The real clock; its timers do not keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after: (ms, task) => {
    const timer = setTimeout(task, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/** Runs a task at most once an interval, and always once after the last request. */
export class Throttle {
  readonly #clock: Clock;
  readonly #intervalMs: number;
  readonly #task: () => void;
  #last = 0;
  #cancel: (() => void) | null = null;

  /** @param intervalMs shortest time between two runs */
  constructor(clock: Clock, intervalMs: number, task: () => void) {
    this.#clock = clock;
    this.#intervalMs = intervalMs;
    this.#task = task;
  }

  /** Asks for a run: now or when the interval is over. */
  request(): void {
    if (this.#cancel !== null) return;
    const wait = this.#last + this.#intervalMs - this.#clock.now();
    if (wait <= 0) {
      this.runNow();
    } else {
      this.#cancel = this.#clock.after(Math.min(wait, this.#intervalMs), () => this.runNow());
    }
  }

  /** Runs at once what was put off, if anything was. */
  catchUp(): void {
    if (this.#cancel !== null) this.runNow();
  }

  /** Runs at once, also when the interval is not over. */
  runNow(): void {
    this.stop();
    this.#last = this.#clock.now();
    this.#task();
  }

  /** Forgets a run that was put off. */
  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
  }
}
