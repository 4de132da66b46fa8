import { allowedInSimulation, INSTEAD_OF, insteadOf, PAGES } from '@halcyon/domain/web';
import { expect, test } from 'vitest';
import { MISSED, missedPage } from './missed-page.ts';

/** They lead to the mode's first page without a word. */
const WAYS_IN = ['landing', 'login', 'register'];

test('every page that simulation trading does not have has a name there, and no other', () => {
  const missed = Object.entries(PAGES)
    .filter(([, path]) => !allowedInSimulation(path) && insteadOf(path).includes(INSTEAD_OF))
    .map(([id]) => id)
    .filter((id) => !WAYS_IN.includes(id));
  expect(Object.keys(MISSED).sort()).toEqual(missed.sort());
  for (const id of missed) expect(missedPage(`?${INSTEAD_OF}=${id}`)).toBe(id);
});

test('an address is not believed that names what the mode has, or no page', () => {
  for (const name of ['spot', 'assets', 'login', 'toString', 'x', '']) {
    expect(missedPage(`?${INSTEAD_OF}=${name}`)).toBe(null);
  }
  expect(missedPage('')).toBe(null);
});
