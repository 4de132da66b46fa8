/**
 * A data folder as the first start leaves it. Half a year of history for every instrument takes seconds
 * to make, which each test file would wait for: the first that needs it makes it, the others copy it.
 */
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Who holds the folder; made again by every start. */
const NOT_COPIED: ReadonlySet<string> = new Set(['lock.db', 'lock.json']);

/**
 * Makes a folder one that an exchange has started on; outside a run of the tests it stays empty.
 * @param folder exists and is empty
 * @param make starts an exchange on an empty folder, stops it, and gives the folder
 */
export async function fillStarted(folder: string, make: () => Promise<string>): Promise<void> {
  const run = process.env['TEST_RUN_FOLDER'];
  if (run === undefined) return;
  const started = join(run, 'started');
  while (!existsSync(started)) {
    if (claimed(join(run, 'starting'))) {
      await make().then(
        (made) => renameSync(made, started),
        (error: unknown) => {
          rmSync(join(run, 'starting'), { recursive: true });
          throw error;
        },
      );
    }
    await pause(50);
  }
  const filter = (source: string): boolean => !NOT_COPIED.has(basename(source));
  cpSync(started, folder, { recursive: true, filter });
}

/** Whether this is the first of all workers to ask. */
function claimed(path: string): boolean {
  try {
    mkdirSync(path);
    return true;
  } catch {
    return false;
  }
}
