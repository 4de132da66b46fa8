/** What the embedded exchange lists on its first start: assets, instruments, fees, history. */
import { CommandKind, type CommandPort, Reject } from '@halcyon/domain';
import { makeFolder } from '@halcyon/journal';
import { SEED_INSTRUMENTS } from '@halcyon/simulator';
import { firstAssets, firstFees, firstInstruments } from './first-commands.ts';
import {
  type HistoryEntry,
  historyName,
  readCatalog,
  writeCatalog,
  writeHistory,
} from './history-files.ts';
import type { Exchange, OpenVenue } from './open-exchange.ts';
import { SeededCandleMakers } from './seeded-history.ts';

/** Lists what is not listed yet: all of it on the first start, the rest after an interrupted one. */
export async function listFirst(engine: CommandPort): Promise<void> {
  const commands = [firstFees(), ...firstAssets(), ...firstInstruments()];
  for (const outcome of await engine.submitAll(commands)) {
    const there = outcome.code === Reject.assetExists || outcome.code === Reject.instrumentExists;
    if (outcome.code === 0 || there) continue;
    throw new Error(`the first listing was refused: code ${outcome.code}`);
  }
}

/**
 * Makes and saves the seeded candles of instruments that never had any, and gives each the last close
 * as the price its band is measured from. The moment is noted first: an interrupted start goes on with
 * the same candles, and so does a file that is lost later.
 * @param warn is told of instruments whose candles are gone for good
 */
async function seedHistory(
  venue: OpenVenue,
  nowMs: number,
  warn: (message: string) => void,
): Promise<void> {
  const { layout } = venue;
  const { views } = venue.reader;
  const catalog = new Map(readCatalog(layout));
  const missing = new Map<string, number>();
  const lost: string[] = [];
  for (const { symbol } of SEED_INSTRUMENTS) {
    const listed = views.instrumentBySymbol(symbol);
    if (listed === undefined) continue;
    const name = historyName(listed.id);
    const entry = catalog.get(name) ?? { symbol, seededMs: nowMs, crc32: null };
    if (entry.crc32 !== null) continue;
    // It has had a price: others in the place of its lost candles would not be what people saw.
    if (!catalog.has(name) && views.ticker(listed.id).last > 0) {
      lost.push(symbol);
      continue;
    }
    catalog.set(name, entry);
    missing.set(name, listed.id);
  }
  if (lost.length > 0) {
    warn(`seeded candles are missing, put live/history back from a backup: ${lost.join(', ')}`);
  }
  if (missing.size === 0) return;
  writeCatalog(layout, catalog);
  makeFolder(layout.history);
  const makers = new SeededCandleMakers();
  for (const [name, id] of missing) {
    const momentMs = catalog.get(name)?.seededMs ?? nowMs;
    catalog.set(name, await seedOne(venue, id, makers, momentMs));
  }
  writeCatalog(layout, catalog);
}

/** Makes and saves one instrument's candles; gives the entry of their file. */
async function seedOne(
  { engine, reader, layout }: OpenVenue,
  instrument: number,
  makers: SeededCandleMakers,
  momentMs: number,
): Promise<HistoryEntry> {
  const symbol = reader.views.instruments()[instrument]?.symbol ?? '';
  const made = makers.at(momentMs).candlesOf(symbol);
  if (made === null) throw new Error(`no candles can be made for "${symbol}"`);
  const { history, file } = made;
  const price = history.m1.close.at(-1);
  if (price !== undefined) {
    await engine.submit({ kind: CommandKind.seedLastPrice, instrument, price });
  }
  reader.views.loadHistory(instrument, history);
  const name = historyName(instrument);
  const entry = writeHistory(layout, name, file.bytes, { symbol, seededMs: momentMs });
  reader.views.historySaved(instrument, file.mark);
  return entry;
}

/**
 * All that a data folder needs before its first use; does nothing where it is done.
 * @param warn is told what is gone for good
 */
export async function prepareFirstStart(
  exchange: Exchange,
  warn: (message: string) => void,
): Promise<void> {
  const { engine, reader } = exchange;
  const listed = SEED_INSTRUMENTS.every(
    ({ symbol }) => reader.views.instrumentBySymbol(symbol) !== undefined,
  );
  if (!listed) await listFirst(engine);
  await seedHistory(exchange, Date.now(), warn);
}
