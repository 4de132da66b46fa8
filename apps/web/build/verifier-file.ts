/** Builds the verifier of a proof of reserves as one readable file beside the web app. */
import { build, type Plugin, type Rolldown } from 'vite';

const ENTRY = 'src/stand-alone/verify-reserves.ts';
const FILE = 'verify-reserves.mjs';

/** The plugin. It builds by itself, because files of the web app share what they have in common. */
export function verifierFile(): Plugin {
  let root = '';
  return {
    name: 'halcyon:verifier-file',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    async generateBundle() {
      const built = await build({
        configFile: false,
        root,
        logLevel: 'warn',
        build: {
          write: false,
          // People read it before they trust it.
          minify: false,
          target: 'es2023',
          lib: { entry: ENTRY, formats: ['es'], fileName: () => FILE },
        },
      });
      const [output] = (Array.isArray(built) ? built : [built]) as Rolldown.RolldownOutput[];
      const [chunk, ...others] = output?.output ?? [];
      if (chunk === undefined || others.length > 0) throw new Error(`${FILE} is not one file`);
      this.emitFile({ type: 'asset', fileName: FILE, source: chunk.code });
    },
  };
}
