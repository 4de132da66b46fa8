/**
 * Positions of copy portfolios with what they follow: the trader's position whose number all of them carry, and the
 * orders of the trader that opened and closed of them.
 */
import { AccountKind, accountOf, ownerOf } from '@halcyon/domain';
import { type RawBuilder, sql } from 'kysely';
import { checkInteger } from '../errors.ts';
import { find } from '../kinds/pages.ts';
import { POSITIONS, type PositionRecord } from '../kinds/positions.ts';
import { PAGE_LIMIT_MAX } from '../kinds/window.ts';
import type { AnyDatabase } from '../sql/built-query.ts';

const LARGEST = Number.MAX_SAFE_INTEGER;

/** Which positions are wanted. Ids are the trades that opened them, which are in the order of time. */
export interface CopyTracksQuery {
  /** Whose: portfolios with the trader that each follows, of a trader's own itself. */
  readonly of: readonly { readonly portfolio: number; readonly trader: number }[];
  readonly open: boolean;
  readonly instrument?: number | undefined;
  readonly below?: number | undefined;
  readonly above?: number | undefined;
  /** Unix ms of the opening. */
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
  /** The first opened comes first. */
  readonly oldestFirst?: boolean;
  /** Rows, 1..1,001. */
  readonly limit: number;
}

/** One of them. */
export interface CopyTrackRecord extends PositionRecord {
  readonly portfolio: number;
  readonly trader: number;
  /** The trade that opened the trader's position. */
  readonly tracked: number;
  /** The newest order of the trader by then that it has a part of; 0 = it is not known. */
  readonly openOrder: number;
  /** The last order of the trader that closed of it; 0 = none did. */
  readonly closeOrder: number;
  /** Owners of the order that opened. */
  readonly owners: number;
}

/** One page, newest first unless asked otherwise. */
export async function copyTracks(
  db: AnyDatabase,
  query: CopyTracksQuery,
): Promise<CopyTrackRecord[]> {
  const { of, open, instrument, below = LARGEST, above = -1, limit } = query;
  const { startTime = 0, endTime = LARGEST, oldestFirst = false } = query;
  checkInteger('of', of.length, 0, PAGE_LIMIT_MAX);
  checkInteger('limit', limit, 1, PAGE_LIMIT_MAX);
  if (of.length === 0) return [];
  const traders = new Map(of.map(({ portfolio, trader }) => [portfolio, trader]));
  const accounts = sql.join(of.map(({ portfolio }) => futuresOf(portfolio)));
  const asked = instrument === undefined ? sql`` : sql`and instrument = ${instrument}`;
  const direction = oldestFirst ? sql`asc` : sql`desc`;
  const found = await find(
    db,
    POSITIONS,
    sql`account in (${accounts}) and ${open ? sql`closed_id = 0` : sql`closed_id > 0`} ${asked}
      and opened < ${below} and opened > ${above}
      and opened_at >= ${startTime} and opened_at <= ${endTime}
      order by opened ${direction} limit ${limit}`,
  );
  const rows: CopyTrackRecord[] = [];
  for (const position of found) {
    const portfolio = ownerOf(position.account);
    const trader = traders.get(portfolio)!;
    const orders = await ordersOf(db, position, portfolio);
    rows.push({
      ...position,
      portfolio,
      trader,
      ...orders,
      tracked: await trackedBy(db, position, trader),
    });
  }
  return rows;
}

function futuresOf(user: number): number {
  return accountOf(user, AccountKind.usdtFutures);
}

/**
 * The trader's position that one follows: the newest on its side by then. A follower may get a part of an order just
 * before the trader does: then it is the next one.
 */
async function trackedBy(
  db: AnyDatabase,
  { account, instrument, side, opened }: PositionRecord,
  trader: number,
): Promise<number> {
  const own = futuresOf(trader);
  if (own === account) return opened;
  const one = (condition: RawBuilder<unknown>) => sql`select opened from positions
    where account = ${own} and instrument = ${instrument} and side = ${side} and ${condition}`;
  const { rows } = await sql<{ tracked: number }>`select coalesce(
    (${one(sql`opened <= ${opened} order by opened desc limit 1`)}),
    (${one(sql`opened > ${opened} order by opened limit 1`)}),
    ${opened}) as tracked`.execute(db as never);
  return Number(rows[0]!.tracked);
}

async function ordersOf(
  db: AnyDatabase,
  { instrument, leg, side, seq, openedAt, closedAt }: PositionRecord,
  portfolio: number,
) {
  const last = async (way: number, condition: RawBuilder<unknown>) => {
    const { rows } = await sql<{ id: number; owners: number }>`select b.id, b.owners
      from copy_fills f join copy_batches b on b.id = f.batch
      where f.portfolio = ${portfolio} and f.filled > 0 and b.instrument = ${instrument}
        and b.leg = ${leg} and b.side = ${way} and ${condition}
      order by f.batch desc limit 1`.execute(db as never);
    return rows[0];
  };
  const until = closedAt === 0 ? LARGEST : closedAt;
  const opening = await last(side, sql`f.seq <= ${seq}`);
  const closing = await last(1 - side, sql`f.time >= ${openedAt} and f.time <= ${until}`);
  return {
    openOrder: opening?.id ?? 0,
    owners: opening?.owners ?? 0,
    closeOrder: closing?.id ?? 0,
  };
}

/** How many there are of a trader, ever. */
export interface CopyCounts {
  readonly followers: number;
  /** Shares that something was paid of, and when the last was, Unix ms; 0 = none was. */
  readonly shares: number;
  readonly lastShare: number;
}

export async function copyCounts(
  db: AnyDatabase,
  { trader }: { readonly trader: number },
): Promise<CopyCounts> {
  const { rows } = await sql<{ followers: string; shares: string; last: string }>`select
    (select cast(count(*) as text) from copy_portfolios where trader = ${trader}) as followers,
    cast(count(*) as text) as shares, cast(coalesce(max(time), 0) as text) as last
    from copy_shares where trader = ${trader} and paid > 0`.execute(db as never);
  const { followers, shares, last } = rows[0]!;
  return { followers: Number(followers), shares: Number(shares), lastShare: Number(last) };
}

/** What a trader was paid on a day. */
export interface CopyShareDay {
  readonly asset: number;
  /** First moment, UTC, Unix ms. */
  readonly day: number;
  readonly paid: bigint;
  readonly count: number;
  /** When the last of them was, Unix ms. */
  readonly last: number;
}

const DAY_MS = 24 * 3_600_000;

/** Paid shares of a trader by day, newest first. */
export async function copyShareDays(
  db: AnyDatabase,
  query: { readonly trader: number; readonly skip: number; readonly limit: number },
): Promise<CopyShareDay[]> {
  const { trader, skip, limit } = query;
  checkInteger('limit', limit, 1, PAGE_LIMIT_MAX);
  checkInteger('skip', skip, 0, LARGEST);
  const { rows } = await sql<{
    asset: number;
    day: string;
    paid: string;
    count: string;
    last: string;
  }>`
    select asset, cast(time - time % ${sql.lit(DAY_MS)} as text) as day,
      cast(sum(paid) as text) as paid, cast(count(*) as text) as count, cast(max(time) as text) as last
    from copy_shares where trader = ${trader} and paid > 0
    group by asset, time - time % ${sql.lit(DAY_MS)}
    order by 2 desc, asset limit ${limit} offset ${skip}`.execute(db as never);
  return rows.map(({ asset, day, paid, count, last }) => ({
    ...{ asset: Number(asset), day: Number(day), paid: BigInt(paid) },
    ...{ count: Number(count), last: Number(last) },
  }));
}
