import { describe, expect, it } from 'vitest';
import { type CursorPage, readPages, withPage } from './use-pages.ts';

const PAGES: Readonly<Record<string, CursorPage<number>>> = {
  '': { rows: [9, 8], next: 'b' },
  b: { rows: [7, 6], next: 'c' },
  c: { rows: [5], next: null },
};

async function read(before: string): Promise<CursorPage<number>> {
  const page = PAGES[before];
  if (page === undefined) throw new Error(`no page ${before}`);
  return page;
}

describe('pages', () => {
  it('are read again as many as were known, and no further than there are', async () => {
    for (const [count, found] of [
      [0, 1],
      [1, 1],
      [2, 2],
      [9, 3],
    ] as const) {
      expect([count, (await readPages(read, () => count)).pages.length]).toEqual([count, found]);
    }
  });

  it('that became known while they are read again stay known', async () => {
    let known = 1;
    const grown = await readPages(
      async (before) => {
        if (before === '') known = 3;
        return read(before);
      },
      () => known,
    );
    expect(grown.pages).toHaveLength(3);
  });

  it('take the next one, but none of before a change', async () => {
    const known = await readPages(read, () => 1);
    const next = await read('b');
    expect(withPage(known, 'b', next)?.pages).toEqual([PAGES[''], PAGES['b']]);
    expect(withPage(known, 'c', next)).toBeUndefined();
    expect(withPage(undefined, 'b', next)).toBeUndefined();
  });
});
