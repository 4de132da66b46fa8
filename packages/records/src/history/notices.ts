/** What people are told of their accounts: prices in ticks, sizes in lots, amounts in units. */
import type { NoticeKind } from '@halcyon/domain';
import { type Kysely, sql } from 'kysely';
import { checkInteger } from '../errors.ts';
import { URGENT_NOTICES } from '../projection/notice-tables.ts';
import type { RecordsTables } from '../projection/schema.ts';
import type { PageRequest } from './window.ts';
import { idRange } from './window.ts';

/** A notice; see the table. */
export interface NoticeRecord {
  readonly user: number;
  readonly id: number;
  readonly kind: NoticeKind;
  readonly account: number;
  readonly instrument: number;
  readonly asset: number;
  readonly side: number;
  readonly quantity: bigint;
  readonly amount: bigint;
  readonly price: number;
  readonly reference: number;
  readonly other: number;
  readonly status: number;
  readonly time: number;
  readonly seq: number;
}

/** Whose notices: all of a user, and the urgent ones of its sub-accounts. */
interface Readers {
  readonly user: number;
  readonly subs: readonly number[];
}

/** Which notices are wanted. */
export interface NoticesQuery extends PageRequest, Readers {
  /** Absent: of any kind. */
  readonly kinds?: readonly NoticeKind[] | undefined;
}

const UNREAD_COUNT_MAX = 1_000;

function selected(db: Kysely<RecordsTables>) {
  return db
    .selectFrom('notices')
    .select([
      ...(['user', 'id', 'kind', 'account', 'instrument', 'asset', 'side', 'price'] as const),
      ...(['reference', 'other', 'status', 'time', 'seq'] as const),
      sql<string>`cast(quantity as text)`.as('quantity'),
      sql<string>`cast(amount as text)`.as('amount'),
    ]);
}

type SelectedRow = Awaited<ReturnType<ReturnType<typeof selected>['execute']>>[number];

function recordOf(row: SelectedRow): NoticeRecord {
  const { kind, quantity, amount } = row;
  return {
    ...row,
    kind: kind as NoticeKind,
    quantity: BigInt(quantity),
    amount: BigInt(amount),
  };
}

/** Notices of a user, newest first. */
export async function notices(
  db: Kysely<RecordsTables>,
  query: NoticesQuery,
): Promise<NoticeRecord[]> {
  const { from, to } = await idRange(db, 'notice_id', query);
  let page = selected(db).where('id', '>=', from).where('id', '<', to);
  if (query.startTime !== undefined) page = page.where('time', '>=', query.startTime);
  if (query.endTime !== undefined) page = page.where('time', '<=', query.endTime);
  if (query.kinds !== undefined) page = page.where('kind', 'in', query.kinds);
  page = page.orderBy('id', 'desc').limit(query.limit);
  const own = await page.where('user', '=', query.user).execute();
  const urgent = await Promise.all(
    query.subs.map((sub) =>
      page
        .where('user', '=', sub)
        .where(sql<boolean>`${sql.raw(URGENT_NOTICES)}`)
        .execute(),
    ),
  );
  return [...own, ...urgent.flat()]
    .sort((one, other) => other.id - one.id)
    .slice(0, query.limit)
    .map(recordOf);
}

/** How many notices of a user have an id above `after`, and the newest id. */
export async function unreadNotices(
  db: Kysely<RecordsTables>,
  query: Readers & { readonly after: number; readonly most: number },
): Promise<{ readonly count: number; readonly newest: number }> {
  checkInteger('most', query.most, 1, UNREAD_COUNT_MAX);
  const ids = db
    .selectFrom('notices')
    .select('id')
    .where('id', '>', query.after)
    .orderBy('id', 'desc')
    .limit(query.most);
  const own = await ids.where('user', '=', query.user).execute();
  const urgent = await Promise.all(
    query.subs.map((sub) =>
      ids
        .where('user', '=', sub)
        .where(sql<boolean>`${sql.raw(URGENT_NOTICES)}`)
        .execute(),
    ),
  );
  const found = [...own, ...urgent.flat()];
  return {
    count: Math.min(found.length, query.most),
    newest: found.reduce((newest, { id }) => Math.max(newest, id), 0),
  };
}

/** All urgent notices of the first command after `seq` that has some; none = there is no such command. */
export async function urgentNotices(
  db: Kysely<RecordsTables>,
  query: { readonly seq: number },
): Promise<NoticeRecord[]> {
  checkInteger('seq', query.seq, 0, Number.MAX_SAFE_INTEGER);
  const urgent = sql<boolean>`${sql.raw(URGENT_NOTICES)}`;
  const first = await db
    .selectFrom('notices')
    .select('seq')
    .where('seq', '>', query.seq)
    .where(urgent)
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst();
  if (first === undefined) return [];
  const rows = await selected(db)
    .where('seq', '=', first.seq)
    .where(urgent)
    .orderBy('id')
    .execute();
  return rows.map(recordOf);
}
