import { resolve } from 'node:path';
import type { FlowChoice } from '@halcyon/domain';
// Not the whole gateway: a command that only asks the running exchange starts five times as fast.
import { type Config, parseConfig } from '@halcyon/gateway/config';

/** Root of the project: where `npm` runs its scripts. */
export const PROJECT_ROOT = resolve(import.meta.dirname, '../../../..');

/** Files are named from the project's root, as the data folder is. */
function withFiles(choice: FlowChoice): FlowChoice {
  if (choice.source !== 'recorded') return choice;
  const { books, trades } = choice;
  const file = (name: string): string => resolve(PROJECT_ROOT, name);
  return { ...choice, books: file(books), trades: trades === null ? null : file(trades) };
}

/** Settings, with absolute paths. */
export function readSettings(): { readonly config: Config; readonly root: string } {
  const config = parseConfig(process.env);
  const paperFlow = withFiles(config.paperFlow);
  const file = config.priceSources;
  const priceSources = file === null ? null : resolve(PROJECT_ROOT, file);
  return {
    config: { ...config, paperFlow, priceSources },
    root: resolve(PROJECT_ROOT, config.dataDir),
  };
}
