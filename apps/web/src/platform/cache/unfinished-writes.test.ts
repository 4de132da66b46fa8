import { afterEach, beforeEach, expect, test, vi } from 'vitest';

type Module = typeof import('./unfinished-writes.ts');

let listeners: Map<string, () => void>;
let items: Map<string, string>;

/** The module as a new page of the tab has it. */
async function newPage(): Promise<Module> {
  vi.resetModules();
  listeners = new Map();
  vi.stubGlobal('addEventListener', (name: string, act: () => void) => listeners.set(name, act));
  return await import('./unfinished-writes.ts');
}

const never = () => new Promise<void>(() => {});

beforeEach(() => {
  items = new Map();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test('what had not ended goes to the next page of the tab, once', async () => {
  const first = await newPage();
  await first.carrying({ database: 'default', key: 'ended', entry: 1 }, async () => {});
  void first.carrying({ database: 'default', key: 'set', entry: { value: 2 } }, never);
  void first.carrying({ database: 'default', key: 'removed' }, never);
  listeners.get('pagehide')?.();
  const second = await newPage();
  expect(second.hasCarried('mix')).toBe(false);
  expect(second.hasCarried('default')).toBe(true);
  expect(second.carriedTo('default')).toEqual([
    { database: 'default', key: 'set', entry: { value: 2 } },
    { database: 'default', key: 'removed' },
  ]);
  expect(second.hasCarried('default')).toBe(false);
  listeners.get('pagehide')?.();
  expect((await newPage()).hasCarried('default')).toBe(false);
});

test('what nobody asked for goes on to the page after', async () => {
  void (await newPage()).carrying({ database: 'mix', key: 'a', entry: 1 }, never);
  listeners.get('pagehide')?.();
  await newPage();
  listeners.get('pagehide')?.();
  expect((await newPage()).carriedTo('mix')).toHaveLength(1);
});

test('nothing is carried by a page that comes back, nor more than the storage should hold', async () => {
  const first = await newPage();
  void first.carrying({ database: 'default', key: 'a', entry: 1 }, never);
  listeners.get('pagehide')?.();
  listeners.get('pageshow')?.();
  expect(items.size).toBe(0);
  void first.carrying({ database: 'default', key: 'b', entry: 'x'.repeat(10_000) }, never);
  listeners.get('pagehide')?.();
  // Nor does what is too large hold the others up.
  expect((await newPage()).carriedTo('default').map(({ key }) => key)).toEqual(['a']);
});

test.each(['no JSON', '5'])('what is not its own is forgotten: %s', async (text) => {
  items.set('unfinished-writes', text);
  expect((await newPage()).hasCarried('default')).toBe(false);
  expect(items.size).toBe(0);
});
