/** Standard terms: what was replaced stays away, searches arrive, and a name of a type means one thing. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { REPLACED_WORDS, type ReplacedWord, TERMS } from './support/terms.ts';

const ROOT = join(import.meta.dirname, '..');
/** The list itself, its test, and what is history. */
const NOT_READ = /^(test\/(terms\.test|support\/terms)\.ts|CHANGELOG\.md|docs\/decisions\/)/;

const LISTED = ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', '*.md'];
const sources = execFileSync('git', LISTED, { cwd: ROOT, encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((name) => existsSync(join(ROOT, name)))
  .map((name) => ({ name, text: readFileSync(join(ROOT, name), 'utf8') }));

interface Source {
  readonly name: string;
  readonly text: string;
}

function foundIn(files: readonly Source[], { word, term, files: about }: ReplacedWord): string[] {
  return files
    .filter(({ name }) => !NOT_READ.test(name) && (about?.test(name) ?? true))
    .flatMap(({ name, text }) => {
      const found = word.exec(text)?.[0];
      return found === undefined ? [] : [`${name}: ${found} (write ${term})`];
    });
}

/** Files that export a type of each name; a re-export is none of its own. */
function exportedTypes(files: readonly Source[]): Map<string, string[]> {
  const types = new Map<string, string[]>();
  for (const { name, text } of files) {
    const exported = /^export (?:declare )?(?:abstract )?(?:class|interface|type) (\w+)/gm;
    for (const [, type = ''] of text.matchAll(exported)) {
      types.set(type, [...(types.get(type) ?? []), name]);
    }
  }
  return types;
}

describe('replaced words', () => {
  test('are written nowhere', () => {
    expect(REPLACED_WORDS.flatMap((one) => foundIn(sources, one))).toEqual([]);
  });

  test('are found where they are', () => {
    const old = { name: 'packages/core/src/a.ts', text: 'class LevelRoom {}' };
    expect(REPLACED_WORDS.flatMap((one) => foundIn([old], one))).toHaveLength(2);
  });
});

test.each(Object.entries(TERMS))('a search for %s arrives', (term, files) => {
  const missing = files.filter((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8').replaceAll('\n * ', ' ').toLowerCase();
    return !text.includes(term);
  });
  expect(missing).toEqual([]);
});

describe('the name of an exported type', () => {
  const code = sources.filter(({ name }) => /\.tsx?$/.test(name) && !NOT_READ.test(name));

  test('means one thing', () => {
    expect(exportedTypes(code).size).toBeGreaterThan(2_000);
    const twice = [...exportedTypes(code)].filter(([, files]) => new Set(files).size > 1);
    expect(twice.map(([type, files]) => `${type}: ${files.join(', ')}`)).toEqual([]);
  });

  test('is seen twice', () => {
    const text = 'export interface Level {}';
    const found = exportedTypes([
      { name: 'a.ts', text },
      { name: 'b.ts', text },
    ]);
    expect(found.get('Level')).toEqual(['a.ts', 'b.ts']);
  });
});
