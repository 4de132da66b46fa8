/** Traders as everybody may see them; shapes: domain/web/copying.ts. */
import {
  addressGroup,
  growthIndex,
  parseWireUserId,
  type UserId,
  wireId,
  wireUserId,
} from '@halcyon/domain';
import type { CopyPage, CopyTrader } from '@halcyon/domain/web';
import { COPY_ROWS_MAX } from '@halcyon/domain/web/copying';
import { USDT_FUTURES, WireError } from '@halcyon/protocol';
import type { CopyCurve, CopyTraderRecord } from '@halcyon/records';
import { contractOf, type RestContext } from '../http/context.ts';
import {
  batchRow,
  copyAccount,
  copyOrders,
  copyPositions,
  followerRow,
  outcomeRow,
  shareRow,
} from '../translate/copy-rows.ts';
import type { WebContext, WebRequest } from './context.ts';
import { idOf } from './pages.ts';
import { type WebRoute, webRoute } from './route.ts';
import { curvesOf, type ListedTrader, traderRow } from './trader-leaderboard.ts';
import { depthOf, ranked } from './trader-ranking.ts';

const DAY_MS = 24 * 3_600_000;

const list = webRoute('GET /copy/traders', async (context, request) => {
  const { live, leaderboard } = context;
  const { fields } = request;
  const { range = '90d', sort = 'followersSharpe', offset = 0, limit = COPY_ROWS_MAX } = fields;
  const { symbol } = fields;
  const instrument =
    symbol === undefined ? undefined : contractOf(live.views, USDT_FUTURES, symbol).id;
  const all = await leaderboard.rows(live, range);
  const fits = all.filter(
    (one) => isWanted(one.row, fields, live.clock()) && trades(live, one, instrument),
  );
  const sorted = ranked(
    fits.map(({ row }) => row),
    sort,
    fields.direction === 'up',
  );
  const rows = sorted.slice(offset, offset + limit);
  return { rows, total: fits.length };
});

interface Filters {
  readonly search?: string;
  readonly daysMin?: number;
  readonly drawdownMax?: number;
  readonly followersMin?: number;
}

function isWanted(row: CopyTrader, filters: Filters, now: number): boolean {
  const { search = '', daysMin = 0, drawdownMax = 100, followersMin = 0 } = filters;
  const days = ((row.endedAt ?? now) - row.openedAt) / DAY_MS;
  const depth = depthOf(row.own) ?? 0;
  return (
    row.id.includes(search) &&
    days >= daysMin &&
    depth * 100 <= drawdownMax &&
    row.followers >= followersMin
  );
}

function trades(
  { views }: RestContext,
  { user }: ListedTrader,
  instrument: number | undefined,
): boolean {
  if (instrument === undefined) return true;
  return views.contracts.positions(copyAccount(user), { instrument }).length > 0;
}

/** Who looks at which trader. */
interface Looked {
  readonly record: CopyTraderRecord;
  readonly viewer: UserId | null;
  /** The viewer's portfolio that follows it, -1 = none. */
  readonly following: number;
}

interface Known {
  readonly trader: string;
  readonly code?: string;
}

/**
 * The trader that a request names. One that has a code is found by who knows it, by the followers and the owner.
 * @throws WireError copyPortfolioNotFound
 */
export async function lookedAt(
  { live, sessions }: WebContext,
  request: WebRequest & { readonly fields: Known },
): Promise<Looked> {
  const { trader, code = '' } = request.fields;
  const wasRight = live.codeGuesses.take(addressGroup(request.address), code, live.clock());
  const session = await sessions.active(request.raw.headers);
  const viewer = session?.uid ?? null;
  const id = parseWireUserId(trader) ?? -1;
  const wait = { minSeq: live.views.seq };
  const [record] = id < 0 ? [] : await live.history.copyTraders({ id }, wait);
  if (record === undefined) throw new WireError('copyPortfolioNotFound');
  const own =
    viewer === null ? [] : await live.history.copyFollowers({ root: viewer, limit: 1_000 });
  const following = own.find((one) => one.trader === id && one.endedAt === 0)?.id ?? -1;
  const isKnown = record.terms.code === code || record.root === viewer || following !== -1;
  if (!isKnown) throw new WireError('copyPortfolioNotFound');
  wasRight();
  return { record, viewer, following };
}

