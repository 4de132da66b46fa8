/** What the embedded exchange lists on its first start: assets, instruments, fees, loans, history. */
import { Rules } from '@halcyon/core';
import {
  type Asset,
  type CommandInput,
  CommandKind,
  type CommandPort,
  type FeeSchedule,
  formatFixed,
  type Instrument,
  Product,
  SystemAccount,
} from '@halcyon/domain';
import { makeFolder } from '@halcyon/journal';
import { contractInstrument, type SeedContract, type SeedInstrument } from '@halcyon/simulator';
import type { Views } from '@halcyon/views';
import {
  feeLevelsCommand,
  hasFeeLevels,
  ownFeeLevels,
  readFeeLevels,
} from '../levels/fee-levels-file.ts';
import {
  assetListing,
  contractListing,
  firstFund,
  type InstrumentListing,
  listing,
  SEEDS,
  type Seeds,
} from './first-commands.ts';
import { firstLoans, firstPairLoans, firstPools } from './first-loans.ts';
import {
  type HistoryEntry,
  historyName,
  readCatalog,
  writeCatalog,
  writeHistory,
} from './history-files.ts';
import type { Exchange, OpenVenue } from './open-exchange.ts';
import { type CandleSeed, candleSeed, SeededCandleMakers } from './seeded-history.ts';
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
  fees: FeeSchedule | null = ownFeeLevels(),
): Promise<void> {
  const assets = seeds.assets
    .filter(({ asset }) => views.assetByCode(asset) === undefined)
    .map(assetListing);
  await submitAll(engine, [...feesAt(views, fees), ...assets]);
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
  await fillFund(engine, views);
  // A venue whose disk is almost full stays at older rules, which know no loans, until a later start.
  if (engine.status !== 'running') return;
  await submitAll(engine, firstLoans(views, seeds, warn));
  await submitAll(engine, [...firstPairLoans(views, seeds, warn), ...firstPools(views, seeds)]);
}

/** The command that brings the fees up to the file of levels, where one is needed. */
function feesAt(views: Views, fees: FeeSchedule | null): CommandInput[] {
  const command = fees === null ? null : feeLevelsCommand(views.fees, fees);
  return command === null ? [] : [command];
}

/**
 * The levels of this exchange; null where they have to wait. The project's own do not where users
 * have others already. @throws Error where the operator's cannot be used
 */
