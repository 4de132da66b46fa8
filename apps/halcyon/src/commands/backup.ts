/** `halcyon backup --to FOLDER` and `halcyon restore --from FOLDER`. */
import { cpSync, existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { restoreInto } from '@halcyon/records';
import { ask } from '../control/ask.ts';
import { requireEmpty } from '../exchange/backup.ts';
import { layoutOf } from '../exchange/layout.ts';
import type { CommandArgs } from './command.ts';
import { print } from './output.ts';
import { readSettings } from './settings.ts';
import { CommandLineError } from './usage.ts';
import { verify } from './verify.ts';

/** @returns the exit code */
export async function backup({ options }: CommandArgs): Promise<number> {
  const { to } = options;
  if (typeof to !== 'string') throw new CommandLineError('backup: --to FOLDER is missing');
  print(JSON.stringify(await ask('backup', { to: resolve(to) })));
  return 0;
}

/**
 * Copies a backup into an empty data folder, its databases into PostgreSQL where that is set, and
 * verifies it. @returns the exit code
 */
export async function restore({ options }: CommandArgs): Promise<number> {
  const { from } = options;
  if (typeof from !== 'string') throw new CommandLineError('restore: --from FOLDER is missing');
  const source = resolve(from);
  if (!existsSync(layoutOf(source).journal)) {
    throw new Error(`${source} is not a backup: it has no journal`);
  }
  const { config, root } = readSettings();
  requireEmpty(root);
  cpSync(source, root, { recursive: true });
  if (config.databaseUrl !== null) await restoreInto(config.databaseUrl, root);
  return verify();
}
