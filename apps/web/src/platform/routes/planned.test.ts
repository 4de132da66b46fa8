import { pageAt, SIMULATION_HOME } from '@halcyon/domain/web';
import { describe, expect, it } from 'vitest';
import { PATHS } from './paths.ts';
import { PLANNED_PAGES } from './planned.ts';

const planned: readonly string[] = PLANNED_PAGES;

describe('pages that are not built', () => {
  it('are linked from nowhere', () => {
    // @ts-expect-error the table of links has no page that is not built
    expect(pageAt(PATHS.copyTrading)).toBe('copyTrading');
    expect(planned).not.toContain(pageAt(SIMULATION_HOME));
  });
});
