/**
 * Queries of one shape are built once: to build and compile one costs as much as to read a page of
 * rows. What varies between two of a shape is their parameters alone.
 */
import { assert } from '@halcyon/domain';
import type { CompiledQuery, Kysely } from 'kysely';

/** A database, whatever its tables. */
export type AnyDatabase = Pick<Kysely<unknown>, 'executeQuery' | 'getExecutor'>;

/** The queries of each database by their shape; the program decides how many shapes there are. */
const BUILT = new WeakMap<object, Map<string, CompiledQuery>>();

/**
 * The rows of a query.
 * @param shape what distinguishes its text from that of every other query here
 * @param parameters all of its parameters, in the order in which they stand in the text
 * @param build the query with these parameters, for the first of its shape
 */
export async function rowsOf<Row>(
  db: AnyDatabase,
  shape: string,
  parameters: readonly unknown[],
  build: () => CompiledQuery<Row>,
): Promise<Row[]> {
  let queries = BUILT.get(db);
  if (queries === undefined) {
    queries = new Map();
    BUILT.set(db, queries);
  }
  let query = queries.get(shape);
  if (query === undefined) {
    query = build();
    assert(sameParameters(query.parameters, parameters), `the parameters of ${shape} differ`);
    queries.set(shape, query);
  }
  const { rows } = await db.executeQuery<Row>({ ...query, parameters } as CompiledQuery<Row>);
  return rows;
}

function sameParameters(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((value, i) => value === other[i]);
}
