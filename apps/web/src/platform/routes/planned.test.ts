import { pageAt, SIMULATION_HOME } from '@halcyon/domain/web';
import { describe, expect, it } from 'vitest';
import { PATHS } from './paths.ts';
import { PLANNED_PAGES } from './planned.ts';

const planned: readonly string[] = PLANNED_PAGES;

describe('pages that are not built', () => {
  it('are linked from nowhere', () => {
    const linked = [...Object.values(PATHS), SIMULATION_HOME];
    expect(linked.filter((path) => pageAt(path) === null)).toEqual([]);
    expect(linked.filter((path) => planned.includes(pageAt(path) ?? ''))).toEqual([]);
  });
});
