/** What each package of the repository declares in its package.json, and what its files import. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { importsOf, runtimeImportsOf } from './imports.ts';

/** A package.json and the sources that belong to it; the root has what is in no other package. */
export interface PackageSources {
  /** Folder, from the root of the repository; '.' is the root. */
  readonly folder: string;
  readonly name: string;
  /** What production code may import at run time: dependencies and peer dependencies. */
  readonly runtime: readonly string[];
  /** What tests, tools and types may import besides. */
  readonly development: readonly string[];
  /** What production code imports at run time: name of the package to a file that does. */
  readonly imported: ReadonlyMap<string, string>;
  /** What any file imports, types included. */
  readonly mentioned: ReadonlyMap<string, string>;
}

interface Manifest {
  readonly name: string;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** Tests, what they share, tools and benches: nothing of it runs in the product. */
const NOT_PRODUCTION =
  /\.test\.tsx?$|\/test\/|\/testing\/|^(test|bench|tools)\/|^packages\/testkit\/|^apps\/web\/(build\/|vite\.config)|^vitest\.config/;

/** The package that an import names: '@halcyon/domain/web' is '@halcyon/domain'; null for a file or Node. */
export function packageOf(from: string): string | null {
  if (!/^[@a-z]/.test(from) || /^(node|virtual):/.test(from)) return null;
  return from.split('/', from.startsWith('@') ? 2 : 1).join('/');
}

/** Every package of the repository. @param files sources and styles, from the root */
export function packagesOf(root: string, files: readonly string[]): PackageSources[] {
  const manifests = globSync('{packages,apps}/*/package.json', { cwd: root }).sort();
  const folders = manifests.map((path) => dirname(path));
  const own = (folder: string) =>
    files.filter((file) =>
      folder === '.'
        ? !folders.some((one) => file.startsWith(`${one}/`))
        : file.startsWith(`${folder}/`),
    );
  return ['.', ...folders].map((folder) => packageAt(root, folder, own(folder)));
}

function packageAt(root: string, folder: string, files: readonly string[]): PackageSources {
  const manifest = manifestAt(root, folder);
  const imported = new Map<string, string>();
  const mentioned = new Map<string, string>();
  for (const file of files) {
    const production = !NOT_PRODUCTION.test(file);
    for (const name of namesIn(root, file, false)) mentioned.set(name, file);
    if (production) for (const name of namesIn(root, file, true)) imported.set(name, file);
  }
  imported.delete(manifest.name);
  mentioned.delete(manifest.name);
  const { dependencies, peerDependencies, devDependencies } = manifest;
  return {
    folder,
    name: manifest.name,
    runtime: Object.keys({ ...dependencies, ...peerDependencies }),
    development: Object.keys(devDependencies ?? {}),
    imported,
    mentioned,
  };
}

function namesIn(root: string, file: string, atRunTime: boolean): string[] {
  const path = join(root, file);
  if (file.endsWith('.css')) {
    const urls = readFileSync(path, 'utf8').matchAll(/(?:url\(|@import )["']([@a-z][^"']*)["']/g);
    return [...urls].flatMap(([, from = '']) => packageOf(from) ?? []);
  }
  const from = atRunTime ? runtimeImportsOf(path) : importsOf(path);
  return from.flatMap((one) => packageOf(one) ?? []);
}

/** Names and versions that a package.json declares, of every kind. */
export function versionsAt(root: string, folder: string): Readonly<Record<string, string>> {
  const { dependencies, devDependencies, peerDependencies } = manifestAt(root, folder);
  return { ...peerDependencies, ...dependencies, ...devDependencies };
}

function manifestAt(root: string, folder: string): Manifest {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest;
}

/** The scripts of the root's package.json, as one text. */
export function scriptsOf(root: string): string {
  return Object.values(manifestAt(root, '.').scripts ?? {}).join('\n');
}

/** Programs that a package brings, by their names. */
export function programsOf(root: string, name: string): string[] {
  const path = join(root, 'node_modules', name, 'package.json');
  const { bin = {} } = JSON.parse(readFileSync(path, 'utf8')) as {
    bin?: string | Readonly<Record<string, string>>;
  };
  return typeof bin === 'string' ? [name] : Object.keys(bin);
}
