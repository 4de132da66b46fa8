/**
 * A consistent copy of a data folder while the exchange trades on: a proved snapshot first, then the
 * databases, then the journal. The journal is copied last, so it reaches at least as far as the rows.
 */
import { copyFileSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { LOCK_NAMES, RESERVE_NAME } from '@halcyon/journal';
import type { RecordsClient } from '@halcyon/records';
import type { VenueEngine } from './open-exchange.ts';
import type { Runtime } from './open-runtime.ts';
import type { OperationArgs } from './operation-args.ts';
import { RECORDINGS_FOLDER } from './recordings.ts';
import { Snapshotter } from './snapshotter.ts';

/** Small files of the data folder that belong to a backup. */
const FILES = ['secrets.key', 'attribution.json', 'currency-rates.json', 'simulator.json'];

/** Operation `backup --to FOLDER`: the folder is made and must be empty. */
export async function makeBackup(
  { exchange, records, paper }: Pick<Runtime, 'exchange' | 'records' | 'paper'>,
  args: OperationArgs,
): Promise<unknown> {
  const to = resolve(String(args['to']));
  requireEmpty(to);
  const { layout } = exchange;
  // Paper first: it must not have followed live further than the copy of live reaches.
  const ofPaper = paper === null ? 0 : (await paper.backup(to)).files;
  const { seq, files } = await copyVenue(exchange, records, to);
  const recordings = copyFolder(join(layout.root, RECORDINGS_FOLDER), join(to, RECORDINGS_FOLDER));
  for (const name of FILES) {
    const from = join(layout.root, name);
    if (existsSync(from)) copyFileSync(from, join(to, name));
  }
  return { to, seq, files: ofPaper + files + recordings };
}

/** Copies one venue: snapshot, databases, journal. Gives the sequence that the copy holds at least. */
export async function copyVenue(
  venue: VenueEngine,
  records: RecordsClient,
  to: string,
): Promise<{ seq: number; files: number }> {
  const { engine, layout } = venue;
  const ignore = { done: () => {}, failed: () => {}, overBound: () => {} };
  const bounds = { bytesMax: Number.POSITIVE_INFINITY };
  await new Snapshotter(venue, ignore, bounds).take();
  await records.reached(engine.seq, 60_000);
  await records.backup(to);
  const { seq } = engine;
  const journal = join(to, basename(layout.journal));
  const files =
    copyFolder(layout.journal, journal) +
    copyFolder(layout.history, join(journal, basename(layout.history)));
  return { seq, files };
}

/** @throws Error when the folder has anything in it */
export function requireEmpty(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const there = readdirSync(folder).filter((name) => !LOCK_NAMES.includes(name));
  if (there.length > 0) throw new Error(`${folder} is not empty: it has ${there[0]}`);
}

function copyFolder(from: string, to: string): number {
  if (!existsSync(from)) return 0;
  mkdirSync(to, { recursive: true, mode: 0o700 });
  let files = 0;
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (!entry.isFile() || entry.name === RESERVE_NAME || entry.name.endsWith('.part')) continue;
    copyFileSync(join(from, entry.name), join(to, entry.name));
    files += 1;
  }
  return files;
}
