/** What the sources import, read from their syntax, and the circles that these imports close. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'vite';

/** What each file imports of the others; files by their path. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** Every module that a source names: `import`, `import type`, `export from`, `import()` and its type. */
export function importsOf(file: string, text = readFileSync(file, 'utf8')): string[] {
  const { staticImports, staticExports } = parseSync(file, text).module;
  const exported = staticExports.flatMap(({ entries }) => entries);
  const named = [...staticImports, ...exported].flatMap(({ moduleRequest }) =>
    moduleRequest === null ? [] : [moduleRequest.value],
  );
  const called = [...text.matchAll(/\bimport\(\s*'([^']+)'/g)].map(([, from = '']) => from);
  return [...new Set([...named, ...called])];
}

/** @param root folder of the repository @param files paths of sources, complete */
export function importGraph(root: string, files: readonly string[]): ImportGraph {
  const known = new Set(files);
  return new Map(
    files.map((file) => {
      const targets = importsOf(file).map((from) => targetOf(root, file, from));
      return [file, targets.filter((target) => known.has(target))];
    }),
  );
}

/** The file that an import means; '' for a package from outside. */
function targetOf(root: string, file: string, from: string): string {
  if (from.startsWith('.')) return join(dirname(file), from);
  const [, room, entrance] = /^@halcyon\/([^/]+)(\/.+)?$/.exec(from) ?? [];
  if (room === undefined) return '';
  const folder = ['packages', 'apps'].map((parent) => join(root, parent, room)).find(existsSync);
  if (folder === undefined) return '';
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    exports: Readonly<Record<string, string>>;
  };
  return join(folder, exports[`.${entrance ?? ''}`] ?? '');
}

/** The shortest circle through each file that is in one; a circle is given once, its first file last too. */
export function circlesOf(graph: ImportGraph): string[][] {
  const found = new Map<string, string[]>();
  for (const file of graph.keys()) {
    const circle = circleThrough(graph, file);
    const key = circle?.toSorted().join();
    if (circle === null || key === undefined || found.has(key)) continue;
    found.set(key, [...circle, file]);
  }
  return [...found.values()];
}

/** Goes from a file to all that it imports, nearest first, until it comes back. */
function circleThrough(graph: ImportGraph, start: string): string[] | null {
  const ways = [[start]];
  const seen = new Set<string>();
  for (const way of ways) {
    for (const next of graph.get(way.at(-1) ?? '') ?? []) {
      if (next === start) return way;
      if (seen.has(next)) continue;
      seen.add(next);
      ways.push([...way, next]);
    }
  }
  return null;
}
