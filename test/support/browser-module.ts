/** One module of the web app as a script, for a page that has nothing else. */
import { join } from 'node:path';
import { build } from 'vite';

const SRC = join(import.meta.dirname, '../../apps/web/src');

/**
 * A script that puts the module's exports into the global `name`.
 * @param entry file below the web app's sources
 */
export async function browserModule(entry: string, name: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    // As in the built app, although the tests' environment is one of development.
    oxc: { jsx: { development: false } },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, lib: { entry: join(SRC, entry), formats: ['iife'], name } },
  });
  const [bundle] = Array.isArray(built) ? built : [built];
  if (bundle === undefined || !('output' in bundle)) throw new Error(`${entry} was not built`);
  return bundle.output[0].code;
}
