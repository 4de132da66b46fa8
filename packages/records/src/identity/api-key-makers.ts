/** Keys that a key made: they end with it. What a person made has no maker and ends with nothing else. */
import type { Kysely } from 'kysely';
import { RecordsError } from '../errors.ts';
import type { IdentityTables } from './schema.ts';

/** Keys of keys of keys: far more than any route makes. */
const MAKERS_MAX = 8;

/** A key that was made by another one. */
export interface MadeKey {
  readonly apiKey: string;
  readonly uid: number;
}

/** All that a key made and that is not deleted, and what those made. */
export async function keysMadeBy(db: Kysely<IdentityTables>, apiKey: string): Promise<MadeKey[]> {
  const found: MadeKey[] = [];
  let makers = [apiKey];
  while (makers.length > 0) {
    const made = await db
      .selectFrom('api_keys')
      .select(['api_key as apiKey', 'uid'])
      .where('made_by', 'in', makers)
      .where('deleted_at', '=', 0)
      .orderBy('api_key')
      .execute();
    found.push(...made);
    makers = made.map((one) => one.apiKey);
  }
  return found;
}

/**
 * Holds the maker of a new key until the transaction ends, so that it does not end meanwhile. Throws
 * `keyNotFound` where it has ended or is off.
 */
export async function holdMaker(db: Kysely<IdentityTables>, madeBy: string): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('api_keys')
    .set({ api_key: madeBy })
    .where('api_key', '=', madeBy)
    .where('deleted_at', '=', 0)
    .where('disabled_at', '=', 0)
    .executeTakeFirst();
  if (numUpdatedRows === 1n) return;
  throw new RecordsError('keyNotFound', 'the API key that makes this one has ended');
}

/**
 * When a key ends, Unix ms, 0 = never: at its own time or with the first of its makers. Null where one
 * of them has ended or is off.
 */
export async function endOf(
  db: Kysely<IdentityTables>,
  key: { readonly made_by: string; readonly expires_at: number },
): Promise<number | null> {
  let end = key.expires_at;
  let { made_by: madeBy } = key;
  for (let makers = 0; madeBy !== ''; makers++) {
    const maker = await db
      .selectFrom('api_keys')
      .select(['made_by', 'expires_at'])
      .where('api_key', '=', madeBy)
      .where('deleted_at', '=', 0)
      .where('disabled_at', '=', 0)
      .executeTakeFirst();
    if (maker === undefined || makers === MAKERS_MAX) return null;
    if (maker.expires_at !== 0 && (end === 0 || maker.expires_at < end)) end = maker.expires_at;
    madeBy = maker.made_by;
  }
  return end;
}