const one = webRoute('GET /copy/traders/:trader', async (context, request) => {
  const { live } = context;
  const { record, viewer, following } = await lookedAt(context, request);
  const { seq } = live.views;
  const curves = await curvesOf(live, record, request.fields.range ?? '90d', seq);
  return {
    ...traderRow(live, record, curves),
    hidden: record.terms.code !== '',
    curve: { own: pointsOf(curves.trader), followers: pointsOf(curves.followers) },
    positions: copyPositions(live.views, record.id),
    orders: await copyOrders(live, record.id, seq),
    isOwn: record.root === viewer,
    following: following === -1 ? null : wireUserId(following),
  };
});

function pointsOf({ points }: CopyCurve) {
  if (points.length === 0) return [];
  const index = growthIndex(points);
  return points.map(({ time }, i) => ({ time, value: index[i]! }));
}

/** Rows of a page, and the cursor of the next one; one more than is shown was found where there is one. */
export function pageOfRows<Found, Row>(
  found: readonly Found[],
  limit: number,
  row: (one: Found) => Row,
  cursor: (one: Found) => string,
): CopyPage<Row> {
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    rows: shown.map(row),
    next: found.length > limit && last !== undefined ? cursor(last) : null,
  };
}

const batches = webRoute('GET /copy/traders/:trader/batches', async (context, request) => {
  const { views, history } = context.live;
  const { record } = await lookedAt(context, request);
  const { limit = COPY_ROWS_MAX } = request.fields;
  const before = idOf('before', request.fields.before);
  const query = { trader: record.id, before, limit: limit + 1 };
  const found = await history.copyBatches(query, { minSeq: views.seq });
  return pageOfRows(
    found,
    limit,
    (batch) => batchRow(views, batch),
    ({ id }) => wireId(id),
  );
});

const outcomes = webRoute('GET /copy/traders/:trader/batches/:batch', async (context, request) => {
  const { views, history } = context.live;
  const { record } = await lookedAt(context, request);
  const { limit = COPY_ROWS_MAX } = request.fields;
  const batch = idOf('batch', request.fields.batch);
  const [known] = await history.copyBatches({ trader: record.id, ids: [batch], limit: 1 });
  if (known === undefined) throw new WireError('orderNotFound');
  const before = portfolioBefore(request.fields.before);
  const found = await history.copyOwners({ batch, before, limit: limit + 1 });
  return pageOfRows(
    found,
    limit,
    (fill) => outcomeRow(views, fill),
    ({ portfolio }) => wireUserId(portfolio),
  );
});

/** A cursor that is a portfolio's number. */
function portfolioBefore(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const before = parseWireUserId(given);
  if (before !== null) return before;
  const expected = 'the number of a portfolio';
  throw new WireError('fieldValue', { field: 'before', expected, value: given });
}

const followers = webRoute('GET /copy/traders/:trader/followers', async (context, request) => {
  const { views, history } = context.live;
  const { record } = await lookedAt(context, request);
  const { limit = COPY_ROWS_MAX } = request.fields;
  const before = portfolioBefore(request.fields.before);
  const query = { trader: record.id, before, limit: limit + 1 };
  const found = await history.copyFollowers(query, { minSeq: views.seq });
  return pageOfRows(
    found,
    limit,
    (follower) => followerRow(views, follower),
    ({ id }) => wireUserId(id),
  );
});

/** Where a page of shares begins: place in the journal and portfolio of the last row of the one before. */
export function sharesBefore(cursor: string | undefined) {
  const [before, beforePortfolio] = cursor?.split('-').map(Number) ?? [];
  return { before, beforePortfolio };
}

const shares = webRoute('GET /copy/traders/:trader/shares', async (context, request) => {
  const { views, history } = context.live;
  const { record } = await lookedAt(context, request);
  const { limit = COPY_ROWS_MAX, cursor } = request.fields;
  const query = { trader: record.id, ...sharesBefore(cursor), limit: limit + 1 };
  const found = await history.copyShares(query, { minSeq: views.seq });
  return pageOfRows(
    found,
    limit,
    (share) => shareRow(views, share),
    ({ seq, portfolio }) => `${seq}-${portfolio}`,
  );
});

/** The routes of this file. */
export const COPY_TRADER_ROUTES: readonly WebRoute[] = [
  list,
  one,
  batches,
  outcomes,
  followers,
  shares,
];
