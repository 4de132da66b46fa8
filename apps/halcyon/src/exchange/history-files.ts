/**
 * The candle files of a venue and what is known of each: its checksum, and the moment from which a
 * seeded one was made. A file that is missing or damaged is made again if that gives the same bytes;
 * otherwise the operator is told. It is never replaced by other candles.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { makeFolder } from '@halcyon/journal';
import type { Views } from '@halcyon/views';
import { writeFileDurably } from './durable-file.ts';
import type { Layout } from './layout.ts';
import { candleSeed, checkCandles, SeededCandleMakers, type SeededName } from './seeded-history.ts';

/** What is known of one file. */
export interface HistoryEntry extends SeededName {
  /** Unix ms up to which the seed was walked; null = the seed alone does not give this file. */
  readonly seededMs: number | null;
  /** Of all its bytes; null = the file is still being made. */
  readonly crc32: number | null;
}

/** Entries by the file's name. */
export type HistoryCatalog = ReadonlyMap<string, HistoryEntry>;

const PUT_BACK = 'put it back from a backup, or delete it, which leaves its candles out';

/** Name of an instrument's file. */
export function historyName(instrument: number): string {
  return `candles-${String(instrument).padStart(4, '0')}.bin`;
}

/** The instrument of a file; null = no candle file. */
export function historyInstrument(name: string): number | null {
  const match = /^candles-(\d{4})\.bin$/.exec(name);
  return match === null ? null : Number(match[1]);
}

/** Beside the folder, which may be lost. */
function catalogFile({ journal }: Layout): string {
  return join(journal, 'history.json');
}

/** Empty where there is none. @throws Error naming the file when it cannot be read */
export function readCatalog(layout: Layout): HistoryCatalog {
  const file = catalogFile(layout);
  try {
    const entries = JSON.parse(readFileSync(file, 'utf8')) as Record<string, HistoryEntry>;
    return new Map(Object.entries(entries));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return new Map();
    const why = cause instanceof Error ? cause.message : String(cause);
    const advice =
      'put it back from a backup, or delete it: the candle files are then taken as sound';
    throw new Error(`${file} cannot be read (${why}): ${advice}`, { cause });
  }
}

/** Replaces the catalog. */
export function writeCatalog(layout: Layout, catalog: HistoryCatalog): void {
  writeFileDurably(catalogFile(layout), `${JSON.stringify(Object.fromEntries(catalog))}\n`);
}

/** Writes a candle file; gives its entry. */
export function writeHistory(
  { history }: Layout,
  name: string,
  bytes: Uint8Array,
  made: Omit<HistoryEntry, 'crc32'>,
): HistoryEntry {
  writeFileDurably(join(history, name), bytes);
  return { ...made, crc32: crc32(bytes) };
}

/**
 * Checks every file before it is used, and makes seeded ones again.
 * @returns sentences for the log
 * @throws Error naming a damaged file that cannot be made again
 */
export function checkHistory(layout: Layout): string[] {
  const catalog = new Map(readCatalog(layout));
  const makers = new SeededCandleMakers();
  const notes = [...catalog].flatMap(([name, entry]) => checkFile(layout, name, entry, makers));
  const unknown = filesOf(layout).filter((name) => !catalog.has(name));
  for (const name of unknown) catalog.set(name, entryOfUnknown(join(layout.history, name)));
  if (unknown.length > 0) writeCatalog(layout, catalog);
  return notes;
}

function checkFile(
  layout: Layout,
  name: string,
  entry: HistoryEntry,
  makers: SeededCandleMakers,
): string[] {
  const { symbol, contract, seededMs, crc32: expected } = entry;
  if (expected === null) return [];
  const path = join(layout.history, name);
  const there = existsSync(path);
  if (there && crc32(readFileSync(path)) === expected) return [];
  const of = symbol === '' ? '' : ` (${contract === true ? 'contract ' : ''}${symbol})`;
  const fault = `${path}${of} is ${there ? 'damaged' : 'missing'}`;
  const seed = candleSeed(entry);
  const again = seededMs !== null && seed !== undefined;
  const made = again ? makers.at(seededMs).candlesOf(seed).file.bytes : null;
  if (made !== null && crc32(made) === expected) {
    makeFolder(layout.history);
    writeFileDurably(path, made);
    return [`${fault}: made again from its seed, the same as before`];
  }
  if (!there) return [`${fault}: its candles are left out until it is put back from a backup`];
  throw new Error(`${fault} and cannot be made again from the seed: ${PUT_BACK}`);
}

/** A file from before there was a catalog: it is taken as it is, if it is one. */
function entryOfUnknown(path: string): HistoryEntry {
  const { buffer, byteOffset, length } = readFileSync(path);
  const bytes = new Uint8Array(buffer, byteOffset, length);
  try {
    checkCandles(bytes);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${path} is damaged (${why}): ${PUT_BACK}`, { cause });
  }
  return { symbol: '', seededMs: null, crc32: crc32(bytes) };
}

function filesOf({ history }: Layout): string[] {
  if (!existsSync(history)) return [];
  return readdirSync(history).filter((name) => historyInstrument(name) !== null);
}

/**
 * Forgets what the seed made up of trades: without a simulator nobody traded that, so no ticker, candle
 * or sum may show it. Its prices stay, because a market has to begin somewhere.
 */
export function dropSeededVolumes(
  layout: Layout,
  views: Pick<Views, 'instrument' | 'dropVolumes'>,
): void {
  for (const [name, { seededMs }] of readCatalog(layout)) {
    const instrument = historyInstrument(name);
    if (seededMs === null || instrument === null) continue;
    if (views.instrument(instrument) !== undefined) views.dropVolumes(instrument, seededMs);
  }
}
