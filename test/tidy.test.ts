/** House style that a formatter cannot see. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const LINES_MAX = 500;
/** Files that are one thing and longer than the rule allows, each with its reason. */
const LONG_FILES: Readonly<Record<string, string>> = {};

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((name) => name !== '');

function read(name: string): string {
  return readFileSync(join(ROOT, name), 'utf8');
}

/** The lines of a file that are in a class. */
function classesOf(text: string): string[] {
  const bodies = text.matchAll(/^(?:export )?(?:abstract )?class .*?^}/gms);
  return [...bodies].flatMap(([body]) => body.split('\n'));
}

describe('sources', () => {
  test('files are short', () => {
    const long = files.filter((name) => {
      return read(name).split('\n').length > LINES_MAX && LONG_FILES[name] === undefined;
    });
    expect(long).toEqual([]);
  });

  test('names are kebab-case', () => {
    const wrong = files.filter((name) => !/^[a-z0-9./-]+$/.test(name));
    expect(wrong).toEqual([]);
  });

  test('no loose ends', () => {
    const marks = new RegExp(
      ['TO' + 'DO', 'FIX' + 'ME', '@ts-' + 'ignore', '\\.on' + 'ly\\('].join('|'),
    );
    expect(files.filter((name) => marks.test(read(name)))).toEqual([]);
  });

  test("what the core's constructors set is declared, not defined (decision 0020)", () => {
    const core = files.filter((name) => /^packages\/core\/src\//.test(name));
    const defined = core.flatMap((name) =>
      classesOf(read(name))
        .filter((line) => /^ {2}((private|readonly) )*\w+: [^=]*;$/.test(line))
        .map((line) => `${name}: ${line.trim()}`),
    );
    expect(defined).toEqual([]);
  });

  test('the core has no clock, no randomness, no float parsing', () => {
    const banned = /\bDate\b|Math\.random|parseFloat|toFixed|\bprocess\.|setTimeout|setInterval/;
    const core = files.filter((name) => {
      const inside = /^packages\/(core|domain)\/src\//.test(name);
      return inside && !name.endsWith('.test.ts');
    });
    expect(core.length).toBeGreaterThan(10);
    expect(core.filter((name) => banned.test(stripComments(read(name))))).toEqual([]);
  });

  test('index prices are made without a clock or chance of their own', () => {
    const banned = /\bDate\b|Math\.random|\bperformance\b|setTimeout|setInterval/;
    const prices = files.filter((name) => /^packages\/prices\/src\//.test(name));
    expect(prices.length).toBeGreaterThan(5);
    expect(prices.filter((name) => banned.test(stripComments(read(name))))).toEqual([]);
  });
});

function stripComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\/\/.*$/gm, '');
}

describe('the lockfile', () => {
  const lock = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { integrity?: string; resolved?: string; link?: boolean }>;
  };
  const outside = Object.entries(lock.packages).filter(
    ([name, entry]) => name.startsWith('node_modules/') && entry.link !== true,
  );

  test('has the integrity of every package', () => {
    expect(outside.filter(([, entry]) => entry.integrity === undefined)).toEqual([]);
  });

  test('names no addresses', () => {
    expect(outside.filter(([, entry]) => /^https?:/.test(entry.resolved ?? ''))).toEqual([]);
  });
});
