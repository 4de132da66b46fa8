/**
 * A data folder as the first start leaves it. Half a year of history for every instrument takes seconds
 * to make, which each test file would wait for: the first that needs it makes it, the others copy it.
 */
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { copyFolder } from './copy-folder.ts';
import { madeOnce } from './made-once.ts';

/** Who holds a folder; made again by every start. */
const LOCKS: readonly string[] = ['lock.db', 'lock.json'];

/**
 * Makes a folder one that an exchange has started on; outside a run of the tests it stays empty.
 * @param folder is empty
 * @param make starts an exchange on an empty folder, stops it, and gives the folder
 */
export async function fillStarted(folder: string, make: () => Promise<string>): Promise<void> {
  const started = process.env['TEST_STARTED_FOLDER'];
  if (started === undefined) return;
  await madeOnce(started, async () => {
    const made = await make();
    for (const name of LOCKS) rmSync(join(made, name), { force: true });
    const sparse = `${started}.sparse`;
    copyFolder(made, sparse);
    rmSync(made, { recursive: true });
    renameSync(sparse, started);
  });
  copyFolder(started, folder);
}
