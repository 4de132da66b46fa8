import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { messageOf } from './errors.ts';

/**
 * Makes a folder and those above it that are missing, for their owner only. Level by level: Node's own
 * way never ends where a parent takes no folders, as `/proc` does not.
 * @throws Error naming the folder that cannot be made
 */
export function makeFolder(path: string): void {
  const folder = resolve(path);
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found?.isDirectory()) return;
  if (found !== undefined) throw new Error(`${folder} is a file, not a folder`);
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Two at once: the other one made it.
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
    throw new Error(`the folder ${folder} cannot be made: ${messageOf(error)}`, { cause: error });
  }
}
