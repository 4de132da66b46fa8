/** `halcyon backup --to FOLDER` and `halcyon restore --from FOLDER`. */
import { cpSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { LOCK_NAMES } from '@halcyon/journal';
import { restoreInto } from '@halcyon/records';
import { ask } from '../control/ask.ts';
import type { BackupSource } from '../exchange/backup.ts';
import { noteDatabase } from '../exchange/exchange-file.ts';
import { layoutOf } from '../exchange/layout.ts';
import { needDatabase } from '../exchange/reach-database.ts';
import { copyExchange, requireBackup } from './backup-copy.ts';
import type { CommandArgs } from './command.ts';
import { print } from './output.ts';
import { readSettings } from './settings.ts';
import { requireEmptyTarget, requireRoom } from './target-folder.ts';
import { limitTime } from './time-limit.ts';
import { CommandLineError } from './usage.ts';
import { verifyAll } from './verify.ts';

/** Copies the exchange, from this process: a running one only makes a snapshot. @returns the exit code */
export async function backup(args: CommandArgs): Promise<number> {
  const { to } = args.options;
  if (typeof to !== 'string') throw new CommandLineError('backup: --to FOLDER is missing');
  limitTime('backup', args);
  const folder = resolve(to);
  requireEmptyTarget(folder);
  const { root } = readSettings();
  const { seq, databaseUrl } = (await ask('backup', { to: folder })) as BackupSource;
  const files = await copyExchange(root, databaseUrl, folder);
  print(JSON.stringify({ to: folder, seq, files }));
  return 0;
}

/**
 * Copies a backup into an empty data folder, its databases into PostgreSQL where that is set, and
 * verifies it. @returns the exit code
 */
export async function restore(args: CommandArgs): Promise<number> {
  const { from } = args.options;
  if (typeof from !== 'string') throw new CommandLineError('restore: --from FOLDER is missing');
  limitTime('restore', args);
  const source = resolve(from);
  requireBackup(source);
  const { config, root } = readSettings();
  requireEmptyTarget(root);
  requireRoom(root, bytesOf(source));
  await needDatabase(config.databaseUrl);
  try {
    cpSync(source, root, { recursive: true });
    if (config.databaseUrl !== null) await restoreInto(config.databaseUrl, root);
    noteDatabase(layoutOf(root), config.databaseUrl);
  } catch (error) {
    const made = readdirSync(root).filter((name) => !LOCK_NAMES.includes(name));
    for (const name of made) rmSync(join(root, name), { recursive: true });
    throw error;
  }
  return verifyAll();
}

/** Of all files in a folder and those below it. */
function bytesOf(folder: string): number {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((bytes, { parentPath, name }) => bytes + statSync(join(parentPath, name)).size, 0);
}
