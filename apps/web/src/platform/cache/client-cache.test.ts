import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CACHE_AREAS, CACHE_DATABASE, placeOf } from './areas.ts';
import { ClientCache } from './client-cache.ts';
import type { CacheStore } from './open-store.ts';

/** Databases as maps. */
class Storage {
  readonly databases = new Map<string, Map<string, unknown>>();
  opened = 0;

  readonly open = async (name: string): Promise<CacheStore> => {
    this.opened += 1;
    const entries = new Map<string, unknown>();
    this.databases.set(name, entries);
    return {
      getItem: async (key) => entries.get(key) ?? null,
      setItem: async (key, value) => entries.set(key, value),
      removeItem: async (key) => {
        entries.delete(key);
      },
    };
  };

  keys(name: string): string[] {
    return [...(this.databases.get(name)?.keys() ?? [])];
  }
}

let storage: Storage;
let now: number;
let cache: ClientCache;
let errors: string[];

const isText = (value: unknown): value is string => typeof value === 'string';

beforeEach(() => {
  storage = new Storage();
  now = 1_000;
  cache = new ClientCache(storage.open, () => now);
  errors = [];
  vi.spyOn(console, 'error').mockImplementation((...parts) => {
    errors.push(parts.join(' '));
  });
});

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the place of a key', () => {
  it.each(CACHE_AREAS)('area %s', (area) => {
    const micro = area === 'microAxios' || area === 'microMd5';
    const place = micro
      ? { database: 'micro', key: `${area}:layout:live` }
      : { database: area, key: 'layout:live' };
    expect(placeOf(area, 'layout:live')).toEqual(place);
  });

  it.each(['theme', 'locale', 'currency', 'instruments', 'instruments:paper'])(
    '%s is common to all areas',
    (key) => {
      for (const area of CACHE_AREAS)
        expect(placeOf(area, key)).toEqual({ database: 'common', key });
    },
  );

  it('a key that only begins like a common one is not', () => {
    expect(placeOf('earn', 'themes')).toEqual({ database: 'earn', key: 'themes' });
  });

  it('databases have the size, version and store of the specification', () => {
    expect(CACHE_DATABASE).toEqual({ size: 4_980_736, version: 1, storeName: 'local_cache' });
  });
});

describe('ClientCache', () => {
  it('keeps values by area', async () => {
    expect(cache.setArea('earn')).toBe('earn');
    expect(await cache.set('a', 'one')).toBe('one');
    cache.setArea('mix');
    expect(await cache.get('a', isText)).toBeNull();
    await cache.set('a', 'two');
    cache.setArea('earn');
    expect(await cache.get('a', isText)).toBe('one');
    await cache.remove('a');
    expect(await cache.get('a', isText)).toBeNull();
    expect(storage.opened).toBe(2);
    expect(errors).toEqual([]);
  });

  it('keeps the two micro areas apart in one database', async () => {
    cache.setArea('microAxios');
    await cache.set('a', 'axios');
    cache.setArea('microMd5');
    await cache.set('a', 'md5');
    expect(storage.keys('micro')).toEqual(['microAxios:a', 'microMd5:a']);
    expect(await cache.get('a', isText)).toBe('md5');
  });

  it('forgets what has expired, at its very ms', async () => {
    cache.setArea('default');
    await cache.set('a', 'short', 10);
    now += 9;
    expect(await cache.get('a', isText)).toBe('short');
    now += 1;
    expect(await cache.get('a', isText)).toBeNull();
    expect(storage.keys('default')).toEqual([]);
  });

  it('does not hand out what is not valid', async () => {
    cache.setArea('default');
    await cache.set('a', 5);
    expect(await cache.get('a', isText)).toBeNull();
    storage.databases.get('default')?.set('b', 'written by another version');
    expect(await cache.get('b', isText)).toBeNull();
  });

  it('an unknown area is told on the console and gives null, then and after', async () => {
    cache.setArea('default');
    await cache.set('a', 'one');
    expect(cache.setArea('savings')).toBeNull();
    expect(errors).toEqual(['client cache: "savings" is not a business area']);
    expect(await cache.get('a', isText)).toBeNull();
    expect(errors[1]).toMatch(/set the business area first/);
  });

  it('use before an area is set tells the developer so', async () => {
    expect(await cache.get('a', isText)).toBeNull();
    expect(await cache.set('a', 'one')).toBeNull();
    await cache.remove('a');
    expect(errors).toEqual(
      Array(3).fill('client cache: set the business area first, with setArea()'),
    );
    expect(storage.opened).toBe(0);
  });

  it('says once that there is no storage, and goes on without', async () => {
    const none = new ClientCache(() =>
      Promise.reject(new Error('No available storage method found.')),
    );
    none.setArea('default');
    expect(await none.set('a', 'one')).toBeNull();
    expect(await none.get('a', isText)).toBeNull();
    expect(errors).toEqual(['No available storage method found.']);
  });

  it('a failing storage is a finding of nothing', async () => {
    const failing = new ClientCache(async () => ({
      getItem: () => Promise.reject(new Error('quota')),
      setItem: () => Promise.reject(new Error('quota')),
      removeItem: () => Promise.reject(new Error('quota')),
    }));
    failing.setArea('default');
    expect(await failing.set('a', 'one')).toBeNull();
    expect(await failing.get('a', isText)).toBeNull();
    expect(errors).toHaveLength(2);
    expect(errors[0]).toMatch(/default failed: Error: quota/);
  });
});
