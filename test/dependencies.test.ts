/** Every package.json declares what its files import, and nothing else. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  type PackageSources,
  packageOf,
  packagesOf,
  programsOf,
  scriptsOf,
  versionsAt,
} from './support/dependencies.ts';
import { runtimeImportsOf } from './support/imports.ts';

const ROOT = join(import.meta.dirname, '..');
const LISTED = ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', '*.css'];
const files = execFileSync('git', LISTED, { cwd: ROOT, encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((name) => existsSync(join(ROOT, name)));
const packages = packagesOf(ROOT, files);
const root = packages.find(({ folder }) => folder === '.') as PackageSources;
const testkit = packages.find(({ name }) => name === '@halcyon/testkit') as PackageSources;
/** Texts of the root that name a package without importing it: peers of a bench, a file of axe. */
const rootTexts = files
  .filter((name) => /^(test|bench|tools)\//.test(name))
  .map((name) => readFileSync(join(ROOT, name), 'utf8'))
  .join('\n');

describe('reading of imports', () => {
  test('an import of types alone is none at run time', () => {
    const text = `
      import type { One } from './one'; import { type Two } from './two'; import './three';
      import { four } from './four'; export type { Five } from './five'; export * from './six';
      const seven = () => import('./seven'); type Eight = import('./eight').Eight;`;
    const names = ['three', 'four', 'six', 'seven'];
    expect(runtimeImportsOf('text.ts', text).sort()).toEqual(names.map((one) => `./${one}`).sort());
  });

  test.each([
    ['@halcyon/domain/web', '@halcyon/domain'],
    ['dayjs/locale/en-gb.js', 'dayjs'],
    ['node:fs', null],
    ['./file.ts', null],
  ])('%s is of the package %s', (from, name) => {
    expect(packageOf(from)).toBe(name);
  });
});

describe.each(packages.map((one) => [one.folder, one] as const))('%s', (_folder, one) => {
  test('declares what production code imports', () => {
    const missing = [...one.imported].filter(([name]) => !one.runtime.includes(name));
    expect(missing).toEqual([]);
  });

  test('declares what tests, tools and types import, or the root does', () => {
    // What a test needs of other packages of the repository is its own to declare.
    const shared = root.development.filter((name) => !name.startsWith('@halcyon/'));
    const known = new Set([...one.runtime, ...one.development, ...(one === root ? [] : shared)]);
    expect([...one.mentioned].filter(([name]) => !known.has(name))).toEqual([]);
  });

  test('imports all it declares', () => {
    const used = one === testkit ? one.mentioned : one.imported;
    const unused = one.runtime.filter((name) => !used.has(name) && !hasTypesOf(one, name));
    expect(unused).toEqual([]);
    if (one !== root) {
      expect(one.development.filter((name) => !one.mentioned.has(name))).toEqual([]);
    }
  });
});

/** A package of the repository that is imported for its types only is a dependency all the same. */
function hasTypesOf(one: PackageSources, name: string): boolean {
  return name.startsWith('@halcyon/') && one.mentioned.has(name);
}

describe('the root', () => {
  const everywhere = new Set(packages.flatMap(({ mentioned }) => [...mentioned.keys()]));

  test('declares no tool that nothing uses', () => {
    const unused = root.development.filter((name) => !isUsed(name));
    expect(unused).toEqual([]);
  });

  function isUsed(name: string): boolean {
    if (name === '@types/node') return true;
    if (name.startsWith('@types/')) return everywhere.has(name.slice('@types/'.length));
    if (everywhere.has(name) || new RegExp(`'${name}['/]`).test(rootTexts)) return true;
    return programsOf(ROOT, name).some((program) =>
      new RegExp(`\\b${program} `).test(scriptsOf(ROOT)),
    );
  }

  test('and the packages name one version of each', () => {
    const versions = new Map<string, Set<string>>();
    for (const { folder } of packages) {
      for (const [name, version] of Object.entries(versionsAt(ROOT, folder))) {
        // A peer may be any version from the tested one on.
        const exact = version.replace(/^\^/, '');
        versions.set(name, (versions.get(name) ?? new Set()).add(exact));
      }
    }
    const several = [...versions].filter(([, all]) => all.size > 1);
    expect(several.map(([name, all]) => [name, ...all])).toEqual([]);
  });
});
