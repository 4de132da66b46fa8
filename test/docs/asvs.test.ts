/** The page of security requirements: every number has an answer, and every test it names is there. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ASVS_PAGE, asvsPage, problems, readRequirements } from '../../tools/asvs.ts';

const requirements = readRequirements();

test('every requirement of levels 1 and 2 of ASVS 5.0.0 is there once', () => {
  const ofLevel = (level: number) => requirements.filter((one) => one.level === level).length;
  expect([ofLevel(1), ofLevel(2)]).toEqual([70, 183]);
  expect(new Set(requirements.map(({ id }) => id)).size).toBe(253);
});

test('every test and file that an answer names exists', () => {
  expect(problems(requirements)).toEqual([]);
});

test('an answer that names what is not there is found, and one out of its place', () => {
  const [first] = requirements;
  const file = 'test/docs/asvs.test.ts';
  const wrong = (answer: object) =>
    problems([{ ...first, answers: [answer] } as unknown as (typeof requirements)[number]]);
  expect(wrong({ kind: 'code', file: 'no/such.ts' })).toEqual(['1.1.1: there is no no/such.ts']);
  const title = 'no such '.concat('title');
  expect(wrong({ kind: 'test', file, title })).toEqual([`1.1.1: ${file} has no "${title}"`]);
  const swapped = [requirements[1], requirements[0]] as typeof requirements;
  expect(problems(swapped)).toEqual(['1.1.1 is not in its place']);
});

test('the page is current: node tools/asvs.ts writes it', () => {
  const page = readFileSync(join(import.meta.dirname, '../..', ASVS_PAGE), 'utf8');
  expect(asvsPage(requirements)).toBe(page);
});
