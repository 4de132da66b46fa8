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
import type { NoticeMark, NoticeRecord, NoticesRead, SecurityNotice } from '@halcyon/records';
import type { RestContext } from '../http/context.ts';
import { refusedField } from '../http/web-error.ts';
import {
  dayKey,
  dayOfNotice,
  type NoticeDays,
  noticeOf,
  securityNoticeOf,
  type ToldNotice,
} from '../translate/notice-rows.ts';
import type { SignedIn, WebContext } from './context.ts';
import { familyNames } from './family-sides.ts';
import { timesOf } from './pages.ts';
import { type WebRoute, webRoute } from './route.ts';

/** Who reads: in one venue, all of a user and what is urgent of its sub-accounts. */
interface Reader {
  readonly rooms: RestContext;
  readonly user: UserId;
  readonly subs: readonly UserId[];
  /** By the number in the live venue, as identity knows it. */
  readonly uid: UserId;
  /** Whether what is about security belongs to the list: it is the person's, and told in live trading. */
  readonly ownsSecurity: boolean;
}

async function readerOf(context: WebContext, request: SignedIn): Promise<Reader> {
  const { rooms, account } = await context.trader(request);
  const { session, actor } = request;
  const user = ownerOf(account);
  const subs = rooms.views.subAccounts(user);
  const isPerson = actor.user === session.uid && !isGuest(session.uid);
  return { rooms, user, subs, uid: actor.user, ownsSecurity: isPerson && rooms.venue === 'live' };
}

/** A place in both sources of the list: ids below which it goes on, or up to which it was read. */
interface Place {
  readonly notice: number | undefined;
  readonly security: number | undefined;
}

const NOWHERE: Place = { notice: undefined, security: undefined };

function placeText({ notice, security }: Place): string {
  return `${notice === undefined || notice === 0 ? '0' : wireId(notice)}-${security ?? '0'}`;
}

function placeOf(name: string, given: string): Place {
  const [notice = '', security = ''] = given.split('-');
  const number = notice === '0' ? undefined : parseWireId(notice);
  if (number === null) {
    throw refusedField(name, `${name} must be an id of this list`);
  }
  return { notice: number, security: security === '0' ? undefined : Number(security) };
}

/** The kinds of a group as the records have them; undefined = of any. */
function kindsOf(group: NoticeGroup | undefined): readonly NoticeKind[] | undefined {
  if (group === undefined) return undefined;
  return noticeKinds((kind) => NOTICE_KINDS[noticeName(kind)!].group === group);
}

