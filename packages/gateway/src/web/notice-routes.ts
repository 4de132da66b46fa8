/** What happened on all accounts of who asks; shapes: domain/web/notices.ts. */
import {
  isGuest,
  NOTICE_KINDS,
  type NoticeKind,
  noticeKinds,
  noticeName,
  ownerOf,
  parseWireId,
  type UserId,
  wireId,
} from '@halcyon/domain';
import { NOTICES_MAX, type NoticeGroup, type NoticeRow, UNREAD_MAX } from '@halcyon/domain/web';
import { WireError } from '@halcyon/protocol';
import type { NoticeMark, NoticeRecord, NoticesRead, ReadSource } from '@halcyon/records';
import type { RestContext } from '../http/context.ts';
import { refusedField } from '../http/web-error.ts';
import {
  alertNoticeOf,
  dayKey,
  dayOfNotice,
  type NoticeContent,
  type NoticeDays,
  noticeOf,
  securityNoticeOf,
} from '../translate/notice-rows.ts';
import type { SignedIn, WebContext } from './context.ts';
import { familyNames } from './family-sides.ts';
import { timesOf } from './pages.ts';
import { type WebRoute, webRoute } from './route.ts';

/** Who reads: in one venue, all of a user and what is urgent of its sub-accounts. */
interface Reader {
  readonly venueContext: RestContext;
  readonly user: UserId;
  readonly subs: readonly UserId[];
  /** By the number in the live venue, as identity knows it. */
  readonly uid: UserId;
  /** Whether what is about security belongs to the list: it is the person's, and told in live trading. */
  readonly ownsSecurity: boolean;
}

async function readerOf(context: WebContext, request: SignedIn): Promise<Reader> {
  const { venueContext, account } = await context.trader(request);
  const { session, actor } = request;
  const user = ownerOf(account);
  const subs = venueContext.views.subAccounts(user);
  const isPerson = actor.user === session.uid && !isGuest(session.uid);
  return {
    venueContext,
    user,
    subs,
    uid: actor.user,
    ownsSecurity: isPerson && venueContext.venue === 'live',
  };
}

/** A place in the sources of the list: ids below which it goes on, or up to which it was read. */
type Place = Readonly<Partial<Record<ReadSource, number>>>;

const NOTHING_READ: NoticeMark = { notice: 0, security: 0, alert: 0 };

function placeText({ notice = 0, security = 0, alert = 0 }: Place): string {
  return `${notice === 0 ? '0' : wireId(notice)}-${security}-${alert}`;
}

function placeOf(name: string, given: string): Place {
  const [notice = '', security = '', alert = ''] = given.split('-');
  const number = notice === '0' ? 0 : parseWireId(notice);
  if (number === null) {
    throw refusedField(name, `${name} must be an id of this list`);
  }
  const ids = { notice: number, security: Number(security), alert: Number(alert) };
  return Object.fromEntries(Object.entries(ids).filter(([, id]) => id > 0));
}

/** The kinds of a group as the records have them; undefined = of any. */
function kindsOf(group: NoticeGroup | undefined): readonly NoticeKind[] | undefined {
  if (group === undefined) return undefined;
  return noticeKinds((kind) => NOTICE_KINDS[noticeName(kind)!].group === group);
}

/** What one source has, newest first. */
interface Entry {
  readonly source: ReadSource;
  readonly id: number;
  readonly told: NoticeContent;
}

/** All lists in one, newest first; each row says where the list goes on below it. */
function joined(lists: readonly (readonly Entry[])[], from: Place, seen: NoticesRead): NoticeRow[] {
  const rest = lists.map((list) => [...list]);
  const rows: NoticeRow[] = [];
  let place = from;
  for (;;) {
    const heads = rest.filter((list) => list.length > 0);
    if (heads.length === 0) return rows;
    const next = heads.reduce((best, list) =>
      list[0]!.told.time > best[0]!.told.time ? list : best,
    );
    const { source, id, told } = next.shift()!;
    place = { ...place, [source]: id };
    const unread = id > seen[source] && !seen.apart[source].includes(id);
    rows.push({ id: placeText(place), entry: placeText({ [source]: id }), unread, ...told });
  }
}

/** Rows contain all that the views do. */
function upToDate({ views }: RestContext) {
  return { minSeq: views.seq };
}

/** How often what is told once a day happened on its day. */
async function daysOf(
  { history }: RestContext,
  found: readonly NoticeRecord[],
): Promise<NoticeDays> {
  const days = found.flatMap((row) => dayOfNotice(row) ?? []);
  const known = days.length === 0 ? [] : await history.copyDays({ days });
  return new Map(known.map((day) => [dayKey(day), day]));
}

