import { describe, expect, test } from 'vitest';
import { LOCALES } from './locales.ts';
import { PAGES, type PageId, pageAt } from './pages.ts';

/** An address of a page, with something in the place of each parameter. */
function example(path: string, optional: boolean): string {
  return path.replace(/\/:\w+(\??)/g, (_all, mark) =>
    mark === '?' && !optional ? '' : '/BTCUSDT',
  );
}

const all = Object.entries(PAGES) as [PageId, string][];

describe('pageAt', () => {
  test.each(all)('%s is at %s, in every language and in none', (id, path) => {
    for (const optional of [true, false]) {
      const address = example(path, optional);
      for (const code of ['', '/bg', ...LOCALES.map((entry) => `/${entry.code}`)]) {
        expect([code + address, pageAt(code + address)]).toEqual([code + address, id]);
      }
    }
  });

  test.each([
    ['/spot', null],
    ['/spot/', null],
    ['/spot/a/b', null],
    ['/xx/markets', null],
    ['/EN/markets', null],
    ['/markets/', 'markets'],
    ['/markets//', null],
    ['//markets', null],
    ['/ja', 'landing'],
    ['/ja/', 'landing'],
    ['/ja/ja', null],
    ['/copy-trading/mine', 'copyMine'],
    ['/copy-trading/trader', null],
    ['/record', null],
    ['/index.html', null],
  ])('%s is %s', (address, id) => {
    expect(pageAt(address)).toBe(id);
  });

  test('no address is two pages', () => {
    expect(new Set(Object.values(PAGES)).size).toBe(all.length);
    expect(all).toHaveLength(50);
  });
});
