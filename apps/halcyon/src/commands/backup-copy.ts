/**
 * Copies an exchange while it trades on: the databases of a venue first, then its journal, which so
 * reaches at least as far as the rows; paper before live, which it must not have followed further than
 * the copy of live reaches. A copy that was cut off is marked as such.
 */
import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { STATED_ASSETS_FILE } from '@halcyon/domain';
import { reservesFolder, sealsFolder } from '@halcyon/engine';
import { makeFolder, RESERVE_NAME } from '@halcyon/journal';
import {
  backUp,
  type DatabaseName,
  type DatabasePlace,
  databaseBytes,
  databaseFacts,
} from '@halcyon/records';
import { type Layout, layoutOf, paperLayoutOf } from '../exchange/layout.ts';
import { RECORDINGS_FOLDER } from '../exchange/recordings.ts';
import { requireDiskSpace } from './target-folder.ts';

/** Small files of the data folder that belong to a backup. */
const FILES = [
  'secrets.key',
  // Before the journal: what is booked meanwhile is in both, and a transaction is booked once.
  'chain.json',
  'attribution.json',
  'fee-levels.json',
  'currency-rates.json',
  'simulator.json',
  STATED_ASSETS_FILE,
];
/** There as long as a backup is not whole. */
const UNFINISHED = 'unfinished-backup';

/** A file and where it goes. */
type Copy = readonly [from: string, to: string];

interface VenuePart {
  readonly databases: readonly DatabaseName[];
  readonly layout: Layout;
}

/**
 * Copies into an empty folder. Whoever calls it removes what cannot be finished.
 * @returns how many files were copied besides the databases
 */
export async function copyExchange(
  root: string,
  databaseUrl: string | null,
  to: string,
): Promise<number> {
  const place = { dataFolder: root, databaseUrl: databaseUrl ?? undefined };
  const venues = [
    await venuePart(place, paperLayoutOf(root), ['paper_records']),
    await venuePart(place, layoutOf(root), ['records', 'identity']),
  ];
  const databases = venues.flatMap((venue) => venue.databases);
  const sizes = await Promise.all(databases.map((name) => databaseBytes(place, name)));
  requireDiskSpace(
    to,
    sum(sizes) + sum(copiesOf(root, venues, to).map(([from]) => statSync(from).size)),
  );
  writeFileSync(join(to, UNFINISHED), '');
  let files = copyAll(smallCopies(root, to));
  for (const venue of venues) {
    await backUp(place, venue.databases, to);
    for (const name of venue.databases) sync(join(to, `${name}.db`));
    files += copyAll(journalCopies(venue.layout, to));
  }
  rmSync(join(to, UNFINISHED));
  sync(to);
  return files;
}

/** Where paper trading never was, there is nothing of it. */
async function venuePart(
  place: DatabasePlace,
  layout: Layout,
  names: readonly DatabaseName[],
): Promise<VenuePart> {
  const databases: DatabaseName[] = [];
  for (const name of names) {
    if ((await databaseFacts(place, name)) !== null) databases.push(name);
  }
  return { databases, layout };
}

/** @throws Error for a folder that is no backup, or not a whole one */
export function requireBackup(folder: string): void {
  if (!existsSync(layoutOf(folder).journal)) {
    throw new Error(`${folder} is not a backup: it has no journal`);
  }
  if (existsSync(join(folder, UNFINISHED))) {
    throw new Error(`${folder} is a backup that was cut off: take another one`);
  }
}

function copiesOf(root: string, venues: readonly VenuePart[], to: string): Copy[] {
  return [...smallCopies(root, to), ...venues.flatMap(({ layout }) => journalCopies(layout, to))];
}

function smallCopies(root: string, to: string): Copy[] {
  const files = FILES.filter((name) => existsSync(join(root, name)));
  const small = files.map((name): Copy => [join(root, name), join(to, name)]);
  return [...small, ...filesOf(join(root, RECORDINGS_FOLDER), join(to, RECORDINGS_FOLDER))];
}

/** Roots of reserves before the seals that they name, seals before the journal: none must reach behind it. */
function journalCopies({ journal, history, venue }: Layout, to: string): Copy[] {
  const [roots, seals] = [reservesFolder(journal), sealsFolder(journal)];
  return [
    ...filesOf(roots, reservesFolder(join(to, venue))),
    ...filesOf(seals, sealsFolder(join(to, venue))),
    ...filesOf(journal, join(to, venue)),
    ...filesOf(history, join(to, venue, 'history')),
  ];
}

function filesOf(from: string, to: string): Copy[] {
  if (!existsSync(from)) return [];
  return readdirSync(from, { withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && entry.name !== RESERVE_NAME && !entry.name.endsWith('.part'),
    )
    .map(({ name }): Copy => [join(from, name), join(to, name)]);
}

function copyAll(copies: readonly Copy[]): number {
  for (const [from, to] of copies) {
    makeFolder(join(to, '..'));
    copyFileSync(from, to);
    sync(to);
  }
  return copies.length;
}

function sync(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
