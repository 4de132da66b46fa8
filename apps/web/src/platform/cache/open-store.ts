/** Opens the databases of the cache: IndexedDB, else WebSQL, else localStorage. */

import { CACHE_DATABASE } from './areas.ts';

/** The store of one database. Values are plain data. */
export interface CacheStore {
  getItem(key: string): Promise<unknown>;
  setItem(key: string, value: unknown): Promise<unknown>;
  removeItem(key: string): Promise<void>;
}

/**
 * Opens a database. localForage arrives in a chunk of its own, on first use.
 * @throws Error `No available storage method found.`
 */
export async function openStore(name: string): Promise<CacheStore> {
  const { default: localforage } = await import('localforage');
  const { INDEXEDDB, WEBSQL, LOCALSTORAGE } = localforage;
  const driver = [INDEXEDDB, WEBSQL, LOCALSTORAGE];
  const store = localforage.createInstance({ name, driver, ...CACHE_DATABASE });
  await store.ready();
  return store;
}

/**
 * False when nothing was ever kept in a database, so that a first visit does not fetch localForage
 * (9 KB) to find nothing. True where the browser cannot tell.
 */
export async function hasStore(name: string): Promise<boolean> {
  try {
    const databases = await indexedDB.databases();
    if (databases.some((database) => database.name === name)) return true;
    return Object.keys(localStorage).some((key) => key.startsWith(`${name}/`));
  } catch {
    return true;
  }
}
