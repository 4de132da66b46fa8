/** `halcyon backup --to FOLDER` and `halcyon restore --from FOLDER`. */
import { cpSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { restoreInto } from '@halcyon/records';
import { ask } from '../control/ask.ts';
import type { BackupSource } from '../exchange/backup.ts';
import { noteDatabase } from '../exchange/exchange-file.ts';
import { layoutOf } from '../exchange/layout.ts';
import { checkParts, PartsError, type PartsPlace } from '../exchange/parts.ts';
import { needDatabase } from '../exchange/reach-database.ts';
import { copyExchange, requireBackup } from './backup-copy.ts';
import type { CommandArgs } from './command.ts';
import { print } from './output.ts';
import { readSettings } from './settings.ts';
import { fillTarget, requireDiskSpace } from './target-folder.ts';
import { limitTime } from './time-limit.ts';
import { CommandLineError } from './usage.ts';
import { auditFolder, printFault } from './verify.ts';

/** Copies the exchange, from this process: a running one only makes a snapshot. @returns the exit code */
export async function backup(args: CommandArgs): Promise<number> {
  const { to } = args.options;
  if (typeof to !== 'string') throw new CommandLineError('backup: --to FOLDER is missing');
  limitTime('backup', args);
  const folder = resolve(to);
  const { root } = readSettings();
  const made = await fillTarget(folder, async () => {
    const { seq, databaseUrl } = (await ask('backup', { to: folder })) as BackupSource;
    return { to: folder, seq, files: await copyExchange(root, databaseUrl, folder) };
  });
  print(JSON.stringify(made));
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
  const { databaseUrl, paper } = config;
  await fillTarget(root, async () => {
    requireDiskSpace(root, bytesOf(source));
    await needDatabase(databaseUrl);
    cpSync(source, root, { recursive: true });
    await requireSound(source, { root, databaseUrl: null, paper });
    if (databaseUrl !== null) await restoreInto(databaseUrl, root);
    noteDatabase(layoutOf(root), databaseUrl);
  });
  return 0;
}

/** Prints what was found. @throws Error for a backup whose copy is not in order */
async function requireSound(source: string, copy: PartsPlace): Promise<void> {
  try {
    await checkParts(copy, auditFolder(copy.root));
  } catch (cause) {
    printFault(cause instanceof PartsError ? cause.what : cause);
    throw new Error(`the backup in ${source} is damaged: nothing was restored`, { cause });
  }
}

/** Of all files in a folder and those below it. */
function bytesOf(folder: string): number {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((bytes, { parentPath, name }) => bytes + statSync(join(parentPath, name)).size, 0);
}
