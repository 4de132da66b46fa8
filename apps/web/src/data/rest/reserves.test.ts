/** The list of roots: what is known is not fetched again, and what does not follow on it is fetched whole. */
import type { ReservesHead } from '@halcyon/domain';
import { ROOTS_PAGE } from '@halcyon/domain/web';
import { afterEach, expect, test, vi } from 'vitest';
import { fetchRoots } from './reserves.ts';

function headsOf(exchange: string, count: number): ReservesHead[] {
  return Array.from({ length: count }, (_, n) => {
    return { exchange, seq: n + 1, link: `${exchange}${n + 1}`, previous: `${exchange}${n}` };
  }) as unknown as ReservesHead[];
}

/** Places after which is asked. */
function serve(heads: readonly ReservesHead[]): number[] {
  const asked: number[] = [];
  vi.stubGlobal('fetch', (address: string) => {
    const after = Number(new URL(address, 'http://x').searchParams.get('after'));
    asked.push(after);
    const roots = heads.filter(({ seq }) => seq > after).slice(0, ROOTS_PAGE);
    const text = JSON.stringify({ code: '00000', msg: 'success', data: { roots } });
    return Promise.resolve({ ok: true, status: 200, text: () => Promise.resolve(text) });
  });
  return asked;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test('all pages are fetched at first, later what came since alone', async () => {
  const asked = serve(headsOf('a', ROOTS_PAGE + 3));
  const known = await fetchRoots();
  expect(known).toHaveLength(ROOTS_PAGE + 3);
  expect(asked).toEqual([0, ROOTS_PAGE]);
  const later = serve(headsOf('a', ROOTS_PAGE + 4));
  expect(await fetchRoots(known)).toEqual(headsOf('a', ROOTS_PAGE + 4));
  expect(later).toEqual([ROOTS_PAGE + 3]);
});

test('where another exchange answers, or a root is gone, its whole list is shown', async () => {
  const known = headsOf('a', 3);
  serve(headsOf('b', 5));
  expect(await fetchRoots(known)).toEqual(headsOf('b', 5));
  serve(headsOf('a', 2));
  expect(await fetchRoots(known)).toEqual(headsOf('a', 2));
});
