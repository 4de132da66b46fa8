/**
 * A start over a data folder: `node start-child.ts <root>`. Prints JSON: ms until core and views are
 * there, resident bytes then, and the fingerprint of what was found.
 */
import { layoutOf } from '../../apps/halcyon/src/exchange/layout.ts';
import { recover } from '../../apps/halcyon/src/exchange/recover.ts';
import { fingerprint } from './start-folder.ts';

/** What it prints. */
export interface StartPart {
  readonly ms: number;
  readonly rss: number;
  readonly found: string;
}

if (import.meta.main) {
  const [root = ''] = process.argv.slice(2);
  const start = performance.now();
  const { core, reader } = await recover(layoutOf(root));
  const ms = performance.now() - start;
  const { rss } = process.memoryUsage();
  const part: StartPart = { ms, rss, found: fingerprint(core, reader.views) };
  process.stdout.write(`${JSON.stringify(part)}\n`);
}
