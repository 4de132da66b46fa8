/**
 * Loads TypeScript with its types stripped once for all starts and threads: given to Node with
 * `--import`, before the first other module. The one file here that is plain JavaScript, because it
 * comes before types can be stripped.
 *
 * Node strips with a WebAssembly module. A thread that has run it has lost the proof that no buffer
 * is ever taken away, and compiled code then asks again at each read of a typed array (4 % of the
 * core's instructions); and each thread of each start would strip the same files (a quarter of the
 * processor time of a start).
 *
 * What was stripped lies in node_modules/.cache, by the hash of its source and with its own, so nothing
 * there can be out of date or damaged. Where it cannot be written all works as without it.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { threadId } from 'node:worker_threads';

const ROOT = join(import.meta.dirname, '../../../..');
const CACHE = join(ROOT, 'node_modules', '.cache', `halcyon-${process.version}`);

/** Ends what is kept, before the hash of the rest. */
const SEAL = '\n//';

/** @param {string} text @returns {string} */
const hashOf = (text) => createHash('sha256').update(text).digest('hex');

/** @param {string} source @returns {string} */
function stripped(source) {
  const file = join(CACHE, `${hashOf(source)}.js`);
  const known = kept(file);
  if (known !== null) return known;
  const code = strip(source);
  keep(file, code);
  return code;
}

/** What is kept whole: a crash may leave an empty file, or half of one. @param {string} file */
function kept(file) {
  try {
    const text = readFileSync(file, 'utf8');
    const end = text.lastIndexOf(SEAL);
    const code = text.slice(0, Math.max(0, end));
    return text.slice(end) === SEAL + hashOf(code) ? code : null;
  } catch {
    return null;
  }
}

/**
 * Node strips by itself without a word, but warns of the function that does it. The version of Node
 * is pinned, so an operator need not hear that it may change.
 * @param {string} source @returns {string}
 */
function strip(source) {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return stripTypeScriptTypes(source);
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** @param {string} file @param {string} code */
function keep(file, code) {
  const draft = `${file}.${process.pid}.${threadId}`;
  try {
    mkdirSync(CACHE, { recursive: true, mode: 0o700 });
    writeFileSync(draft, code + SEAL + hashOf(code), { mode: 0o600 });
    renameSync(draft, file);
  } catch {
    // A folder that cannot be written: the next start strips again.
  }
}

/**
 * Where this project's packages begin, by what they are imported as: the same for whoever imports them.
 * @type {Map<string, import('node:module').ResolveFnOutput>}
 */
const packages = new Map();

/**
 * Whether it names a source beside the one that imports it: no search is needed then, which takes longest of loading.
 * @param {string} specifier @param {string | undefined} parentURL
 */
const isBeside = (specifier, parentURL) =>
  specifier.startsWith('.') && specifier.endsWith('.ts') && parentURL?.startsWith('file:') === true;

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL } = context;
    if (isBeside(specifier, parentURL)) {
      return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true };
    }
    if (!specifier.startsWith('@halcyon/')) return next(specifier, context);
    const found = packages.get(specifier) ?? { ...next(specifier, context), shortCircuit: true };
    packages.set(specifier, found);
    return found;
  },
  load(url, context, next) {
    if (!url.startsWith('file:') || !url.endsWith('.ts')) return next(url, context);
    const source = stripped(readFileSync(fileURLToPath(url), 'utf8'));
    return { format: 'module', source, shortCircuit: true };
  },
});
