/** Faults of simulated sources: in a lane there is one at a time, with a pause before the next. */
import { between, type Chance } from './chance.ts';

/** What is wrong with a source. */
export type SourceFault =
  /** Its prices are too high or too low by a factor. */
  | { readonly kind: 'apart'; readonly factor: number }
  /** It repeats its last prices as if they were new. */
  | { readonly kind: 'stuck' }
  /** What it tells are no prices. */
  | { readonly kind: 'nonsense' }
  | { readonly kind: 'stopped' }
  /** Its prices come late. */
  | { readonly kind: 'lagging'; readonly lagMs: number };

/** A fault and how long it lasts. */
interface Episode {
  readonly fault: SourceFault;
  readonly lastsMs: number;
}

/** Pause between two faults of a lane: longer than any trace of the last one. */
const PAUSE_MS_MIN = 30_000;
const PAUSE_MS_MAX = 1_800_000;
const FACTOR_MIN = 1.02;
const FACTOR_MAX = 1.5;

/** Draws a source that tells what is not so. */
export function lieOf(chance: Chance): Episode {
  const lastsMs = between(chance, 5_000, 90_000);
  const factor = FACTOR_MIN + chance.uniform() * (FACTOR_MAX - FACTOR_MIN);
  const kind = between(chance, 0, 3);
  if (kind === 0) return { fault: { kind: 'stuck' }, lastsMs };
  if (kind === 1) return { fault: { kind: 'nonsense' }, lastsMs };
  return { fault: { kind: 'apart', factor: kind === 2 ? factor : 1 / factor }, lastsMs };
}

/** Draws a source that tells nothing, or too late. */
export function silenceOf(chance: Chance): Episode {
  const lastsMs = between(chance, 5_000, 180_000);
  const lagMs = between(chance, 2_000, 15_000);
  if (chance.uniform() < 0.5) return { fault: { kind: 'stopped' }, lastsMs };
  return { fault: { kind: 'lagging', lagMs }, lastsMs };
}

/** See the head of the file. It is asked at times that do not go back. */
export class FaultLane {
  readonly #draw: (chance: Chance) => Episode;
  readonly #sources: number;
  readonly #chance: Chance;
  #fault: SourceFault | null = null;
  #source = 0;
  #from = 0;
  #until: number;

  constructor(draw: (chance: Chance) => Episode, sources: number, chance: Chance, startMs: number) {
    this.#draw = draw;
    this.#sources = sources;
    this.#chance = chance;
    this.#until = startMs;
  }

  /** The fault of a source at a time; null = none of this lane. */
  faultOf(source: number, time: number): SourceFault | null {
    while (time >= this.#until) this.#next();
    return source === this.#source && time >= this.#from ? this.#fault : null;
  }

  #next(): void {
    const { fault, lastsMs } = this.#draw(this.#chance);
    this.#fault = fault;
    this.#source = between(this.#chance, 0, this.#sources - 1);
    this.#from = this.#until + between(this.#chance, PAUSE_MS_MIN, PAUSE_MS_MAX);
    this.#until = this.#from + lastsMs;
  }
}
