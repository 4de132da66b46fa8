import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

/**
 * Selects a 64-bit money column as decimal text: neither database's driver can give a number above
 * 2^53 exactly, and both give text exactly. Read it with BigInt.
 */
export function int64Text(column: string): RawBuilder<string> {
  return sql<string>`cast(${sql.ref(column)} as text)`;
}

/** True for rows that have a client id; written as the partial indexes on it are. */
export const HAS_CLIENT_ID: RawBuilder<boolean> = sql<boolean>`client_id <> ''`;
