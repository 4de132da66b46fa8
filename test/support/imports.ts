/** What the sources import, read from their syntax, and the circles that these imports close. */
import { globSync, readFileSync } from 'node:fs';
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

/** The same without what is imported for its types alone, which nothing loads. */
export function runtimeImportsOf(file: string, text = readFileSync(file, 'utf8')): string[] {
  const { staticImports, staticExports } = parseSync(file, text).module;
  const imported = staticImports.flatMap(({ entries, moduleRequest }) =>
    entries.length > 0 && entries.every(({ isType }) => isType) ? [] : [moduleRequest.value],
  );
  const exported = staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ isType, moduleRequest }) =>
      isType || moduleRequest === null ? [] : [moduleRequest.value],
    ),
  );
  // An import in brackets with a dot behind it is a type.
  const called = [...text.matchAll(/\bimport\(\s*'([^']+)',?\s*\)(?!\.)/g)];
  return [...new Set([...imported, ...exported, ...called.map(([, from = '']) => from)])];
}

/** @param root folder of the repository @param files paths of sources, complete */
export function importGraph(root: string, files: readonly string[]): ImportGraph {
  const known = new Set(files);
  const entrances = entrancesOf(root);
  return new Map(
    files.map((file) => {
      const targets = importsOf(file).map((from) =>
        from.startsWith('.') ? join(dirname(file), from) : (entrances.get(from) ?? ''),
      );
      return [file, targets.filter((target) => known.has(target))];
    }),
  );
}

/** The files that other packages import a package by: '@halcyon/domain/web' and the like. */
function entrancesOf(root: string): Map<string, string> {
  const packages = globSync('{packages,apps}/*/package.json', { cwd: root });
  const entrances = packages.flatMap((path) => {
    const { name, exports = {} } = JSON.parse(readFileSync(join(root, path), 'utf8')) as {
      name: string;
      exports?: Readonly<Record<string, string>>;
    };
    return Object.entries(exports).map(
      ([entrance, file]) => [join(name, entrance), join(root, path, '..', file)] as const,
    );
  });
  return new Map(entrances);
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
