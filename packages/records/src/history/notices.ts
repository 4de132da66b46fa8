/** What people are told of their accounts: prices in ticks, sizes in lots, amounts in units. */
import { isUrgent, type NoticeKind, noticeKinds } from '@halcyon/domain';
import { type Kysely, sql } from 'kysely';
import { checkInteger } from '../errors.ts';
import { MAILED_NOTICES, NOTICES, type NoticeRecord } from '../kinds/notices.ts';
import { find } from '../kinds/pages.ts';
import { type IdRange, idRange, type PageRequest } from '../kinds/window.ts';
import type { RecordsTables } from '../projection/schema.ts';
import type { AnyDatabase } from '../sql/built-query.ts';

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

/** Told of a sub-account to its root, too. */
const URGENT = noticeKinds(isUrgent);

/**
 * What each part of a list has: all of a user, or one kind after the other, which is the order of the index; of
 * each sub-account every urgent kind that is asked for.
 */
export function noticePages(
  { user, subs, kinds, limit, startTime, endTime }: NoticesQuery,
  { from, to }: IdRange,
) {
  const begun = startTime === undefined ? sql`` : sql` and time >= ${startTime}`;
  const ended = endTime === undefined ? sql`` : sql` and time <= ${endTime}`;
  const page = sql`id >= ${from} and id < ${to}${begun}${ended} order by id desc limit ${limit}`;
  const of = (owner: number, some: readonly NoticeKind[]) =>
    some.map((kind) => sql`"user" = ${owner} and kind = ${kind} and ${page}`);
  const own = kinds === undefined ? [sql`"user" = ${user} and ${page}`] : of(user, kinds);
  const urgent = URGENT.filter((kind) => kinds === undefined || kinds.includes(kind));
  return [...own, ...subs.flatMap((sub) => of(sub, urgent))];
}

/** Notices of a user, newest first. */
export async function notices(db: AnyDatabase, query: NoticesQuery): Promise<NoticeRecord[]> {
  const range = await idRange(db, 'notice_id', query);
  const pages = noticePages(query, range);
  const found = await Promise.all(pages.map((page) => find(db, NOTICES, page)));
  return found
    .flat()
    .sort((one, other) => other.id - one.id)
    .slice(0, query.limit);
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

/** All notices of the first command after `seq` that are mailed; none = there is no such command. */
export async function mailedNotices(
  db: Kysely<RecordsTables>,
  query: { readonly seq: number },
): Promise<NoticeRecord[]> {
  checkInteger('seq', query.seq, 0, Number.MAX_SAFE_INTEGER);
  const mailed = sql<boolean>`${sql.raw(MAILED_NOTICES)}`;
  const first = await db
    .selectFrom('notices')
    .select('seq')
    .where('seq', '>', query.seq)
    .where(mailed)
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst();
  if (first === undefined) return [];
  return find(db, NOTICES, sql`seq = ${first.seq} and ${mailed} order by id`);
}
