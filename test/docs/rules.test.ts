/** The documents of rules: every rule has an example that shows it, and what each example says is so by the newest rules. */
import { describe, expect, test } from 'vitest';
import { PaperExamples } from './paper-examples.ts';
import { readRules } from './rule-examples.ts';
import { ContractExamples, MarginExamples } from './rule-scenarios.ts';

type Terms = Readonly<Record<string, number>>;

/** What plays the examples of each document. */
const SCENARIOS = {
  'contract-rules.md': (terms: Terms) =>
    'paper' in terms ? new PaperExamples() : new ContractExamples(terms),
  'margin-rules.md': (_terms: Terms) => new MarginExamples(),
} as const;

describe.each(Object.entries(SCENARIOS))('%s', (document, scenarioOf) => {
  const { rules, examples, loose } = readRules(document);

  test('says nothing that is neither a rule nor a definition', () => expect(loose).toEqual([]));

  test('gives each rule a number of its own', () => {
    expect(rules.length).toBeGreaterThan(0);
    expect(rules.filter((rule, at) => rules.indexOf(rule) !== at)).toEqual([]);
  });

  test('shows each rule by an example, and nothing else', () => {
    const shown = new Set(examples.flatMap(({ shows }) => shows));
    expect(rules.filter((rule) => !shown.has(rule))).toEqual([]);
    expect([...shown].filter((rule) => !rules.includes(rule))).toEqual([]);
    expect(examples.filter(({ shows }) => shows.length === 0)).toEqual([]);
  });

  test.each(examples)('$name', ({ terms, table }) => {
    const { expected, actual } = scenarioOf(terms).run(table);
    expect(actual).toEqual(expected);
  });
});

test('a rule without an example, and a paragraph that is none, are found', () => {
  const text = [
    '# Rules',
    'What they are for.',
    '## A\n',
    '- **Z1** This is so.',
    '- **Z2** And that.\n',
    '*Definition.* Words.\n',
    'Nothing of the kind.\n',
    '```opening\nann brings 1 -> ok\n```\n',
    '*Z1:* For instance:\n',
    '```example takerPpm=3\n...\nann USD -> 1\n```\n',
  ].join('\n');
  const { rules, examples, loose } = readRules('', text);
  expect(rules).toEqual(['Z1', 'Z2']);
  expect(loose).toEqual(['line 10: Nothing of the kind.']);
  const table = 'ann brings 1 -> ok\nann USD -> 1';
  expect(examples).toEqual([
    { name: 'A, line 18: Z1', shows: ['Z1'], terms: { takerPpm: 3 }, table },
  ]);
});
