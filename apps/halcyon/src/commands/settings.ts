import { resolve } from 'node:path';
import { type Config, parseConfig } from '@halcyon/gateway';

/** Root of the project: where `npm` runs its scripts. */
export const PROJECT_ROOT = resolve(import.meta.dirname, '../../../..');

/** Settings and the absolute data folder. */
export function readSettings(): { readonly config: Config; readonly root: string } {
  const config = parseConfig(process.env);
  return { config, root: resolve(PROJECT_ROOT, config.dataDir) };
}
