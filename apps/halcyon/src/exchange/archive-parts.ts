/** Moves parts that do not fit together aside, so that what they were can be looked into later. */
import { existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { lockDirectory } from '@halcyon/journal';
import { type DatabaseName, renameSchema } from '@halcyon/records';
import { unlistPart } from './exchange-file.ts';
import { layoutOf } from './layout.ts';
import type { PartsError, PartsPlace } from './parts.ts';

interface Moved {
  readonly files: readonly string[];
  readonly databases: readonly DatabaseName[];
}

const PAPER: Moved = { files: ['paper'], databases: ['paper_records'] };
/** The journal first: without it the next start refuses again, wherever this one was cut off. */
const ALL: Moved = {
  files: ['live', 'paper', 'secrets.key', 'simulator.json', 'chain.json'],
  databases: ['records', 'paper_records', 'identity'],
};

/**
 * Moves what would have to begin anew into a folder of the data folder, and schemas of PostgreSQL to
 * names of the same ending. @returns what was moved, for the operator
 */
export async function archiveParts(
  { root, databaseUrl }: PartsPlace,
  scope: PartsError['scope'],
  now: Date,
): Promise<{ readonly folder: string; readonly moved: readonly string[] }> {
  const lock = lockDirectory(root);
  try {
    const stamp = now.toISOString().replaceAll(/\D/g, '').slice(0, 14);
    const folder = join(root, `old-parts-${stamp}`);
    mkdirSync(folder, { mode: 0o700 });
    const { files, databases } = scope === 'all' ? ALL : PAPER;
    const moved = moveFiles(root, folder, files);
    for (const name of databases) {
      moved.push(...moveFiles(root, folder, databaseFiles(root, name)));
      if (databaseUrl === null) continue;
      const renamed = `${name}_old_${stamp}`;
      await renameSchema(databaseUrl, name, renamed);
      moved.push(`schema ${name} to ${renamed}`);
    }
    if (scope === 'paper') unlistPart(layoutOf(root), 'paper');
    return { folder, moved };
  } finally {
    lock.release();
  }
}

/** The file of a database with what SQLite keeps beside it. */
function databaseFiles(root: string, name: string): string[] {
  return readdirSync(root).filter(
    (file) => file === `${name}.db` || file.startsWith(`${name}.db-`),
  );
}

function moveFiles(root: string, folder: string, names: readonly string[]): string[] {
  const there = names.filter((name) => existsSync(join(root, name)));
  for (const name of there) renameSync(join(root, name), join(folder, name));
  return there;
}
