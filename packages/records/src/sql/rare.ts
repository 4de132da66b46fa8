import type { QueryExecutorProvider, RawBuilder } from 'kysely';
import { SqliteAdapter, sql } from 'kysely';

/**
 * A condition that few rows meet and a partial index has. SQLite keeps no statistics, and reads all
 * rows in the order of the key unless it is told; PostgreSQL knows.
 */
export function rare(
  db: QueryExecutorProvider,
  condition: RawBuilder<boolean>,
): RawBuilder<boolean> {
  const sqlite = db.getExecutor().adapter instanceof SqliteAdapter;
  return sqlite ? sql<boolean>`unlikely(${condition})` : condition;
}