function feesOf({ core, layout, reader }: Exchange, warn: (message: string) => void) {
  if (core.state.rules < Rules.subAccounts) return null;
  const fees = readFeeLevels(layout.root);
  if (hasFeeLevels(layout.root)) return fees;
  try {
    feeLevelsCommand(reader.views.fees, fees);
    return fees;
  } catch (error) {
    warn(`the fees stay as they are: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  }
}

/** Gives the protection fund its first balance once there are contracts. */
async function fillFund(engine: CommandPort, views: Views): Promise<void> {
  const { settleAsset } = views.contracts;
  if (settleAsset === undefined) return;
  const { available } = views.balance(SystemAccount.insurance, settleAsset);
  const settle = views.asset(settleAsset);
  if (available === 0n && settle !== undefined) await submitAll(engine, [firstFund(settle)]);
}

async function submitAll(engine: CommandPort, commands: readonly CommandInput[]): Promise<void> {
  if (commands.length === 0) return;
  for (const { code } of await engine.submitAll(commands)) {
    if (code !== 0) throw new Error(`the first listing was refused: code ${code}`);
  }
}

/** The command that lists a seed beside the assets that there are; null where it cannot be. */
function listingBeside(views: Views, seed: SeedInstrument): InstrumentListing | null {
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

/** A seed whose candles there are to be. */
interface Charted extends CandleSeed {
  readonly product: Product;
  /** The command that lists it beside the assets that there are; null where it cannot be. */
  readonly command: CommandInput | null;
}

/** All seeds, the contract of a coin right behind its pair, from whose path its candles are made. */
function chartedSeeds(views: Views, { instruments, contracts }: Seeds): Charted[] {
  return instruments.flatMap((seed): Charted[] => {
    const command = listingBeside(views, seed);
    const pair = { instrument: seed, isContract: false, product: Product.spot, command };
    const contract = contracts.find(({ spot }) => spot.symbol === seed.symbol);
    if (contract === undefined) return [pair];
    const instrument = { ...contractInstrument(contract), ...priceOf(views, seed.symbol) };
    const perpetual = { instrument, isContract: true, product: Product.usdtFutures };
    return [pair, { ...perpetual, command: contractBeside(views, contract) }];
  });
}

/** Where a pair stands that trades already: candles of a contract that comes later end there. */
function priceOf(views: Views, symbol: string): Partial<SeedInstrument> {
  const pair = views.instrumentBySymbol(symbol);
  const last = pair === undefined ? 0 : views.ticker(pair.id).last;
  if (pair === undefined || last === 0) return {};
  return { referencePrice: formatFixed(last, pair.priceScale) };
}

/** Whether an instrument is as the seed lists it; what an operator added by that name is not. */
function isAsSeeded(listed: Instrument, command: CommandInput | null): boolean {
  if (command === null) return false;
  // The terms of a contract say nothing about its candles.
  const { kind, contract, ...values } = command as InstrumentListing & { contract?: unknown };
  return Object.entries(values).every(
    ([name, value]) => listed[name as keyof Instrument] === value,
  );
}

/** A seed whose candles are to be made, by the id that it has here. */
interface Unmade {
  readonly id: number;
  readonly seed: CandleSeed;
}

/**
 * Makes and saves the seeded candles of instruments that never had any, and gives each the last close
 * as the price its band is measured from. The moment is noted first: an interrupted start goes on with
 * the same candles, and so does a file that is lost later.
 * @param warn is told of instruments whose candles are gone for good
 */
async function seedHistory(
  venue: OpenVenue,
  seeds: Seeds,
  nowMs: number,
  warn: (message: string) => void,
): Promise<void> {
  const { layout } = venue;
  const { views } = venue.reader;
  const catalog = new Map(readCatalog(layout));
  const unmade: Unmade[] = [];
  const lost: string[] = [];
  for (const { instrument, isContract, product, command } of chartedSeeds(views, seeds)) {
    const { symbol } = instrument;
    const listed = views.instrumentBySymbol(symbol, product);
    if (listed === undefined) continue;
    const { id } = listed;
    const name = historyName(id);
    const entry = catalog.get(name);
    if (entry === undefined ? !isAsSeeded(listed, command) : entry.crc32 !== null) continue;
    // It has had a price: others in the place of its lost candles would not be what people saw.
    if (entry === undefined && views.ticker(id).last > 0) {
      lost.push(isContract ? `contract ${symbol}` : symbol);
      continue;
    }
    const { referencePrice: price } = instrument;
    const kind = isContract ? ({ contract: true, price } as const) : {};
    const noted = entry ?? { symbol, ...kind, seededMs: nowMs, crc32: null };
    catalog.set(name, noted);
    unmade.push({ id, seed: candleSeed(noted) ?? { instrument, isContract } });
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
    catalog.set(name, await seedOne(venue, one, makers, catalog.get(name)!));
  }
  writeCatalog(layout, catalog);
}

/** Makes and saves one instrument's candles; gives the entry of their file. */
async function seedOne(
  { engine, reader, layout }: OpenVenue,
  { id, seed }: Unmade,
  makers: SeededCandleMakers,
  entry: HistoryEntry,
): Promise<HistoryEntry> {
  const quote = assetOf(reader.views, seed.instrument.quote);
  const { file, history } = makers.at(entry.seededMs ?? 0).candlesOf(seed, quote.scale);
  const price = history.m1.close.at(-1);
  if (price !== undefined) {
    await engine.submit({ kind: CommandKind.seedLastPrice, instrument: id, price });
  }
  reader.views.loadHistoryBytes(id, file.bytes);
  const written = writeHistory(layout, historyName(id), file.bytes, entry);
  reader.views.historySaved(id, file.mark);
  return written;
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
  await listFirst(exchange, warn, seeds, feesOf(exchange, warn));
  await seedHistory(exchange, seeds, Date.now(), warn);
}
