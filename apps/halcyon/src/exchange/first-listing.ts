/** What the embedded exchange lists on its first start: assets, instruments, fees, history. */
import {
  type CommandInput,
  CommandKind,
  type CommandPort,
  type FeeTier,
  InstrumentState,
  parseSafeDecimal,
  Reject,
} from '@halcyon/domain';
import {
  HistoryGenerator,
  SEED_ASSETS,
  SEED_INSTRUMENTS,
  type SeedInstrument,
} from '@halcyon/simulator';
import { firstLimits } from './instrument-values.ts';
import type { Exchange } from './open-exchange.ts';
import type { ViewsReader } from './views-reader.ts';

/** Spot fees by level, ppm, and the 30-day volume each is for, USDT: level 0 pays 0.1 %. */
const FEE_SCHEDULE: readonly FeeTier[] = [
  { makerPpm: 1_000, takerPpm: 1_000, volumeFrom: 0 },
  { makerPpm: 400, takerPpm: 600, volumeFrom: 1_000_000 },
  { makerPpm: 250, takerPpm: 500, volumeFrom: 5_000_000 },
  { makerPpm: 200, takerPpm: 450, volumeFrom: 10_000_000 },
  { makerPpm: 150, takerPpm: 400, volumeFrom: 30_000_000 },
  { makerPpm: 125, takerPpm: 350, volumeFrom: 80_000_000 },
];

/** Seed of the synthetic history and of the live reference paths that go on from it. */
export const MARKET_SEED = 'halcyon';

/** Lists what is not listed yet: all of it on the first start, the rest after an interrupted one. */
export async function listFirst(engine: CommandPort): Promise<void> {
  const commands: CommandInput[] = [
    {
      kind: CommandKind.setFeeSchedule,
      tiers: FEE_SCHEDULE,
      actor: 'first start',
      reason: 'first start',
    },
    ...SEED_ASSETS.map(({ asset, name, scale }) => ({
      kind: CommandKind.listAsset,
      code: asset,
      name,
      scale,
    })),
    ...SEED_INSTRUMENTS.map(listing),
  ];
  for (const outcome of await engine.submitAll(commands)) {
    const there = outcome.code === Reject.assetExists || outcome.code === Reject.instrumentExists;
    if (outcome.code === 0 || there) continue;
    throw new Error(`the first listing was refused: code ${outcome.code}`);
  }
}

function listing(instrument: SeedInstrument): CommandInput {
  const base = assetIndex(instrument.base);
  const quote = assetIndex(instrument.quote);
  const { pricePrecision, quantityPrecision } = instrument;
  const price = parseSafeDecimal(instrument.referencePrice, pricePrecision) ?? 1;
  const units = {
    priceScale: pricePrecision,
    quantityScale: quantityPrecision,
    lotUnits: 10 ** (SEED_ASSETS[base]!.scale - quantityPrecision),
  };
  return {
    kind: CommandKind.listInstrument,
    symbol: instrument.symbol,
    base,
    quote,
    priceScale: pricePrecision,
    quantityScale: quantityPrecision,
    state: InstrumentState.open,
    notionalMin: parseSafeDecimal(instrument.minNotional, SEED_ASSETS[quote]!.scale) ?? 1,
    ...firstLimits(units, price),
  };
}

function assetIndex(code: string): number {
  const index = SEED_ASSETS.findIndex(({ asset }) => asset === code);
  if (index < 0) throw new Error(`seed instrument of an unknown asset ${code}`);
  return index;
}

/**
 * Makes and saves the seeded candles of instruments that have none, and gives each the last close as
 * the price its band is measured from.
 */
async function seedHistory(engine: CommandPort, reader: ViewsReader, nowMs: number): Promise<void> {
  const missing = SEED_INSTRUMENTS.filter(({ symbol }) => {
    const listed = reader.views.instrumentBySymbol(symbol);
    return listed !== undefined && !reader.hasSaved(listed.id);
  });
  if (missing.length === 0) return;
  const generator = new HistoryGenerator(MARKET_SEED, nowMs);
  for (const seed of missing) {
    const instrument = reader.views.instrumentBySymbol(seed.symbol)!;
    const history = generator.history(seed);
    const price = history.m1.close.at(-1);
    if (price !== undefined) {
      await engine.submit({ kind: CommandKind.seedLastPrice, instrument: instrument.id, price });
    }
    reader.views.loadHistory(instrument.id, history);
  }
  reader.saveHistory();
}

/** All that a data folder needs before its first use; does nothing where it is done. */
export async function prepareFirstStart(exchange: Exchange): Promise<void> {
  const { engine, reader } = exchange;
  const listed = SEED_INSTRUMENTS.every(
    ({ symbol }) => reader.views.instrumentBySymbol(symbol) !== undefined,
  );
  if (!listed) await listFirst(engine);
  await seedHistory(engine, reader, Date.now());
}
