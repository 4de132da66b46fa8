/** The table of ARCHITECTURE.md: which package may import which, and that no file imports itself by others. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { circlesOf, importGraph, importsOf, runtimeImportsOf } from './support/imports.ts';

const ROOT = join(import.meta.dirname, '..');

/** What production code of a package may import from others. */
const MATRIX: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  core: ['domain'],
  journal: [],
  engine: ['domain', 'core', 'journal'],
  views: ['domain'],
  records: ['domain'],
  protocol: ['domain'],
  gateway: ['domain', 'protocol', 'views', 'records'],
  client: ['domain', 'protocol'],
  flow: ['domain'],
  prices: ['domain'],
  indicators: [],
  simulator: ['domain', 'flow'],
};

test('is the table of ARCHITECTURE.md', () => {
  const text = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8');
  const rows = text.matchAll(/^\| `packages\/([a-z]+)` \| .+ \| ([a-z, ]+) \|$/gm);
  const written = [...rows].map(([, name = '', imports = '']) => [
    name,
    imports === 'nothing' ? [] : imports.split(', ').sort(),
  ]);
  const expected = Object.entries(MATRIX).map(([name, imports]) => [name, [...imports].sort()]);
  expect(Object.fromEntries(written)).toEqual({
    ...Object.fromEntries(expected),
    testkit: ['anything'],
  });
});

/** Packages that use nothing of Node. */
const WITHOUT_NODE = ['domain', 'core', 'views', 'protocol', 'client', 'prices', 'indicators'];
/** Packages that use nothing from outside at run time. */
const WITHOUT_PACKAGES = ['domain', 'core', 'journal', 'engine', 'views', 'prices', 'indicators'];

function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((e) => e.isFile() && /\.tsx?$/.test(e.name) && !/\.test\.tsx?$/.test(e.name))
    .map((e) => join(e.parentPath, e.name));
}

describe.each(Object.entries(MATRIX))('package %s', (name, allowed) => {
  const files = sources(join(ROOT, 'packages', name, 'src'));
  const imports = files.flatMap((file) => importsOf(file).map((from) => ({ file, from })));

  test('has sources', () => {
    expect(files.length).toBeGreaterThan(0);
  });

  test('imports only the packages it may', () => {
    const packages = imports.filter(({ from }) => from.startsWith('@halcyon/'));
    // '@halcyon/domain/web' is a second entry of the package 'domain'.
    const wrong = packages.filter(({ from }) => !allowed.includes(from.split('/')[1] ?? ''));
    expect(wrong).toEqual([]);
  });

  test('reaches into no other folder by a relative path', () => {
    const wrong = imports.filter(({ file, from }) => {
      if (!from.startsWith('.')) return false;
      const target = join(file, '..', from);
      return !target.startsWith(join(ROOT, 'packages', name, 'src'));
    });
    expect(wrong).toEqual([]);
  });

  if (WITHOUT_NODE.includes(name)) {
    test('uses nothing of Node', () => {
      expect(imports.filter(({ from }) => from.startsWith('node:'))).toEqual([]);
    });
  }

  if (WITHOUT_PACKAGES.includes(name)) {
    test('uses no package at run time', () => {
      const named = imports.filter(({ from }) => /^[a-z@]/.test(from) && !from.startsWith('node:'));
      expect(named.filter(({ from }) => !from.startsWith('@halcyon/'))).toEqual([]);
    });
  }
});

describe('every import of a package', () => {
  test('the test kit is never imported by production code', () => {
    const all = Object.keys(MATRIX).flatMap((name) => sources(join(ROOT, 'packages', name, 'src')));
    const apps = [
      ...sources(join(ROOT, 'apps/halcyon/src')),
      ...sources(join(ROOT, 'apps/web/src')),
    ];
    const wrong = [...all, ...apps].filter((file) =>
      importsOf(file).some((from) => from === '@halcyon/testkit'),
    );
    expect(wrong).toEqual([]);
  });
});

describe('the web app', () => {
  const files = sources(join(ROOT, 'apps/web/src'));
  const ofPackages = (read: typeof importsOf) =>
    new Set(files.flatMap((file) => read(file)).filter((from) => from.startsWith('@halcyon/')));

  test('imports the domain, indicators, the client of streams, the checksum, and else types alone', () => {
    const pages = ['/web', '/web/copying', '/web/locale-details'];
    const parts = ['', '/decimal', '/email', '/parent-layout', ...pages];
    const whole = ['@halcyon/indicators', '@halcyon/client/streams', '@halcyon/protocol/checksum'];
    const known = [...parts.map((part) => `@halcyon/domain${part}`), ...whole];
    expect([...ofPackages(runtimeImportsOf)].filter((from) => !known.includes(from))).toEqual([]);
    const typed = [...ofPackages(importsOf)].filter((from) => !known.includes(from));
    expect(typed).toEqual(['@halcyon/protocol/web']);
  });

  test('downloads of client and protocol what imports no package', () => {
    const entries = ['client/src/streams.ts', 'protocol/src/checksum.ts'];
    const found = new Set(entries.map((entry) => join(ROOT, 'packages', entry)));
    for (const file of found) {
      const imports = runtimeImportsOf(file);
      expect(imports.filter((from) => !from.startsWith('.'))).toEqual([]);
      for (const from of imports) found.add(join(file, '..', from));
    }
    expect(found.size).toBeGreaterThan(entries.length);
  });
});

