/** What a page of the ledger costs, beside the same page by the query that it once began with. */
import type { Kysely } from 'kysely';
import { bills } from '../src/history/bills.ts';
import { idRange } from '../src/kinds/window.ts';
import type { RecordsTables } from '../src/projection/schema.ts';
import { openDatabase } from '../src/sql/connect.ts';
import { int64Text } from '../src/sql/int64.ts';

const ROUNDS = 3_000;
const ROWS = 100;

/** The query before it could be narrowed by what is rare. */
async function billsBefore(
  db: Kysely<RecordsTables>,
  query: { readonly account: number; readonly idLessThan: number; readonly limit: number },
): Promise<unknown[]> {
  const { from, to } = await idRange(db, 'bill_id', query);
  const rows = await db
    .selectFrom('bills')
    .select(['id', 'account', 'asset', 'reason', 'side'])
    .select([int64Text('amount').as('amount'), int64Text('fee').as('fee')])
    .select([int64Text('balance').as('balance'), 'instrument', 'reference', 'time', 'seq'])
    .where('account', '=', query.account)
    .where('id', '>=', from)
    .where('id', '<', to)
    .orderBy('id', 'desc')
    .limit(query.limit)
    .execute();
  return rows.map((row) => ({
    ...row,
    amount: BigInt(row.amount),
    fee: BigInt(row.fee),
    balance: BigInt(row.balance),
  }));
}

/** Median times of both, in turns. @param account of a user, by number */
export async function ledgerBench(
  file: string,
  account: (user: number) => number,
): Promise<Record<string, unknown>> {
  const database = await openDatabase<RecordsTables>({ kind: 'sqlite', file }, 'read');
  const { db } = database;
  const { newest } = await db
    .selectFrom('bills')
    .select(({ fn }) => fn.max('id').as('newest'))
    .executeTakeFirstOrThrow();
  const ways = { now: bills, before: billsBefore };
  const times = { now: [] as number[], before: [] as number[] };
  for (let i = -ROUNDS / 4; i < ROUNDS; i++) {
    if (i === 0) for (const list of Object.values(times)) list.length = 0;
    const idLessThan = newest - (Math.abs(i * 104_729) % Math.floor(newest / 2));
    const query = { account: account(i + 5_000), idLessThan, limit: ROWS };
    for (const name of i % 2 === 0 ? (['now', 'before'] as const) : (['before', 'now'] as const)) {
      const begun = performance.now();
      const found = await ways[name](db, query);
      times[name].push(performance.now() - begun);
      if (found.length !== ROWS) throw new Error(`${name} found ${found.length} rows`);
    }
  }
  await database.close();
  const median = (list: number[]) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
  return {
    bench: 'page of 100 ledger entries, without the way to the worker',
    nowMsP50: Math.round(median(times.now) * 1000) / 1000,
    beforeMsP50: Math.round(median(times.before) * 1000) / 1000,
  };
}
