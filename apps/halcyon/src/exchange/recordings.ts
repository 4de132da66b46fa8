/** Recorded prices that the operator brought: a file an instrument, followed from the next start. */
import { copyFileSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { loadRecording } from '@halcyon/simulator';
import type { Views } from '@halcyon/views';
import type { Recording } from './simulator-worker.ts';

const FOLDER = 'recordings';

/** Checks a recording and keeps a copy of it for `symbol`. @throws Error naming file and line */
export function keepRecording(root: string, file: string, symbol: string): { points: number } {
  const points = loadRecording(file, { symbol });
  const folder = join(root, FOLDER);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const packed = basename(file).endsWith('.gz');
  copyFileSync(file, join(folder, `${symbol}.csv${packed ? '.gz' : ''}`));
  return { points: points.timeMs.length };
}

/** The recordings that are kept, with the price at which each goes on. */
export function readRecordings(root: string, views: Views): Recording[] {
  const folder = join(root, FOLDER);
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => {
    const symbol = name.split('.')[0] ?? '';
    const instrument = views.instrumentBySymbol(symbol);
    if (instrument === undefined) return [];
    const startPrice = views.ticker(instrument.id).last / 10 ** instrument.priceScale;
    return [{ symbol, file: join(folder, name), startPrice }];
  });
}
