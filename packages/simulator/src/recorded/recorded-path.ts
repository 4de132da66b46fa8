/**
 * A recorded price as the path that participants follow: time is shifted so that the recording
 * starts now, the price may be scaled to where the market stands, and at its end the recording
 * stands still or starts again from the price reached.
 */
import type { PricePath, PricePaths } from '../price-path.ts';
import type { RecordedPoints } from './csv.ts';

/** How a recording is played. */
export interface RecordedPathOptions {
  readonly points: RecordedPoints;
  /** Unix ms at which the recording's first point is played. */
  readonly startMs: number;
  /** Price at which the path starts; the recorded one unless given. */
  readonly startPrice?: number;
  /** Recorded seconds a played second; 1 unless given, above 0. */
  readonly speed?: number;
  /** Whether it starts again at its end (from the price reached); otherwise it stands still. */
  readonly repeat?: boolean;
}

/** Activity is measured over this much recorded time, against the whole recording's mean. */
const ACTIVITY_WINDOW_MS = 60_000;
const ACTIVITY_MIN = 0.1;
const ACTIVITY_MAX = 8;

/** Plays one instrument's recording. */
export class RecordedPath implements PricePath {
  readonly #options: RecordedPathOptions;
  readonly #firstMs: number;
  readonly #spanMs: number;
  readonly #meanRate: number;
  #scale: number;
  #timeMs = 0;
  #lap = 0;
  #at = 0;
  #windowAt = 0;
  #windowVolume = 0;

  /** @throws RangeError when the speed is not above 0 or the recording has no length */
  constructor(options: RecordedPathOptions) {
    const { timeMs, price, volume } = options.points;
    const speed = options.speed ?? 1;
    if (!(speed > 0)) throw new RangeError(`speed is ${speed}; it must be above 0`);
    this.#options = options;
    this.#firstMs = timeMs[0] ?? 0;
    this.#spanMs = (timeMs.at(-1) ?? 0) - this.#firstMs;
    if (!(this.#spanMs > 0)) throw new RangeError('the recording has no length');
    this.#scale = options.startPrice === undefined ? 1 : options.startPrice / price[0]!;
    this.#meanRate = volume.reduce((sum, one) => sum + one, 0) / this.#spanMs;
  }

  priceAt(timeMs: number): number {
    this.#seek(timeMs);
    return this.#options.points.price[this.#at]! * this.#scale;
  }

  activityAt(timeMs: number): number {
    this.#seek(timeMs);
    const window = Math.min(ACTIVITY_WINDOW_MS, this.#spanMs);
    const activity = this.#windowVolume / window / Math.max(this.#meanRate, Number.MIN_VALUE);
    return Math.min(ACTIVITY_MAX, Math.max(ACTIVITY_MIN, activity));
  }

  /** Moves to the last point at or before the recorded time. */
  #seek(timeMs: number): void {
    const { points, startMs, speed = 1, repeat = false } = this.#options;
    this.#timeMs = Math.max(this.#timeMs, timeMs);
    const played = Math.max(0, (this.#timeMs - startMs) * speed);
    const lap = repeat ? Math.floor(played / this.#spanMs) : 0;
    while (this.#lap < lap) this.#startAgain();
    const recorded = this.#firstMs + Math.min(this.#spanMs, played - lap * this.#spanMs);
    while (this.#at + 1 < points.timeMs.length && points.timeMs[this.#at + 1]! <= recorded) {
      this.#at += 1;
      this.#windowVolume += points.volume[this.#at]!;
    }
    while (points.timeMs[this.#windowAt]! < recorded - ACTIVITY_WINDOW_MS) {
      this.#windowVolume -= points.volume[this.#windowAt]!;
      this.#windowAt += 1;
    }
  }

  #startAgain(): void {
    const { price } = this.#options.points;
    // Prices go on from where they are: the seam must not look like a jump.
    this.#scale *= price.at(-1)! / price[0]!;
    this.#lap += 1;
    this.#at = 0;
    this.#windowAt = 0;
    this.#windowVolume = this.#options.points.volume[0]!;
  }
}

/** Recorded paths for some instruments and another source for the rest. */
export function withRecorded(
  recorded: ReadonlyMap<string, PricePath>,
  others: PricePaths,
): PricePaths {
  return { pathOf: (symbol) => recorded.get(symbol) ?? others.pathOf(symbol) };
}
