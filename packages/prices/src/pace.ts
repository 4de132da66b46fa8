/** How fast an index moves: no two values within a second are further apart than a band. */
import { PPM, ppmFloor, ratioCeil } from '@halcyon/domain';

const SECOND_MS = 1_000;

export class Pace {
  readonly #pacePpm: number;
  /** The values that were in force within the last second, or the last one there was. */
  readonly #steps: { readonly since: number; readonly ticks: number }[] = [];

  constructor(pacePpm: number) {
    this.#pacePpm = pacePpm;
  }

  /** The allowed value that is nearest to the wanted one; it is in force from now on. */
  move(wanted: number, now: number): number {
    const steps = this.#steps;
    while (steps.length > 1 && steps[1]!.since <= now - SECOND_MS) steps.shift();
    const ticks = this.#nearest(wanted);
    if (steps.at(-1)?.ticks !== ticks) steps.push({ since: now, ticks });
    return ticks;
  }

  #nearest(wanted: number): number {
    if (this.#steps.length === 0) return wanted;
    const inForce = this.#steps.map(({ ticks }) => ticks);
    const lowest = Math.min(...inForce);
    const highest = Math.max(...inForce);
    // A tick is always allowed, or a price of few ticks would stand still.
    const top = lowest + Math.max(1, ppmFloor(lowest, this.#pacePpm));
    const bottom = Math.min(highest - 1, ratioCeil(highest, PPM, PPM + this.#pacePpm));
    return Math.max(bottom, Math.min(top, wanted));
  }
}
