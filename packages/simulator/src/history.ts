/**
 * Seeded candle history for the first start, so that charts are full: one-minute candles of 30
 * days, hourly ones of two years, and 8-hour ones of five years, of which days of UTC and of
 * UTC+8 are made. The same processes as the live
 * reference are walked through three zones of coarser and coarser steps, and the whole is shifted
 * to end at the instrument's reference price. Where series overlap, the shorter aggregates exactly
 * into the longer. Output is integers only.
 */
import { aggregate, concatenate, emptyCandles, type SimulatedCandles } from './candle-series.ts';
import { referencePriceOf, type SeedInstrument, seedInstrument } from './instruments.ts';
import { Random } from './random.ts';
import { activityOf } from './reference-path.ts';
import { CoinProcess, FactorProcess, type FactorStep, StableProcess } from './reference-process.ts';
import { seasonAt } from './seasonality.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const THIRD_DAY_MS = DAY_MS / 3;

/** Value traded a day in BTCUSDT at the default rate, in USDT; other markets by their activity. */
export const BTC_DAILY_VALUE = 210_000_000;

/** The three resolutions of one instrument's history. The last candles may be partial. */
export interface SeededHistory {
  readonly m1: SimulatedCandles;
  readonly h1: SimulatedCandles;
  readonly h8: SimulatedCandles;
}

/** A stretch of time walked with one step. */
interface Zone {
  readonly startMs: number;
  readonly endMs: number;
  readonly stepMs: number;
  readonly candleMs: number;
}

/** Log path sampled at steps: position after each step and the deviation of its diffusion. */
interface LogPath {
  readonly after: Float64Array;
  readonly deviation: Float64Array;
}

function zonesUpTo(nowMs: number): Zone[] {
  const end = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS;
  const day = Math.floor(nowMs / DAY_MS) * DAY_MS;
  const minuteStart = day - 30 * DAY_MS;
  const hourStart = day - 730 * DAY_MS;
  const dayStart = day - 1826 * DAY_MS;
  return [
    { startMs: dayStart, endMs: hourStart, stepMs: HOUR_MS, candleMs: THIRD_DAY_MS },
    { startMs: hourStart, endMs: minuteStart, stepMs: 5 * MINUTE_MS, candleMs: HOUR_MS },
    { startMs: minuteStart, endMs: end, stepMs: 15_000, candleMs: MINUTE_MS },
  ];
}

/** History of every instrument of one seed; the shared factor is walked once. */
export class HistoryGenerator {
  readonly #seed: string;
  readonly #zones: readonly Zone[];
  readonly #times: Float64Array;
  readonly #seconds: Float64Array;
  readonly #seasons: Float64Array;
  readonly #factor: FactorStep[];
  readonly #legs = new Map<string, LogPath>();
  /** The leg walked last: a coin's contract comes right behind its pair. */
  #lastLeg: readonly [asset: string, leg: LogPath] | null = null;

  /** @param nowMs Unix milliseconds; the last one-minute candle ends at or before it. */
  constructor(seed: string, nowMs: number) {
    this.#seed = seed;
    this.#zones = zonesUpTo(nowMs);
    const steps = this.#zones.reduce((sum, zone) => sum + stepsOf(zone), 0);
    this.#times = new Float64Array(steps);
    this.#seconds = new Float64Array(steps);
    this.#seasons = new Float64Array(steps);
    this.#factor = [];
    const process = new FactorProcess(`${seed}:history`);
    let index = 0;
    for (const zone of this.#zones) {
      for (let time = zone.startMs; time < zone.endMs; time += zone.stepMs) {
        this.#times[index] = time;
        this.#seconds[index] = zone.stepMs / 1000;
        this.#seasons[index] = seasonAt(time);
        this.#factor.push(process.step(zone.stepMs / 1000, this.#seasons[index]!));
        index += 1;
      }
    }
  }

