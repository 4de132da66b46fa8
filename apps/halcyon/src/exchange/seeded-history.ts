/** Seeded candles in the form of their files: the same seed and moment always give the same bytes. */
import { Core } from '@halcyon/core';
import { type CommandInput, CommandKind } from '@halcyon/domain';
import {
  contractInstrument,
  HistoryGenerator,
  SEED_ASSETS,
  SEED_CONTRACTS,
  SEED_INSTRUMENTS,
  type SeededHistory,
  type SeedInstrument,
} from '@halcyon/simulator';
import { type HistoryFile, Views } from '@halcyon/views';
import { listing, MARKET_SEED } from './first-commands.ts';

/** Which candles they are, as a catalog notes it. */
export interface SeededName {
  /** Their instrument; empty = not known. */
  readonly symbol: string;
  /** Whether it is a contract; absent: it is a pair. */
  readonly contract?: true;
  /** Where they end; absent: at the seed's own price. */
  readonly price?: string;
}

/** What candles are made of. */
export interface CandleSeed {
  readonly instrument: SeedInstrument;
  readonly isContract: boolean;
}

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

  /** @param quoteScale decimals of the quote asset, which the volumes are counted in */
  candlesOf(
    { instrument: seed, isContract }: CandleSeed,
    quoteScale = scaleOf(seed.quote),
  ): SeededCandles {
    const history = this.generator.history(
      seed,
      isContract ? `${seed.symbol}-perpetual` : seed.symbol,
    );
    const views = viewsOf(seed, quoteScale);
    views.loadHistory(0, history);
    // One flat minute more: a file is complete up to the beginning of its last one.
    views.advanceTo((history.m1.openTimeMs.at(-1) ?? 0) + MINUTE_MS);
    return { history, file: views.historyBytes(0) };
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

/** The seed of that name; undefined = this version has none. */
export function candleSeed({ symbol, contract, price }: SeededName): CandleSeed | undefined {
  const isContract = contract === true;
  const perpetual = SEED_CONTRACTS.find((one) => one.symbol === symbol);
  const pair = SEED_INSTRUMENTS.find((one) => one.symbol === symbol);
  const instrument = isContract ? perpetual && contractInstrument(perpetual) : pair;
  if (instrument === undefined) return undefined;
  const { referencePrice } = instrument;
  return { instrument: { ...instrument, referencePrice: price ?? referencePrice }, isContract };
}

/** @throws InvariantError for bytes that are no candle file */
export function checkCandles(bytes: Uint8Array): void {
  const any = SEED_INSTRUMENTS[0]!;
  viewsOf(any, scaleOf(any.quote)).loadHistoryBytes(0, bytes);
}

function scaleOf(code: string): number {
  const asset = SEED_ASSETS.find((seed) => seed.asset === code);
  if (asset === undefined) throw new Error(`seed instrument of an unknown asset ${code}`);
  return asset.scale;
}

/** Views that know one instrument, with the id 0, and nothing else. */
function viewsOf(seed: SeedInstrument, quoteScale: number): Views {
  const base = { id: 0, scale: scaleOf(seed.base) };
  const quote = { id: 1, scale: quoteScale };
  const listed = listing(seed, base, quote);
  if (listed === null) throw new Error(`${seed.symbol} needs more decimals of ${seed.quote}`);
  const assets = [base, quote].map(({ scale }, i): CommandInput => {
    const code = [seed.base, seed.quote][i]!;
    return { kind: CommandKind.listAsset, code, name: code, scale };
  });
  const core = new Core();
  const views = new Views(new Map(), 0);
  for (const command of [...assets, listed]) {
    const seq = core.state.seq + 1;
    core.apply({ ...command, seq, time: 1 });
    views.replay({ firstSeq: seq, lastSeq: seq, time: 1, log: core.state.log });
    core.state.log.reset();
  }
  return views;
}
