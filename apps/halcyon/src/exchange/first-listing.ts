/** What the embedded exchange lists on its first start: assets, instruments, fees, history. */
import {
  type Asset,
  type CommandInput,
  CommandKind,
  type CommandPort,
  type FeeTier,
  type Instrument,
  InstrumentState,
  parseSafeDecimal,
} from '@halcyon/domain';
import {
  HistoryGenerator,
  SEED_ASSETS,
  SEED_INSTRUMENTS,
  type SeedAsset,
  type SeedInstrument,
} from '@halcyon/simulator';
import type { Views } from '@halcyon/views';
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

type Listing = Extract<CommandInput, { kind: typeof CommandKind.listInstrument }>;

/** Seed of the synthetic history and of the live reference paths that go on from it. */
export const MARKET_SEED = 'halcyon';

/** What a version lists by itself. */
export interface Seeds {
  readonly assets: readonly SeedAsset[];
  readonly instruments: readonly SeedInstrument[];
}

const SEEDS: Seeds = { assets: SEED_ASSETS, instruments: SEED_INSTRUMENTS };

/** What listing works with. */
type Listed = Pick<Exchange, 'engine'> & { readonly reader: Pick<ViewsReader, 'views'> };

/**
 * Lists what is not listed yet: all of it on the first start, the rest after an interrupted one, what
 * is new in a later version. Everything is known by its name: an id belongs to whoever was first, and
 * an asset that an operator added stays as he added it.
 * @param warn is told of an instrument that cannot be listed beside what there is
 */
export async function listFirst(
  { engine, reader: { views } }: Listed,
  warn: (message: string) => void,
  seeds: Seeds = SEEDS,
): Promise<void> {
  const schedule: CommandInput = {
    kind: CommandKind.setFeeSchedule,
    tiers: FEE_SCHEDULE,
    actor: 'first start',
    reason: 'first start',
  };
  const assets = seeds.assets
    .filter(({ asset }) => views.assetByCode(asset) === undefined)
    .map(({ asset, name, scale }) => ({ kind: CommandKind.listAsset, code: asset, name, scale }));
  await submitAll(engine, views.assets().length === 0 ? [schedule, ...assets] : assets);
  const instruments = seeds.instruments
    .filter(({ symbol }) => views.instrumentBySymbol(symbol) === undefined)
    .map((seed) => ({ symbol: seed.symbol, command: listing(views, seed) }));
  for (const { symbol, command } of instruments) {
    if (command !== null) continue;
    warn(`${symbol} is not listed: its assets are here with too few decimals for it`);
  }
  await submitAll(
    engine,
    instruments.flatMap(({ command }) => command ?? []),
  );
}

async function submitAll(engine: CommandPort, commands: readonly CommandInput[]): Promise<void> {
  if (commands.length === 0) return;
  for (const { code } of await engine.submitAll(commands)) {
    if (code !== 0) throw new Error(`the first listing was refused: code ${code}`);
  }
}

/** The command that lists a seed; null where the listed assets have too few decimals for it. */
function listing(views: Views, instrument: SeedInstrument): Listing | null {
  const base = assetOf(views, instrument.base);
  const quote = assetOf(views, instrument.quote);
  const { pricePrecision, quantityPrecision } = instrument;
  if (quantityPrecision > base.scale || pricePrecision + quantityPrecision > quote.scale)
    return null;
  const price = parseSafeDecimal(instrument.referencePrice, pricePrecision) ?? 1;
  const units = {
    priceScale: pricePrecision,
    quantityScale: quantityPrecision,
    lotUnits: 10 ** (base.scale - quantityPrecision),
  };
  return {
    kind: CommandKind.listInstrument,
    symbol: instrument.symbol,
    base: base.id,
    quote: quote.id,
    priceScale: pricePrecision,
    quantityScale: quantityPrecision,
    state: InstrumentState.open,
    notionalMin: parseSafeDecimal(instrument.minNotional, quote.scale) ?? 1,
    ...firstLimits(units, price),
  };
}

function assetOf(views: Views, code: string): Asset {
  const asset = views.assetByCode(code);
  if (asset === undefined) throw new Error(`seed instrument of an unknown asset ${code}`);
  return asset;
}

/** Whether an instrument is as the seed lists it; what an operator added by that name is not. */
function isAsSeeded(views: Views, seed: SeedInstrument): boolean {
  const listed = views.instrumentBySymbol(seed.symbol);
  const command = listing(views, seed);
  if (listed === undefined || command === null) return false;
  const { kind, ...values } = command;
  return Object.entries(values).every(
    ([name, value]) => listed[name as keyof Instrument] === value,
  );
}

/**
 * Makes and saves the seeded candles of instruments that have none, and gives each the last close as
 * the price its band is measured from.
 */
async function seedHistory(
  { engine, reader }: Exchange,
  { instruments }: Seeds,
  nowMs: number,
): Promise<void> {
  const missing = instruments.filter((seed) => {
    const listed = reader.views.instrumentBySymbol(seed.symbol);
    return listed !== undefined && !reader.hasSaved(listed.id) && isAsSeeded(reader.views, seed);
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
export async function prepareFirstStart(
  exchange: Exchange,
  warn: (message: string) => void,
  seeds: Seeds = SEEDS,
): Promise<void> {
  await listFirst(exchange, warn, seeds);
  await seedHistory(exchange, seeds, Date.now());
}
