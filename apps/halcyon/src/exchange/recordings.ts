/** Recorded prices that the operator brought: a file an instrument, followed from the next start. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '@halcyon/journal';
import { loadRecording } from '@halcyon/simulator';
import type { Views } from '@halcyon/views';
import { writeFileDurably } from './durable-file.ts';
import type { SimulatorRecording } from './simulator-worker.ts';

/** Folder of the recordings inside the data folder. */
export const RECORDINGS_FOLDER = 'recordings';

/**
 * Reads a recording and keeps its prices for `symbol`.
 * @param where only rows whose columns have these values
 * @throws Error naming file, line and field
 */
export function keepRecording(
  root: string,
  file: string,
  symbol: string,
  where: Readonly<Record<string, string>>,
): { points: number } {
  const { timeMs, price, volume } = loadRecording(file, where);
  const folder = join(root, RECORDINGS_FOLDER);
  makeFolder(folder);
  const lines = ['time_ms,price,qty'];
  for (let i = 0; i < timeMs.length; i++) lines.push(`${timeMs[i]},${price[i]},${volume[i]}`);
  writeFileDurably(join(folder, `${symbol}.csv`), `${lines.join('\n')}\n`);
  return { points: timeMs.length };
}

/** The recordings that are kept, with the price at which each goes on. */
export function readRecordings(root: string, views: Views): SimulatorRecording[] {
  const folder = join(root, RECORDINGS_FOLDER);
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => {
    if (name.endsWith('.part')) return [];
    const symbol = name.split('.')[0] ?? '';
    const instrument = views.instrumentBySymbol(symbol);
    if (instrument === undefined) return [];
    const startPrice = views.ticker(instrument.id).last / 10 ** instrument.priceScale;
    return [{ symbol, file: join(folder, name), startPrice }];
  });
}
