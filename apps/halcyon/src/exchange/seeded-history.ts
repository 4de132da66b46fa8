/** Seeded candles in the form of their files: the same seed and moment always give the same bytes. */
import { Core } from '@halcyon/core';
import { HistoryGenerator, SEED_INSTRUMENTS, type SeededHistory } from '@halcyon/simulator';
import { type HistoryFile, Views } from '@halcyon/views';
import { firstAssets, firstInstruments, MARKET_SEED } from './first-commands.ts';

/** The candles of one instrument. */
export interface SeededCandles {
  readonly history: SeededHistory;
  readonly file: HistoryFile;
}

const MINUTE_MS = 60_000;

/** The candles of every instrument at one moment; what they share is made once. */
class SeededCandleMaker {
  private readonly generator: HistoryGenerator;

  constructor(momentMs: number) {
    this.generator = new HistoryGenerator(MARKET_SEED, momentMs);
  }

  /** Null for a symbol without a seed. */
  candlesOf(symbol: string): SeededCandles | null {
    const instrument = SEED_INSTRUMENTS.findIndex((seed) => seed.symbol === symbol);
    const seed = SEED_INSTRUMENTS[instrument];
    if (seed === undefined) return null;
    const history = this.generator.history(seed);
    const views = listedViews();
    views.loadHistory(instrument, history);
    // One flat minute more: a file is complete up to the beginning of its last one.
    views.advanceTo((history.m1.openTimeMs.at(-1) ?? 0) + MINUTE_MS);
    return { history, file: views.historyBytes(instrument) };
  }
}

/** Makers by their moment, each made once. */
export class SeededCandleMakers {
  private readonly makers = new Map<number, SeededCandleMaker>();

  at(momentMs: number): SeededCandleMaker {
    const maker = this.makers.get(momentMs) ?? new SeededCandleMaker(momentMs);
    this.makers.set(momentMs, maker);
    return maker;
  }
}

/** @throws InvariantError for bytes that are no candle file */
export function checkCandles(bytes: Uint8Array): void {
  listedViews().loadHistoryBytes(0, bytes);
}

/** Views that know the first instruments, and nothing else. */
function listedViews(): Views {
  const core = new Core();
  const views = new Views(new Map(), 0);
  for (const command of [...firstAssets(), ...firstInstruments()]) {
    const seq = core.state.seq + 1;
    core.apply({ ...command, seq, time: 1 });
    views.replay({ firstSeq: seq, lastSeq: seq, time: 1, log: core.state.log });
    core.state.log.reset();
  }
  return views;
}
