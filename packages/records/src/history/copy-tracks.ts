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
  const owned = found.map((position) => {
    const portfolio = ownerOf(position.account);
    return { position, portfolio, trader: traders.get(portfolio)! };
  });
  const links = await linksOf(db, owned);
  return owned.map(({ position, ...owner }, i) => ({ ...position, ...owner, ...links[i]! }));
}

function futuresOf(user: number): number {
  return accountOf(user, AccountKind.usdtFutures);
}

/** A position of a portfolio, and the trader that it follows. */
interface Owned {
  readonly position: PositionRecord;
  readonly portfolio: number;
  readonly trader: number;
}

/** What positions have to do with the trader's. */
type Links = Pick<CopyTrackRecord, 'tracked' | 'openOrder' | 'closeOrder' | 'owners'>;

/**
 * One query for all rows. The trader's position that one follows is the newest on its side by then. A follower may get
 * a part of an order just before the trader does: then it is the next one.
 */
async function linksOf(db: AnyDatabase, owned: readonly Owned[]): Promise<Links[]> {
  if (owned.length === 0) return [];
  const asked = sql.join(owned.map((one, i) => askedRow(one, i)));
  const led = (condition: RawBuilder<unknown>) => sql`select p.opened from positions p
    where p.account = a.led and p.instrument = a.instrument and p.side = a.side and ${condition}`;
  const order = (condition: RawBuilder<unknown>) => sql`select b.id
    from copy_fills f join copy_batches b on b.id = f.batch
    where f.portfolio = a.portfolio and f.filled > 0 and b.instrument = a.instrument and b.leg = a.leg
      and ${condition} order by f.batch desc limit 1`;
  const { rows } = await sql<{ tracked: number; opening: number; closing: number; owners: number }>`
    with asked(place, portfolio, led, instrument, leg, side, opened, seq, since, until) as (values ${asked}),
    linked as (select a.place, coalesce(
        (${led(sql`p.opened <= a.opened order by p.opened desc limit 1`)}),
        (${led(sql`p.opened > a.opened order by p.opened limit 1`)}),
        a.opened) as tracked,
      (${order(sql`b.side = a.side and f.seq <= a.seq`)}) as opening,
      (${order(sql`b.side = 1 - a.side and f.time >= a.since and f.time <= a.until`)}) as closing
      from asked a)
    select l.tracked, coalesce(l.opening, 0) as opening, coalesce(l.closing, 0) as closing,
      coalesce(b.owners, 0) as owners
    from linked l left join copy_batches b on b.id = l.opening order by l.place`.execute(
    db as never,
  );
  return rows.map(({ tracked, opening, closing, owners }) => ({
    ...{ tracked: Number(tracked), openOrder: Number(opening) },
    ...{ closeOrder: Number(closing), owners: Number(owners) },
  }));
}

/** Numbers as they are: the type of a parameter in a list of values would not be known. */
function askedRow({ position, portfolio, trader }: Owned, place: number): RawBuilder<unknown> {
  const { instrument, leg, side, opened, seq, openedAt, closedAt } = position;
  const until = closedAt === 0 ? LARGEST : closedAt;
  const of = [place, portfolio, futuresOf(trader), instrument, leg, side];
  const numbers = [...of, opened, seq, openedAt, until];
  return sql`(${sql.join(numbers.map((one) => sql.lit(one)))})`;
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
