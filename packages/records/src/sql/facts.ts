/** Single facts about a whole database, each under a name. */
import type { Kysely } from 'kysely';
import type { TableSpec } from './migrate.ts';

/** The table of facts, the same in every database. */
export const FACTS = {
  name: 'facts',
  columns: { name: 'text', value: 'text' },
  key: ['name'],
} as const satisfies TableSpec;

/** A database with that table. */
export interface FactsTables {
  facts: { name: string; value: string };
}

/** Names of facts. */
export const Fact = {
  /** Id of the exchange that the database belongs to. */
  exchange: 'exchange',
  /** Which `secrets.key` its secrets are encrypted with. */
  key: 'key_id',
} as const;

/** Every fact by its name. */
export async function readFacts(db: Kysely<FactsTables>): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('facts').select(['name', 'value']).execute();
  return new Map(rows.map(({ name, value }) => [name, value]));
}

/** Stores a fact unless there is one of this name; gives the one that holds. */
export async function settleFact(
  db: Kysely<FactsTables>,
  name: string,
  value: string,
): Promise<string> {
  await db
    .insertInto('facts')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const row = await db
    .selectFrom('facts')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return row.value;
}

/** Binds the database to an exchange. @throws Error when it belongs to another one */
export async function settleExchange(db: Kysely<FactsTables>, exchange: string): Promise<void> {
  const settled = await settleFact(db, Fact.exchange, exchange);
  if (settled === exchange) return;
  throw new Error(`the database belongs to exchange ${settled}, not to ${exchange}`);
}
