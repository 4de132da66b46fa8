/** One-minute bars from prints, for the return bands. */
import type { ReturnBars } from '@halcyon/simulator';

const MINUTE_MS = 60_000;

/** Collects prints of one instrument into bars from a start time on. */
export class MinuteBars {
  readonly #startMs: number;
  readonly #timeMs: Float64Array;
  readonly #high: Float64Array;
  readonly #low: Float64Array;
  readonly #close: Float64Array;
  readonly #volume: Float64Array;

  constructor(startMs: number, minutes: number) {
    this.#startMs = startMs;
    this.#timeMs = Float64Array.from({ length: minutes }, (_, at) => startMs + at * MINUTE_MS);
    this.#high = new Float64Array(minutes);
    this.#low = new Float64Array(minutes);
    this.#close = new Float64Array(minutes);
    this.#volume = new Float64Array(minutes);
  }

  /** Adds one print; prints outside the minutes collected are left out. */
  add(timeMs: number, price: number, quantity: number): void {
    const at = Math.floor((timeMs - this.#startMs) / MINUTE_MS);
    if (at < 0 || at >= this.#close.length) return;
    const fresh = this.#volume[at] === 0;
    this.#high[at] = fresh ? price : Math.max(this.#high[at]!, price);
    this.#low[at] = fresh ? price : Math.min(this.#low[at]!, price);
    this.#close[at] = price;
    this.#volume[at] = this.#volume[at]! + quantity;
  }

  /** The bars; minutes without a print repeat the close before them. */
  finish(): ReturnBars {
    let last = this.#close.find((price) => price > 0) ?? 0;
    for (let at = 0; at < this.#close.length; at += 1) {
      if (this.#volume[at] === 0) {
        this.#high[at] = last;
        this.#low[at] = last;
        this.#close[at] = last;
      }
      last = this.#close[at]!;
    }
    const [timeMs, high, low] = [this.#timeMs, this.#high, this.#low];
    return { timeMs, high, low, close: this.#close, volume: this.#volume };
  }
}
