/** What the embedded exchange lists on its first start: assets, instruments, fees, history. */
import {
  type Asset,
  type CommandInput,
  CommandKind,
  type CommandPort,
  type Instrument,
  Product,
} from '@halcyon/domain';
import { makeFolder } from '@halcyon/journal';
import type { SeedContract, SeedInstrument } from '@halcyon/simulator';
import type { Views } from '@halcyon/views';
import {
  assetListing,
  contractListing,
  firstFees,
  type Listing,
  listing,
  SEEDS,
  type Seeds,
} from './first-commands.ts';
import {
  type HistoryEntry,
  historyName,
  readCatalog,
  writeCatalog,
  writeHistory,
} from './history-files.ts';
import type { Exchange, OpenVenue } from './open-exchange.ts';
import { SeededCandleMakers } from './seeded-history.ts';
import type { ViewsReader } from './views-reader.ts';

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
  const assets = seeds.assets
    .filter(({ asset }) => views.assetByCode(asset) === undefined)
    .map(assetListing);
  await submitAll(engine, views.assets().length === 0 ? [firstFees(), ...assets] : assets);
  const instruments = seeds.instruments
    .filter(({ symbol }) => views.instrumentBySymbol(symbol) === undefined)
    .map((seed) => ({ name: seed.symbol, command: listingBeside(views, seed) }));
  const contracts = seeds.contracts
    .filter(({ symbol }) => views.instrumentBySymbol(symbol, Product.usdtFutures) === undefined)
    .map((seed) => ({ name: `the contract ${seed.symbol}`, command: contractBeside(views, seed) }));
  const all = [...instruments, ...contracts];
  for (const { name, command } of all) {
    if (command !== null) continue;
    warn(`${name} is not listed: its assets are here with too few decimals for it`);
  }
  await submitAll(
    engine,
    all.flatMap(({ command }) => command ?? []),
  );
}

async function submitAll(engine: CommandPort, commands: readonly CommandInput[]): Promise<void> {
  if (commands.length === 0) return;
  for (const { code } of await engine.submitAll(commands)) {
    if (code !== 0) throw new Error(`the first listing was refused: code ${code}`);
  }
}

/** The command that lists a seed beside the assets that there are; null where it cannot be. */
function listingBeside(views: Views, seed: SeedInstrument): Listing | null {
  return listing(seed, assetOf(views, seed.base), assetOf(views, seed.quote));
}

function contractBeside(views: Views, seed: SeedContract): CommandInput | null {
  const { base, quote } = seed.spot;
  return contractListing(seed, assetOf(views, base), assetOf(views, quote));
}

function assetOf(views: Views, code: string): Asset {
  const asset = views.assetByCode(code);
  if (asset === undefined) throw new Error(`seed instrument of an unknown asset ${code}`);
  return asset;
}

/** Whether an instrument is as the seed lists it; what an operator added by that name is not. */
function isAsSeeded(views: Views, seed: SeedInstrument): boolean {
  const listed = views.instrumentBySymbol(seed.symbol);
  const command = listingBeside(views, seed);
  if (listed === undefined || command === null) return false;
  const { kind, ...values } = command;
  return Object.entries(values).every(
    ([name, value]) => listed[name as keyof Instrument] === value,
  );
}

/** A seed whose candles are to be made, by the id that it has here. */
interface Unmade {
  readonly id: number;
  readonly seed: SeedInstrument;
}

/**
 * Makes and saves the seeded candles of instruments that never had any, and gives each the last close
 * as the price its band is measured from. The moment is noted first: an interrupted start goes on with
 * the same candles, and so does a file that is lost later.
 * @param warn is told of instruments whose candles are gone for good
 */
async function seedHistory(
  venue: OpenVenue,
  { instruments }: Seeds,
  nowMs: number,
  warn: (message: string) => void,
): Promise<void> {
  const { layout } = venue;
  const { views } = venue.reader;
  const catalog = new Map(readCatalog(layout));
  const unmade: Unmade[] = [];
  const lost: string[] = [];
  for (const seed of instruments) {
    const { symbol } = seed;
    const id = views.instrumentBySymbol(symbol)?.id;
    if (id === undefined) continue;
    const name = historyName(id);
    const entry = catalog.get(name);
    if (entry === undefined ? !isAsSeeded(views, seed) : entry.crc32 !== null) continue;
    // It has had a price: others in the place of its lost candles would not be what people saw.
    if (entry === undefined && views.ticker(id).last > 0) {
      lost.push(symbol);
      continue;
    }
    catalog.set(name, entry ?? { symbol, seededMs: nowMs, crc32: null });
    unmade.push({ id, seed });
  }
  if (lost.length > 0) {
    warn(`seeded candles are missing, put live/history back from a backup: ${lost.join(', ')}`);
  }
  if (unmade.length === 0) return;
  writeCatalog(layout, catalog);
  makeFolder(layout.history);
  const makers = new SeededCandleMakers();
  for (const one of unmade) {
    const name = historyName(one.id);
    const momentMs = catalog.get(name)?.seededMs ?? nowMs;
    catalog.set(name, await seedOne(venue, one, makers, momentMs));
  }
  writeCatalog(layout, catalog);
}

/** Makes and saves one instrument's candles; gives the entry of their file. */
async function seedOne(
  { engine, reader, layout }: OpenVenue,
  { id, seed }: Unmade,
  makers: SeededCandleMakers,
  momentMs: number,
): Promise<HistoryEntry> {
  const quote = assetOf(reader.views, seed.quote);
  const { history, file } = makers.at(momentMs).candlesOf(seed, quote.scale);
  const price = history.m1.close.at(-1);
  if (price !== undefined) {
    await engine.submit({ kind: CommandKind.seedLastPrice, instrument: id, price });
  }
  reader.views.loadHistory(id, history);
  const made = { symbol: seed.symbol, seededMs: momentMs };
  const entry = writeHistory(layout, historyName(id), file.bytes, made);
  reader.views.historySaved(id, file.mark);
  return entry;
}

/**
 * All that a data folder needs before its first use; does nothing where it is done.
 * @param warn is told what cannot be listed and what is gone for good
 */
export async function prepareFirstStart(
  exchange: Exchange,
  warn: (message: string) => void,
  seeds: Seeds = SEEDS,
): Promise<void> {
  await listFirst(exchange, warn, seeds);
  await seedHistory(exchange, seeds, Date.now(), warn);
}
