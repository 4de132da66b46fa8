/** Builds the web app when a source of it is newer than the last build; `npm start` runs it first. */
import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const SOURCES = [
  'apps/web',
  ...['client', 'domain', 'indicators', 'protocol'].map((name) => `packages/${name}`),
];
const BUILT = join(ROOT, 'apps/web/dist/index.html');

function newest(folder: string): number {
  let time = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === 'dist' || entry.name === 'node_modules') continue;
    const path = join(folder, entry.name);
    time = Math.max(time, entry.isDirectory() ? newest(path) : statSync(path).mtimeMs);
  }
  return time;
}

const built = statSync(BUILT, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const changed = Math.max(...SOURCES.map((folder) => newest(join(ROOT, folder))));
if (changed > built) {
  console.error('building the web app');
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  const args = [vite, 'build', 'apps/web', '--logLevel', 'warn'];
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
