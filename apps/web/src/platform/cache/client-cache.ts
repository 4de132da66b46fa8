/**
 * What the browser may keep between visits, by business area. It is a cache: every read may find
 * nothing, and no fault of the storage is a fault of the page; faults are told on the console.
 */

import { areaNamed, type CacheArea, placeOf } from './areas.ts';
import { type CacheStore, hasStore, openStore } from './open-store.ts';
import { carriedTo, carrying, hasCarried, type Write } from './unfinished-writes.ts';

/** Opens the store of a database. */
export type OpenStore = (database: string) => Promise<CacheStore>;

/** How a value is kept; without `expiresAt` (Unix ms) for ever. */
interface Entry {
  readonly value: unknown;
  readonly expiresAt: number | null;
}

/** One database is opened once a page, whoever asks. */
const pageStores = new Map<string, Promise<CacheStore | null>>();

/** The cache of one business area at a time. */
export class ClientCache {
  readonly #open: OpenStore;
  readonly #stores: Map<string, Promise<CacheStore | null>>;
  readonly #exists: (database: string) => Promise<boolean>;
  readonly #clock: () => number;
  #area: CacheArea | null = null;

  /** @param open for tests; stores that it opens are not shared with the page's */
  constructor(open?: OpenStore, clock: () => number = Date.now) {
    this.#open = open ?? openStore;
    this.#stores = open === undefined ? pageStores : new Map();
    this.#exists = open === undefined ? hasStore : async () => true;
    this.#clock = clock;
  }

  /** Chooses the area of what follows; null, told on the console, when it is not in the list. */
  setArea(name: string): CacheArea | null {
    this.#area = areaNamed(name) ?? null;
    if (this.#area === null) console.error(`client cache: "${name}" is not a business area`);
    return this.#area;
  }

  /** The value of a key; null when there is none, it has expired or it does not pass `isValid`. */
  async get<T>(key: string, isValid: (value: unknown) => value is T): Promise<T | null> {
    return this.#with(
      key,
      async (store, storeKey) => {
        const entry = await store.getItem(storeKey);
        if (!isEntry(entry)) return null;
        if (entry.expiresAt !== null && this.#clock() >= entry.expiresAt) {
          await store.removeItem(storeKey);
          return null;
        }
        return isValid(entry.value) ? entry.value : null;
      },
      this.#exists,
    );
  }

  /** Keeps plain data under a key, for `lifetimeMs` or until it is removed; null when it could not. */
  async set<T>(key: string, value: T, lifetimeMs?: number): Promise<T | null> {
    const expiresAt = lifetimeMs === undefined ? null : this.#clock() + lifetimeMs;
    const entry: Entry = { value, expiresAt };
    return this.#write(key, entry, () =>
      this.#with(key, async (store, storeKey) => {
        await store.setItem(storeKey, entry);
        return value;
      }),
    );
  }

  /** Forgets a key. */
  async remove(key: string): Promise<void> {
    await this.#write(key, undefined, () =>
      this.#with(
        key,
        async (store, storeKey) => {
          await store.removeItem(storeKey);
          return null;
        },
        this.#exists,
      ),
    );
  }

  #write<T>(key: string, entry: Entry | undefined, act: () => Promise<T>): Promise<T> {
    if (this.#area === null) return act();
    return carrying({ ...placeOf(this.#area, key), entry }, act);
  }

  async #with<T>(
    key: string,
    act: (store: CacheStore, storeKey: string) => Promise<T | null>,
    /** Asked before a database is opened; when it is not there, the result is null. */
    exists: (database: string) => Promise<boolean> = async () => true,
  ): Promise<T | null> {
    if (this.#area === null) {
      console.error('client cache: set the business area first, with setArea()');
      return null;
    }
    const place = placeOf(this.#area, key);
    try {
      const isKnown = this.#stores.has(place.database) || hasCarried(place.database);
      if (!isKnown && !(await exists(place.database))) return null;
      const store = await this.#store(place.database);
      return store === null ? null : await act(store, place.key);
    } catch (error) {
      console.error(`client cache: ${place.database} failed:`, error);
      return null;
    }
  }

  /** Null, told once, where nothing can be opened. */
  #store(database: string): Promise<CacheStore | null> {
    let store = this.#stores.get(database);
    if (store === undefined) {
      store = this.#open(database)
        .then((opened) => writeCarried(opened, carriedTo(database)))
        .catch((error: unknown) => {
          console.error(error instanceof Error ? error.message : error);
          return null;
        });
      this.#stores.set(database, store);
    }
    return store;
  }
}

/** A cache whose area is set. */
export function cacheOf(area: CacheArea): ClientCache {
  const cache = new ClientCache();
  cache.setArea(area);
  return cache;
}

async function writeCarried(store: CacheStore, writes: Write[]): Promise<CacheStore> {
  try {
    for (const { key, entry } of writes) {
      await (entry === undefined ? store.removeItem(key) : store.setItem(key, entry));
    }
  } catch (error) {
    console.error('client cache: writes of the page before failed:', error);
  }
  return store;
}

function isEntry(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && 'value' in value && 'expiresAt' in value;
}
