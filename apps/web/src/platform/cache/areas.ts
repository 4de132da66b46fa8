/** Where an entry of the client cache lives: business areas, databases, and keys that all share. */

/** The business areas. */
export const CACHE_AREAS = [
  'default',
  'separation',
  'common',
  'mix',
  'copy',
  'community',
  'activity',
  'earn',
  'microAxios',
  'microMd5',
  'webSdk',
  'Web3',
] as const;

/** A business area. */
export type CacheArea = (typeof CACHE_AREAS)[number];

/** What every database of the cache is opened with; `size` is in bytes. */
export const CACHE_DATABASE = { size: 4_980_736, version: 1, storeName: 'local_cache' } as const;

/** Database of the areas that share one. */
const MICRO_DATABASE = 'micro';
const MICRO_AREAS: readonly CacheArea[] = ['microAxios', 'microMd5'];

/** Names of keys that live in the common store, whatever the area. */
export const COMMON_KEYS: readonly string[] = ['theme', 'locale', 'currency', 'instruments'];

/** The area with that name; undefined outside the list. */
export function areaNamed(name: string): CacheArea | undefined {
  return CACHE_AREAS.find((area) => area === name);
}

/** A key is `name` or `name:more`; the name decides whether it is forced into the common store. */
export function placeOf(area: CacheArea, key: string): { database: string; key: string } {
  const name = key.split(':', 1)[0] ?? key;
  if (COMMON_KEYS.includes(name)) return { database: 'common', key };
  if (MICRO_AREAS.includes(area)) return { database: MICRO_DATABASE, key: `${area}:${key}` };
  return { database: area, key };
}
