/**
 * The worked examples of the documents of rules: blocks of code in the language `example`, played by the
 * newest rules. What follows the language are terms that differ: `example takerPpm=0`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NEWEST_RULES } from '@halcyon/core';
import { describe, expect, test } from 'vitest';
import { FuturesScenario } from '../../packages/testkit/src/core/futures-scenario.ts';

const DOCS = join(import.meta.dirname, '../../docs');

interface Example {
  /** The heading above it, and its line in the file. */
  readonly name: string;
  readonly terms: Readonly<Record<string, number>>;
  readonly table: string;
}

function examplesOf(document: string): Example[] {
  const text = readFileSync(join(DOCS, document), 'utf8');
  return [...text.matchAll(/^```example(.*)\n([\s\S]*?)^```/gm)].map(
    ({ 1: words, 2: table, index }) => {
      const before = text.slice(0, index);
      const heading = [...before.matchAll(/^#+ (.+)$/gm)].at(-1)?.[1] ?? '';
      const pairs = (words ?? '')
        .trim()
        .split(' ')
        .filter((word) => word !== '');
      const terms = pairs.map((word) => word.split('=')).map(([key, to]) => [key, Number(to)]);
      const line = before.split('\n').length;
      return {
        name: `${heading}, line ${line}`,
        terms: Object.fromEntries(terms),
        table: table ?? '',
      };
    },
  );
}

describe('examples of the rules of contracts', () => {
  const examples = examplesOf('contract-rules.md');

  test('there are some', () => expect(examples.length).toBeGreaterThan(0));

  test.each(examples)('$name', ({ terms, table }) => {
    const { expected, actual } = new FuturesScenario(terms, {}, NEWEST_RULES).run(table);
    expect(actual).toEqual(expected);
  });
});