/** Both lists in one, newest first; each row says where the list goes on below it. */
function joined(
  found: readonly NoticeRecord[],
  security: readonly SecurityNotice[],
  { from, seen }: { readonly from: Place; readonly seen: NoticesRead },
  told: (row: NoticeRecord) => ToldNotice,
): NoticeRow[] {
  const rows: NoticeRow[] = [];
  const apart = { notice: new Set(seen.apart.notice), security: new Set(seen.apart.security) };
  let place = from;
  for (let i = 0, j = 0; i < found.length || j < security.length; ) {
    const [row, act] = [found[i], security[j]];
    if (row !== undefined && (act === undefined || row.time > act.at)) {
      i++;
      place = { ...place, notice: row.id };
      const unread = row.id > seen.notice && !apart.notice.has(row.id);
      const entry = placeText({ ...NOWHERE, notice: row.id });
      rows.push({ id: placeText(place), entry, unread, ...told(row) });
    } else if (act !== undefined) {
      j++;
      place = { ...place, security: act.seq };
      const unread = act.seq > seen.security && !apart.security.has(act.seq);
      const entry = placeText({ ...NOWHERE, security: act.seq });
      rows.push({ id: placeText(place), entry, unread, ...securityNoticeOf(act) });
    }
  }
  return rows;
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

/** What is above the mark: how many that were not read apart, `most` at most, and the newest of both sources. */
async function above(
  { identity }: WebContext,
  { rooms, user, subs, uid, ownsSecurity }: Reader,
  seen: NoticesRead,
  most: number,
) {
  const { apart } = seen;
  const [notices, security] = await Promise.all([
    rooms.history.unreadNotices(
      { user, subs, after: seen.notice, apart: apart.notice, most },
      upToDate(rooms),
    ),
    ownsSecurity
      ? identity.unreadSecurity({ uid, after: seen.security, apart: apart.security, most })
      : { count: 0, newest: 0 },
  ]);
  const newest: NoticeMark = {
    notice: Math.max(seen.notice, notices.newest),
    security: Math.max(seen.security, security.newest),
  };
  return { count: Math.min(notices.count + security.count, most), newest };
}

const list = webRoute('GET /notices', async (context, request) => {
  const query = request.fields;
  const { group, limit = NOTICES_MAX } = query;
  const before = query.before === undefined ? NOWHERE : placeOf('before', query.before);
  const times = timesOf(query);
  const reader = await readerOf(context, request);
  const { rooms, user, subs, uid } = reader;
  const { identity } = context;
  const seen = await identity.noticesRead({ uid, venue: rooms.venue });
  // Before the rows: what comes meanwhile is among them at most, and stays new.
  const { newest } = await above(context, reader, seen, 1);
  const kinds = kindsOf(group);
  const asked = { user, subs, ...times, kinds, idLessThan: before.notice, limit };
  const ofPerson = reader.ownsSecurity && (group === undefined || group === 'security');
  const [found, security] = await Promise.all([
    group === 'security' ? [] : rooms.history.notices(asked, upToDate(rooms)),
    ofPerson ? identity.securityNotices({ uid, before: before.security, ...times, limit }) : [],
  ]);
  const ofSubs = found.some((row) => row.user !== user);
  const names = ofSubs ? await familyNames(context, request) : [];
  const named = new Map(names);
  const days = await daysOf(rooms, found);
  const rows = joined(found, security, { from: before, seen }, (row) =>
    noticeOf(rooms.views, row, named, days),
  );
  return { rows: rows.slice(0, limit), newest: placeText(newest) };
});

const unread = webRoute('GET /notices/unread', async (context, request) => {
  const reader = await readerOf(context, request);
  const { uid, rooms } = reader;
  const seen = await context.identity.noticesRead({ uid, venue: rooms.venue });
  return { unread: (await above(context, reader, seen, UNREAD_MAX)).count };
});

/** One entry of the list; that it is somebody else's changes nothing of the list, nor of the number. */
async function readEntry(
  { identity }: WebContext,
  { rooms, uid }: Reader,
  given: string,
): Promise<void> {
  const { notice, security } = placeOf('entry', given);
  const source = notice === undefined ? 'security' : 'notice';
  const id = notice ?? security;
  if (id === undefined || (notice !== undefined && security !== undefined)) {
    throw refusedField('entry', 'entry must be that of one row of this list');
  }
  await identity.readNotice({ uid, venue: rooms.venue, source, id });
}

/** What was read when a list was: a notice that came since stays new. Or one entry of it alone. */
const read = webRoute('POST /notices/read', async (context, request) => {
  const reader = await readerOf(context, request);
  const { rooms, uid } = reader;
  const { entry, upTo: given } = request.fields;
  if (entry !== undefined) {
    await readEntry(context, reader, entry);
    return null;
  }
  if (given === undefined) throw new WireError('fieldMissing', { field: 'upTo' });
  const upTo = placeOf('upTo', given);
  await context.identity.readNotices({
    uid,
    venue: rooms.venue,
    notice: upTo.notice ?? 0,
    security: upTo.security ?? 0,
    language: request.language,
  });
  return null;
});

/** The routes of this file. */
export const NOTICE_ROUTES: readonly WebRoute[] = [list, unread, read];
