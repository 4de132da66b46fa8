/** Nothing that a run of the tests has started outlives it. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

/**
 * Starts what cleans up when this process has ended, and not before: workers end in their own time. It
 * hears no signal that a terminal sends to all of the run, and is none of the run's own. What this
 * process starts from now on is known by the name of the folder.
 * @param folder belongs to the run and goes with it
 */
export function watchRun(folder: string): void {
  process.env['TEST_RUN_FOLDER'] = folder;
  const watcher = spawn(process.execPath, [join(import.meta.dirname, 'run-watcher.ts'), folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    env: { PATH: process.env['PATH'] },
  });
  // Its input stays open as long as this process lives, and does not keep it alive.
  watcher.unref();
}