/** What is above the mark: how many that were not read apart, `most` at most, and the newest of each source. */
async function above(
  { identity }: WebContext,
  { venueContext, user, subs, uid, ownsSecurity }: Reader,
  seen: NoticesRead,
  most: number,
) {
  const { apart } = seen;
  const beyond = (source: ReadSource) => ({ after: seen[source], apart: apart[source], most });
  const [notice, security, alert] = await Promise.all([
    venueContext.history.unreadNotices({ user, subs, ...beyond('notice') }, upToDate(venueContext)),
    ownsSecurity
      ? identity.unreadSecurity({ uid, ...beyond('security') })
      : { count: 0, newest: 0 },
    identity.unreadAlerts({ uid, venue: venueContext.venue, ...beyond('alert') }),
  ]);
  const newest: NoticeMark = {
    notice: Math.max(seen.notice, notice.newest),
    security: Math.max(seen.security, security.newest),
    alert: Math.max(seen.alert, alert.newest),
  };
  return { count: Math.min(notice.count + security.count + alert.count, most), newest };
}

const list = webRoute('GET /notices', async (context, request) => {
  const query = request.fields;
  const { group, limit = NOTICES_MAX } = query;
  const before = query.before === undefined ? {} : placeOf('before', query.before);
  const times = timesOf(query);
  const reader = await readerOf(context, request);
  const { venueContext, user, subs, uid } = reader;
  const { identity } = context;
  const seen = await identity.noticesRead({ uid, venue: venueContext.venue });
  // Before the rows: what comes meanwhile is among them at most, and stays new.
  const { newest } = await above(context, reader, seen, 1);
  const kinds = kindsOf(group);
  const asked = { user, subs, ...times, kinds, idLessThan: before.notice, limit };
  const has = (source: NoticeGroup) => group === undefined || group === source;
  const isOfRecords = group !== 'security' && group !== 'alerts';
  const page = { ...times, limit };
  const { venue } = venueContext;
  const [found, security, alerts] = await Promise.all([
    isOfRecords ? venueContext.history.notices(asked, upToDate(venueContext)) : [],
    reader.ownsSecurity && has('security')
      ? identity.securityNotices({ uid, before: before.security, ...page })
      : [],
    has('alerts')
      ? identity.listAlerts({ uid, venue, fired: true, before: before.alert, ...page })
      : [],
  ]);
  const ofSubs = found.some((row) => row.user !== user);
  const named = new Map(ofSubs ? await familyNames(context, request) : []);
  const days = await daysOf(venueContext, found);
  const { views } = venueContext;
  const lists: readonly Entry[][] = [
    alerts.map((row) => ({ source: 'alert', id: row.firedSeq, told: alertNoticeOf(views, row) })),
    security.map((row) => ({ source: 'security', id: row.seq, told: securityNoticeOf(row) })),
    found.map((row) => ({
      ...{ source: 'notice', id: row.id, told: noticeOf(views, row, named, days) },
    })),
  ];
  const rows = joined(lists, before, seen);
  return { rows: rows.slice(0, limit), newest: placeText(newest) };
});

const unread = webRoute('GET /notices/unread', async (context, request) => {
  const reader = await readerOf(context, request);
  const { uid, venueContext } = reader;
  const seen = await context.identity.noticesRead({ uid, venue: venueContext.venue });
  return { unread: (await above(context, reader, seen, UNREAD_MAX)).count };
});

/** One entry of the list; that it is somebody else's changes nothing of the list, nor of the number. */
async function readEntry(
  { identity }: WebContext,
  { venueContext, uid }: Reader,
  given: string,
): Promise<void> {
  const [named, another] = Object.entries(placeOf('entry', given)) as [ReadSource, number][];
  if (named === undefined || another !== undefined) {
    throw refusedField('entry', 'entry must be that of one row of this list');
  }
  const [source, id] = named;
  await identity.readNotice({ uid, venue: venueContext.venue, source, id });
}

/** What was read when a list was: a notice that came since stays new. Or one entry of it alone. */
const read = webRoute('POST /notices/read', async (context, request) => {
  const reader = await readerOf(context, request);
  const { venueContext, uid } = reader;
  const { entry, upTo: given } = request.fields;
  if (entry !== undefined) {
    await readEntry(context, reader, entry);
    return null;
  }
  if (given === undefined) throw new WireError('fieldMissing', { field: 'upTo' });
  const upTo = placeOf('upTo', given);
  await context.identity.readNotices({
    uid,
    venue: venueContext.venue,
    ...NOTHING_READ,
    ...upTo,
    language: request.language,
  });
  return null;
});

/** The routes of this file. */
export const NOTICE_ROUTES: readonly WebRoute[] = [list, unread, read];
