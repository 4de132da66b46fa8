import { allowedInSimulation, type MissedPageId, missedPage, PAGES } from '@halcyon/domain/web';
import { expect, test } from 'vitest';
import { MISSED } from './missed-page.ts';

test('every page that simulation trading does not have has a name there, and no other', () => {
  const missed = Object.keys(PAGES).filter((id) => missedPage(`?instead=${id}`) !== null);
  expect(Object.keys(MISSED).sort()).toEqual(missed.sort());
  for (const id of missed as MissedPageId[]) expect(allowedInSimulation(PAGES[id])).toBe(false);
});
