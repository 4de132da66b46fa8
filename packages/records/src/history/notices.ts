/** What people are told of their accounts: prices in ticks, sizes in lots, amounts in units. */
import { isUrgent, NoticeKind } from '@halcyon/domain';
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

/** Told of a sub-account to its root, too. */
const URGENT = Object.values(NoticeKind).filter(isUrgent);

/**
 * A page of each part that a list is made of: all of a user, or one kind after the other, which is the order of
 * the index; of each sub-account every urgent kind that is asked for.
 */
export function noticePages(
  db: Kysely<RecordsTables>,
  { user, subs, kinds, limit }: NoticesQuery,
  { from, to }: { readonly from: number; readonly to: number },
) {
  const page = selected(db)
    .where('id', '>=', from)
    .where('id', '<', to)
    .orderBy('id', 'desc')
    .limit(limit);
  const of = (owner: number, some: readonly NoticeKind[]) =>
    some.map((kind) => page.where('user', '=', owner).where('kind', '=', kind));
  const own = kinds === undefined ? [page.where('user', '=', user)] : of(user, kinds);
  const urgent = URGENT.filter((kind) => kinds === undefined || kinds.includes(kind));
  return [...own, ...subs.flatMap((sub) => of(sub, urgent))];
}

/** Notices of a user, newest first. */
export async function notices(
  db: Kysely<RecordsTables>,
  query: NoticesQuery,
): Promise<NoticeRecord[]> {
  const range = await idRange(db, 'notice_id', query);
  const { startTime, endTime } = query;
  const found = await Promise.all(
    noticePages(db, query, range).map((page) => {
      let within = page;
      if (startTime !== undefined) within = within.where('time', '>=', startTime);
      if (endTime !== undefined) within = within.where('time', '<=', endTime);
      return within.execute();
    }),
  );
  return found
    .flat()
    .sort((one, other) => other.id - one.id)
    .slice(0, query.limit)
    .map(recordOf);
}

/**
 * How many notices of a user have an id above `after` and none of `apart`, and the newest id above.
 * @param query `apart`: ids that were read one by one, of whomever they are
 */
export async function unreadNotices(
  db: Kysely<RecordsTables>,
  query: Readers & {
    readonly after: number;
    readonly apart: readonly number[];
    readonly most: number;
  },
): Promise<{ readonly count: number; readonly newest: number }> {
  const { user, subs, after, most } = query;
  checkInteger('most', most, 1, UNREAD_COUNT_MAX);
  const apart = new Set(query.apart);
  // Of each part there may be as many that were read apart before those that were not.
  const limit = most + apart.size;
  const ids = db
    .selectFrom('notices')
    .select('id')
    .where('id', '>', after)
    .orderBy('id', 'desc')
    .limit(limit);
  const own = ids.where('user', '=', user);
  const urgent = subs.flatMap((sub) =>
    URGENT.map((kind) => ids.where('user', '=', sub).where('kind', '=', kind)),
  );
  const found = (await Promise.all([own, ...urgent].map((each) => each.execute()))).flat();
  return {
    count: Math.min(found.filter(({ id }) => !apart.has(id)).length, most),
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