  /** The three series of one instrument. @param stream names its draws; those of a contract are its own */
  history(instrument: SeedInstrument, stream: string = instrument.symbol): SeededHistory {
    const path = this.#pathOf(instrument);
    const random = new Random(this.#seed, `history:${stream}`);
    const volume = new VolumeModel(instrument, random);
    let offset = 0;
    const parts = this.#zones.map((zone) => {
      const candles = this.#candles(instrument, zone, offset, path, volume, random);
      offset += stepsOf(zone);
      return candles;
    });
    const [thirds, hours, m1] = parts as [SimulatedCandles, SimulatedCandles, SimulatedCandles];
    const h1 = concatenate(hours, aggregate(m1, HOUR_MS));
    return { m1, h1, h8: concatenate(thirds, aggregate(h1, THIRD_DAY_MS)) };
  }

  /** Log price of the instrument relative to its reference price, 0 at the end. */
  #pathOf(instrument: SeedInstrument): LogPath {
    const base = this.#leg(instrument.base);
    if (instrument.quote === 'USDT') return base;
    const quote = this.#leg(instrument.quote);
    // Legs of a cross move together, so the ratio's diffusion is narrower than their sum.
    const width = instrument.kind === 'cross' ? 0.55 : 1;
    return {
      after: base.after.map((value, index) => value - quote.after[index]!),
      deviation: base.deviation.map(
        (value, index) => width * Math.hypot(value, quote.deviation[index]!),
      ),
    };
  }

  #leg(asset: string): LogPath {
    const known = this.#lastLeg?.[0] === asset ? this.#lastLeg[1] : this.#legs.get(asset);
    if (known !== undefined) return known;
    const leg = seedInstrument(`${asset}USDT`);
    const seed = `${this.#seed}:history`;
    const after = new Float64Array(this.#times.length);
    const deviation = new Float64Array(this.#times.length);
    const coin = new CoinProcess(seed, asset, leg.volatility, leg.beta);
    const stable = leg.kind === 'stable' ? new StableProcess(seed, asset) : null;
    for (let index = 0; index < after.length; index += 1) {
      const seconds = this.#seconds[index]!;
      deviation[index] =
        stable === null
          ? coin.step(seconds, this.#seasons[index]!, this.#factor[index]!)
          : stable.step(seconds);
      after[index] = stable === null ? coin.deviation : stable.deviation;
    }
    const last = after.at(-1) ?? 0;
    const path = { after: after.map((value) => value - last), deviation };
    // Majors are legs of several instruments; the rest would only fill memory.
    this.#lastLeg = [asset, path];
    if (asset === 'BTC' || asset === 'ETH' || leg.kind === 'stable') this.#legs.set(asset, path);
    return path;
  }

  #candles(
    instrument: SeedInstrument,
    zone: Zone,
    offset: number,
    path: LogPath,
    volume: VolumeModel,
    random: Random,
  ): SimulatedCandles {
    const perCandle = zone.candleMs / zone.stepMs;
    const count = (zone.endMs - zone.startMs) / zone.candleMs;
    const candles = emptyCandles(zone.candleMs, count);
    const scale = referencePriceOf(instrument) * 10 ** instrument.pricePrecision;
    const ticks = (log: number): number => Math.max(1, Math.round(scale * Math.exp(log)));
    let before = offset === 0 ? path.after[0]! : path.after[offset - 1]!;
    for (let candle = 0; candle < count; candle += 1) {
      const first = offset + candle * perCandle;
      const start = before;
      let high = before;
      let low = before;
      let variance = 0;
      let activity = 0;
      for (let step = first; step < first + perCandle; step += 1) {
        const after = path.after[step]!;
        const deviation = path.deviation[step]!;
        high = Math.max(high, bridgeExtreme(before, after, deviation, random));
        low = Math.min(low, -bridgeExtreme(-before, -after, deviation, random));
        variance += deviation * deviation;
        activity += activityOf(this.#seasons[step]!, this.#factor[step]!.logVolatility);
        before = after;
      }
      const close = ticks(before);
      // The first print is on either side of the spread, not always where the last one was.
      const open = Math.max(1, ticks(start) + random.below(3) - 1);
      candles.openTimeMs[candle] = zone.startMs + candle * zone.candleMs;
      candles.open[candle] = open;
      candles.high[candle] = Math.max(ticks(high), open, close);
      candles.low[candle] = Math.min(ticks(low), open, close);
      candles.close[candle] = close;
      const surprise = Math.abs(before - start) / Math.sqrt(variance);
      volume.fill(candles, candle, activity / perCandle, surprise);
    }
    return candles;
  }
}

function stepsOf(zone: Zone): number {
  return (zone.endMs - zone.startMs) / zone.stepMs;
}

/** Prints visit fewer points than a continuous path does: its extremes are drawn a little in. */
const BRIDGE_WIDTH = 0.75;

/** Maximum of a Brownian bridge between two points with the given standard deviation. */
function bridgeExtreme(from: number, to: number, deviation: number, random: Random): number {
  const gap = to - from;
  const spread = BRIDGE_WIDTH * deviation;
  return (from + to + Math.sqrt(gap * gap - 2 * spread * spread * Math.log(random.uniform()))) / 2;
}

const VOLUME_MEMORY_MS = 75 * MINUTE_MS;
const VOLUME_MEMORY = 0.42;
const VOLUME_NOISE = 0.34;
const VOLUME_SURPRISE = 0.42;

/** Traded volume of a candle: activity, the size of the move, a slow mood and noise. */
class VolumeModel {
  readonly #lotsPerMs: number;
  readonly #random: Random;
  #mood = 0;

  constructor(instrument: SeedInstrument, random: Random) {
    const quoteUsdt = instrument.quote === 'BTC' ? referencePriceOf(seedInstrument('BTCUSDT')) : 1;
    const lotUsdt = (referencePriceOf(instrument) * quoteUsdt) / 10 ** instrument.quantityPrecision;
    this.#lotsPerMs = (BTC_DAILY_VALUE * instrument.activity) / lotUsdt / DAY_MS;
    this.#random = random;
  }

  /** @param activity mean activity of the candle; @param surprise |move| over its deviation. */
  fill(candles: SimulatedCandles, index: number, activity: number, surprise: number): void {
    const span = candles.intervalMs;
    const keep = Math.exp(-span / VOLUME_MEMORY_MS);
    const shock = VOLUME_MEMORY * Math.sqrt(1 - keep * keep) * this.#random.normal();
    this.#mood = keep * this.#mood + shock;
    // Long candles average the noise of their minutes away.
    const noise = VOLUME_NOISE * (MINUTE_MS / span) ** 0.25;
    const log =
      this.#mood +
      noise * this.#random.normal() +
      VOLUME_SURPRISE * (MINUTE_MS / span) ** 0.15 * (Math.min(surprise, 3) - 0.8);
    const lots = Math.max(1, Math.round(this.#lotsPerMs * span * activity * Math.exp(log) * 0.82));
    candles.baseVolume[index] = lots;
    const middle = candles.open[index]! + candles.close[index]! * 2;
    const mean = Math.round((candles.high[index]! + candles.low[index]! + middle) / 5);
    candles.quoteVolume[index] = BigInt(mean) * BigInt(lots);
  }
}
