/** The protection fund and the loan pools, as everyone may see them; see projection/fund-tables.ts. */
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { checkInteger, RecordsError } from '../errors.ts';
import { PAGE_LIMIT_MAX } from '../kinds/window.ts';
import { FundMeasure } from '../projection/fund-tables.ts';
import type { RecordsTables } from '../projection/schema.ts';
import { int64Text } from '../sql/int64.ts';

const LARGEST = Number.MAX_SAFE_INTEGER;
/** Totals that are asked for at once. */
const TOTALS_MAX = 2_000;
const HOURS_A_DAY = 24;
/** Points of one answer: a month by hour, a year by day. */
const POINTS_MAX = { 1: 31 * HOURS_A_DAY, [HOURS_A_DAY]: 366 } as const;

/** What a total is of: an asset, an instrument or 0, as `FundMeasure` says. */
export interface FundSubject {
  readonly measure: FundMeasure;
  readonly subject: number;
}

/** A total; 0 where nothing ever changed it. */
export interface FundTotal extends FundSubject {
  readonly units: bigint;
  /** What it was when the hour that was asked for began. */
  readonly before: bigint;
  /** The first hour in which it changed; null = it never did. */
  readonly since: number | null;
}

/** Totals now and when an hour (since 1970) began, in the order in which they are asked for. */
export async function fundTotals(
  db: Kysely<RecordsTables>,
  { of, hour }: { readonly of: readonly FundSubject[]; readonly hour: number },
): Promise<FundTotal[]> {
  checkInteger('hour', hour, 0, LARGEST);
  if (of.length === 0) return [];
  if (of.length > TOTALS_MAX) {
    throw new RecordsError('badRequest', `of has at most ${TOTALS_MAX}`, { field: 'of' });
  }
  for (const { measure, subject } of of) {
    checkInteger('measure', measure, 0, 255);
    checkInteger('subject', subject, 0, LARGEST);
  }
  const wanted = of.map(
    ({ measure, subject }, i) => sql`(${sql.lit(i)}, ${sql.lit(measure)}, ${sql.lit(subject)})`,
  );
  const rowsOf = sql`from fund_hours where measure = wanted.measure and subject = wanted.subject`;
  const { rows } = await sql<{ units: string | null; before: string | null; since: number | null }>`
    with wanted(place, measure, subject) as (values ${sql.join(wanted)})
    select
      (select cast(units as text) ${rowsOf} order by hour desc limit 1) as units,
      (select cast(units as text) ${rowsOf} and hour < ${sql.lit(hour)}
        order by hour desc limit 1) as before,
      (select hour ${rowsOf} order by hour limit 1) as since
    from wanted order by place`.execute(db);
  return of.map((subject, i) => {
    const { units, before, since } = rows[i] ?? { units: null, before: null, since: null };
    return { ...subject, units: BigInt(units ?? 0), before: BigInt(before ?? 0), since };
  });
}

/** What the fund had of an asset when an hour began. */
export interface FundPoint {
  readonly hour: number;
  readonly units: bigint;
}

/** Which points are wanted: `from`, and every `step` hours after it up to `to`. */
export interface FundCurveQuery {
  readonly asset: number;
  readonly from: number;
  readonly to: number;
  readonly step: 1 | 24;
}

/** What the fund had, oldest first; none of a time before it ever had anything. */
export async function fundCurve(
  db: Kysely<RecordsTables>,
  { asset, from, to, step }: FundCurveQuery,
): Promise<FundPoint[]> {
  checkInteger('asset', asset, 0, LARGEST);
  if (!Object.hasOwn(POINTS_MAX, step)) {
    throw new RecordsError('badRequest', 'step must be 1 or 24 hours', { field: 'step' });
  }
  checkInteger('from', from, 0, LARGEST);
  checkInteger('to', to, from, from + POINTS_MAX[step] * step);
  const balances = db
    .selectFrom('fund_hours')
    .select(['hour', int64Text('units').as('units')])
    .where('measure', '=', FundMeasure.balance)
    .where('subject', '=', asset);
  const [before] = await balances
    .where('hour', '<', from)
    .orderBy('hour', 'desc')
    .limit(1)
    .execute();
  const lasts = db
    .selectFrom('fund_hours')
    .select((eb) => eb.fn.max('hour').as('hour'))
    .where('measure', '=', FundMeasure.balance)
    .where('subject', '=', asset)
    .where('hour', '>=', from)
    .where('hour', '<', to)
    .groupBy(sql`(hour - ${sql.lit(from)}) / ${sql.lit(step)}`);
  const changes = await balances.where('hour', 'in', lasts).orderBy('hour').execute();
  const points: FundPoint[] = [];
  let units = before?.units;
  for (let [hour, next] = [from, 0]; hour <= to; hour += step) {
    for (; (changes[next]?.hour ?? hour) < hour; next++) units = changes[next]?.units;
    if (units !== undefined) points.push({ hour, units: BigInt(units) });
  }
  return points;
}

/** Positions of a contract and side that one command deleveraged. */
export interface DeleveragingRecord {
  /** The first trade of them. */
  readonly trade: number;
  readonly instrument: number;
  /** What was closed: 0 = long positions, 1 = short ones. */
  readonly side: number;
  readonly positions: number;
  readonly time: number;
  readonly seq: number;
}

/** Deleveragings of all contracts, newest first. @param query.before the trade of the last row of the page before */
export async function deleveragings(
  db: Kysely<RecordsTables>,
  query: { readonly limit: number; readonly before?: number | undefined },
): Promise<DeleveragingRecord[]> {
  const { limit, before = LARGEST } = query;
  checkInteger('limit', limit, 1, PAGE_LIMIT_MAX);
  checkInteger('before', before, 0, LARGEST);
  return db
    .selectFrom('deleveragings')
    .selectAll()
    .where('trade', '<', before)
    .orderBy('trade', 'desc')
    .limit(limit)
    .execute();
}
