/** A group of notices, and what is urgent of a sub-account, are found by an index, however many others there are. */
import { NoticeKind } from '@halcyon/domain';
import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noticePages, notices, unreadNotices } from '../src/history/notices.ts';
import { NOTICES } from '../src/kinds/notices.ts';
import { selectWhere } from '../src/kinds/pages.ts';
import { RECORDS_MIGRATIONS } from '../src/projection/migrations.ts';
import type { RecordsTables } from '../src/projection/schema.ts';
import { type Database, openDatabase } from '../src/sql/connect.ts';
import { migrate } from '../src/sql/migrate.ts';
import { onBothDatabases } from './databases.ts';

const OWNER = 100;
const SUB = 101;
const EACH = 2_000;
/** One of so many is a deposit, as many a margin call; all others are fills. */
const RARE = 200;
const { deposit, filled, funding, marginCall, transfer, withdrawal } = NoticeKind;
const MONEY = [funding, deposit, withdrawal, transfer];

const kindOf = (i: number): NoticeKind =>
  i % RARE === 0 ? deposit : i % RARE === 1 ? marginCall : filled;

onBothDatabases('where notices are found', (databases) => {
  let database: Database<RecordsTables>;

  beforeAll(async () => {
    database = await openDatabase<RecordsTables>(await databases.fresh());
    await migrate(database as never, RECORDS_MIGRATIONS, 1);
    const nothing = { instrument: -1, asset: -1, side: -1, price: 0, reference: 0, other: 0 };
    const rows = Array.from({ length: 2 * EACH }, (_, i) => ({
      ...{ ...nothing, quantity: 0, amount: 0, status: 0, account: 0, time: i, seq: i },
      ...{ user: i % 2 === 0 ? OWNER : SUB, id: i + 1, kind: kindOf(i >> 1) },
    }));
    // Others are called, too: what is urgent is not rare in the whole table.
    const others = rows.map((row) => ({
      ...row,
      user: 102,
      id: row.id + 2 * EACH,
      kind: marginCall,
    }));
    rows.push(...others);
    for (let at = 0; at < rows.length; at += 200) {
      await database.db
        .insertInto('notices')
        .values(rows.slice(at, at + 200))
        .execute();
    }
    await sql`analyze`.execute(database.db);
  });
  afterAll(() => database.close());

  /** How the database goes about it, step by step. */
  async function planOf({ sql: text, parameters }: CompiledQuery): Promise<string> {
    const isLite = databases.kind === 'sqlite';
    const query = `${isLite ? 'explain query plan' : 'explain'} ${text}`;
    const { rows } = await database.db.transaction().execute(async (db) => {
      // So few rows are as cheap to sort: what is asked is whether an index has them in order.
      if (!isLite) await sql`set local enable_sort = off`.execute(db);
      return db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(query, [...parameters]));
    });
    return rows.map((row) => row['detail'] ?? row['QUERY PLAN']).join('\n');
  }

  test('each kind of a group, and each urgent kind of a sub-account, by its own', async () => {
    const range = { from: 0, to: 2 * EACH + 1 };
    const asked = { user: OWNER, subs: [SUB], kinds: MONEY, limit: 30 };
    const urgent = { ...asked, kinds: undefined };
    const pages = [...noticePages(asked, range), ...noticePages(urgent, range).slice(1)];
    expect(pages).toHaveLength(MONEY.length + 4);
    for (const page of pages) {
      const plan = await planOf(selectWhere(NOTICES, page).compile(database.db));
      expect(plan).toContain('notices_kind');
      // PostgreSQL may sort the few that all belong to the page.
      if (databases.kind === 'sqlite') expect(plan).not.toContain('TEMP B-TREE');
      else expect(plan).toMatch(/Index Cond: .*kind = /);
    }
  });

  test('are the newest of all of its kinds, a page after the other', async () => {
    const asked = { user: OWNER, subs: [], kinds: MONEY, limit: 4 };
    const found: number[] = [];
    for (let idLessThan: number | undefined; ; idLessThan = found.at(-1)) {
      const rows = await notices(database.db, { ...asked, idLessThan });
      if (rows.length === 0) break;
      found.push(...rows.map(({ id }) => id));
    }
    const deposits = Array.from({ length: EACH / RARE }, (_, i) => i * 2 * RARE + 1);
    expect(found).toEqual(deposits.reverse());
  });

  test('those that were read apart are not counted, nor do they hide others', async () => {
    const asked = { user: OWNER, subs: [SUB], after: 2 * (EACH - 10), most: 3 };
    expect(await unreadNotices(database.db, { ...asked, apart: [] })).toEqual({
      ...{ count: 3, newest: 2 * EACH - 1 },
    });
    const apart = Array.from({ length: 8 }, (_, i) => 2 * (EACH - i) - 1);
    expect((await unreadNotices(database.db, { ...asked, apart })).count).toBe(2);
    // Another's ids, and those below, change nothing.
    const others = [2 * EACH, 1, 3];
    expect((await unreadNotices(database.db, { ...asked, apart: others })).count).toBe(3);
  });
});
