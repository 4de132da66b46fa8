/**
 * Sources of the embedded exchange. They quote around reference prices that the caller has, each
 * with noise, rhythm and latency of its own, and now and then one lies and one is silent. Never are
 * more than two of the five off at a time, so the sound ones are the majority. The newest price
 * of a sound one is a reference price of the last second, at most 0.1 % away from it.
 */
import type { InstrumentId } from '@halcyon/domain';
import { between, type Chance } from './chance.ts';
import { FaultLane, lieOf, type SourceFault, silenceOf } from './fault-lane.ts';
import type { SourceQuote } from './index-maker.ts';

/** A contract that the sources quote. */
export interface SimulatedContract {
  readonly instrument: InstrumentId;
  /** Digits after the point of their prices. */
  readonly scale: number;
  /** The reference at a time, which never goes back. */
  priceAt(timeMs: number): number;
}

/** Names of the simulated sources. */
export const SIMULATED_SOURCES = ['alder', 'birch', 'cedar', 'elm', 'fir'] as const;

/** Time between two quotes of a source, ms. */
const INTERVAL_MS_MIN = 150;
const INTERVAL_MS_MAX = 450;
/** How long a quote is on its way when its source does not lag, ms. */
const LATENCY_MS_MIN = 20;
const LATENCY_MS_MAX = 400;
/** How far a sound source is from the reference at most, as a part of it. */
const DEVIATION_MAX = 1e-3;
/** Noise that lasts for some quotes, what is left of it at the next one, noise of one quote. */
const DRIFT = 3e-5;
const DRIFT_KEPT = 0.98;
const QUOTE_NOISE = 5e-5;
/** A longer gap between two calls is downtime: what would have been quoted in it is not. */
const DOWNTIME_MS = 60_000;
/** What a source tells that is out of order. */
const NONSENSE = ['NaN', '0', '-1', '', '1e5', '99999999999999999999999999999999999999999'];

interface Batch {
  readonly arriveAt: number;
  readonly quotes: readonly SourceQuote[];
}

/** See the head of the file. */
export class SimulatedSources {
  readonly #sources: readonly SimulatedSource[];
  readonly #lanes: readonly FaultLane[];
  #pending: Batch[] = [];
  #now: number;

  /** @param chanceOf the stream of that name; the same streams give the same quotes */
  constructor(
    contracts: readonly SimulatedContract[],
    chanceOf: (stream: string) => Chance,
    startMs: number,
  ) {
    this.#now = startMs;
    this.#sources = SIMULATED_SOURCES.map(
      (name) => new SimulatedSource(name, contracts, chanceOf(`source:${name}`), startMs),
    );
    const count = this.#sources.length;
    this.#lanes = [
      new FaultLane(lieOf, count, chanceOf('source-lies'), startMs),
      new FaultLane(silenceOf, count, chanceOf('source-silence'), startMs),
    ];
  }

  /** What arrived until `now` (whole ms) and was not given out yet, in the order of arrival. */
  advance(now: number): SourceQuote[] {
    if (now - this.#now > DOWNTIME_MS) this.#resume(now);
    this.#now = Math.max(this.#now, now);
    for (;;) {
      const next = this.#sources.reduce((a, b) => (b.nextAt < a.nextAt ? b : a));
      if (next.nextAt > now) break;
      const fault = this.#faultOf(this.#sources.indexOf(next), next.nextAt);
      const batch = next.quote(fault);
      if (batch !== null) this.#pending.push(batch);
    }
    const arrived = this.#pending.filter(({ arriveAt }) => arriveAt <= now);
    if (arrived.length === 0) return [];
    this.#pending = this.#pending.filter(({ arriveAt }) => arriveAt > now);
    return arrived.sort((a, b) => a.arriveAt - b.arriveAt).flatMap(({ quotes }) => quotes);
  }

  #resume(now: number): void {
    this.#pending = [];
    for (const source of this.#sources) source.nextAt = now;
  }

  #faultOf(source: number, time: number): SourceFault | null {
    const faults = this.#lanes.map((lane) => lane.faultOf(source, time));
    return faults.find((fault) => fault !== null) ?? null;
  }
}

class SimulatedSource {
  /** When it quotes next. */
  nextAt: number;
  readonly #name: string;
  readonly #contracts: readonly SimulatedContract[];
  readonly #chance: Chance;
  readonly #latencyMs: number;
  #drift = 0;
  /** Its last prices, which it repeats while it is stuck. */
  #told: string[] = [];

  constructor(
    name: string,
    contracts: readonly SimulatedContract[],
    chance: Chance,
    startMs: number,
  ) {
    this.#name = name;
    this.#contracts = contracts;
    this.#chance = chance;
    this.#latencyMs = between(chance, LATENCY_MS_MIN, LATENCY_MS_MAX / 2);
    this.nextAt = startMs;
  }

  /** Quotes all contracts at its time; null = it is silent. */
  quote(fault: SourceFault | null): Batch | null {
    const time = this.nextAt;
    const chance = this.#chance;
    // Drawn whether or not it is silent: a fault changes nothing of what comes after it.
    this.nextAt += between(chance, INTERVAL_MS_MIN, INTERVAL_MS_MAX);
    const latency = between(chance, this.#latencyMs, LATENCY_MS_MAX);
    this.#drift = DRIFT_KEPT * this.#drift + DRIFT * chance.normal();
    const sound = this.#contracts.map((contract) =>
      (contract.priceAt(time) * this.#deviation()).toFixed(contract.scale),
    );
    if (fault?.kind === 'stopped') return null;
    if (fault?.kind !== 'stuck' || this.#told.length === 0) this.#told = sound;
    const quotes = this.#contracts.map(({ instrument, scale }, i): SourceQuote => {
      const price = disturbed(this.#told[i]!, scale, fault, time);
      return { source: this.#name, instrument, price, time };
    });
    const arriveAt = time + (fault?.kind === 'lagging' ? fault.lagMs : latency);
    return { arriveAt, quotes };
  }

  #deviation(): number {
    const noise = this.#drift + QUOTE_NOISE * this.#chance.normal();
    return 1 + Math.max(-DEVIATION_MAX, Math.min(DEVIATION_MAX, noise));
  }
}

/** What the source reports a price while it has a fault. */
function disturbed(text: string, scale: number, fault: SourceFault | null, time: number): string {
  if (fault?.kind === 'apart') return (Number(text) * fault.factor).toFixed(scale);
  if (fault?.kind === 'nonsense') return NONSENSE[time % NONSENSE.length]!;
  return text;
}