/** Folders of the gateway's sources, the lowest first: each imports only from those before it. */
const GATEWAY_LAYERS = [
  ...['base', 'config', 'auth', 'refusals', 'quotes', 'family', 'http', 'translate', 'levels'],
  ...[
    'copying',
    'convert',
    'mail',
    'alerts',
    'routes',
    'prices',
    'rest',
    'ws',
    'ops',
    'paper',
    'web',
  ],
] as const;

/** Imports from a layer above: `file > target`, for files by their path below the sources. */
function upwardImports(layers: readonly string[], graph: ReadonlyMap<string, readonly string[]>) {
  // A file beside the folders has the layer of its name (`config.ts`), or is above all of them.
  const layerOf = (file: string) => {
    const at = layers.indexOf(file.split('/')[0]?.replace(/\.tsx?$/, '') ?? '');
    return at === -1 ? layers.length : at;
  };
  return [...graph].flatMap(([file, targets]) =>
    targets
      .filter((target) => layerOf(target) > layerOf(file))
      .map((target) => `${file} > ${target}`),
  );
}

/**
 * The frame around all pages: it may show any feature, so no feature may import it. What features need of each
 * other's frame is in `components`, `features/auth` and `features/news`.
 */
const WEB_FRAME = 'features/shell/';

/** The same of the records. */
const RECORDS_LAYERS = [
  ...['errors', 'sql', 'secrets', 'kinds', 'projection', 'history', 'export', 'identity', 'feed'],
] as const;

/** Folders of the web app's sources, the lowest first. What stands beside them puts the app together. */
const WEB_LAYERS = ['platform', 'data', 'components', 'features'] as const;

test('an import from a layer above is found', () => {
  const graph = new Map([
    ['low/a.ts', ['high/b.ts', 'low.ts']],
    ['high/b.ts', ['low/a.ts', 'index.ts']],
    ['index.ts', ['high/b.ts']],
  ]);
  expect(upwardImports(['low', 'high'], graph)).toEqual([
    'low/a.ts > high/b.ts',
    'high/b.ts > index.ts',
  ]);
});

describe.each([
  ['the gateway', 'packages/gateway/src', GATEWAY_LAYERS],
  ['the records', 'packages/records/src', RECORDS_LAYERS],
  ['the web app', 'apps/web/src', [...WEB_LAYERS, 'stand-alone']],
])('layers of %s', (_name, folder, layers) => {
  const root = join(ROOT, folder);
  const files = sources(root).filter((file) => !file.includes('/testing/'));

  test('every folder has its layer', () => {
    const folders = files.map((file) => relative(root, file)).filter((file) => file.includes('/'));
    const found = new Set(folders.map((file) => file.split('/')[0]));
    const named = layers.filter((layer) => existsSync(join(root, layer)));
    expect([...found].sort()).toEqual(named.sort());
  });

  test('no file imports from a layer above its own', () => {
    const graph = new Map(
      files.map((file) => {
        const own = importsOf(file).filter((from) => from.startsWith('.'));
        return [relative(root, file), own.map((from) => relative(root, join(file, '..', from)))];
      }),
    );
    expect([...graph.values()].flat().length).toBeGreaterThan(files.length);
    expect(upwardImports(layers, graph)).toEqual([]);
  });
});

test('no feature of the web app imports the frame that shows it', () => {
  const root = join(ROOT, 'apps/web/src');
  const files = sources(join(root, 'features'));
  const edges = files.flatMap((file) =>
    importsOf(file)
      .filter((from) => from.startsWith('.'))
      .map((from) => [relative(root, file), relative(root, join(file, '..', from))] as const),
  );
  const ofFrame = edges.filter(([, to]) => to.startsWith(WEB_FRAME));
  // A reader that follows no import finds none from a feature either.
  expect(ofFrame.length).toBeGreaterThan(10);
  expect(ofFrame.filter(([from]) => !from.startsWith(WEB_FRAME))).toEqual([]);
});

describe('circles of imports', () => {
  test('every way to import is seen', () => {
    const text = `
      import { one } from './one.ts'; import type { Two } from "./two.ts"; import './three.ts';
      export { four } from './four.ts'; export * from './five.ts';
      export type { Six } from './six.ts';
      const seven = () => import('./seven.ts'); type Eight = import('./eight.ts').Eight;
      // import './nine.ts';
      const ten = "import './ten.ts'";`;
    const names = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];
    expect(importsOf('text.ts', text).sort()).toEqual(names.map((name) => `./${name}.ts`).sort());
  });

  test('a circle is found once, with the files that close it', () => {
    const graph = new Map([
      ['a', ['b', 'd']],
      ['b', ['c']],
      ['c', ['a']],
      ['d', []],
      ['e', ['e']],
    ]);
    expect(circlesOf(graph)).toEqual([
      ['a', 'b', 'c', 'a'],
      ['e', 'e'],
    ]);
  });

  test('the sources have none, types included', () => {
    const listed = ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx'];
    const names = execFileSync('git', listed, { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');
    const files = names.map((name) => join(ROOT, name)).filter((file) => existsSync(file));
    const graph = importGraph(ROOT, files);
    // A reader that follows no import finds no circle either.
    expect([...graph.values()].flat().length).toBeGreaterThan(files.length);
    const circles = circlesOf(graph).map((circle) =>
      circle.map((file) => relative(ROOT, file)).join(' > '),
    );
    expect(circles).toEqual([]);
  });
});
