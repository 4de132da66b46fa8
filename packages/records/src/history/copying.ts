/** Copy trading: portfolios, batches with what each owner had in them, settled shares. Units, lots and tick-lots. */
import type { CopyLeftOut, CopySettings, CopyTerms, PositionLeg, Side } from '@halcyon/domain';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { checkInteger } from '../errors.ts';
import { PAGE_LIMIT_MAX } from '../kinds/window.ts';
import type { RecordsTables } from '../projection/schema.ts';
import { int64Text } from '../sql/int64.ts';

const LARGEST = Number.MAX_SAFE_INTEGER;
/** Traders that a list has at most: those who opened last. */
export const COPY_TRADERS_LISTED_MAX = 1_000;

interface PortfolioRecord {
  readonly id: number;
  readonly root: number;
  readonly asset: number;
  /** Unix ms; 0 = it has not ended. */
  readonly openedAt: number;
  readonly endedAt: number;
  /** Units paid in, less those given back. */
  readonly paidIn: bigint;
  readonly sharePpm: number;
  /** Its root is an account of the simulator. */
  readonly simulated: boolean;
}

/** A trader's portfolio. */
export interface CopyTraderRecord extends PortfolioRecord {
  readonly closing: boolean;
  readonly terms: CopyTerms & { readonly shareMaxPpm: number };
  /** Followers now, and how many of them are simulated. */
  readonly followers: number;
  readonly simulatedFollowers: number;
  /** What they have paid in, less what was given back. */
  readonly copied: bigint;
  /** Shares that it was paid in all. */
  readonly shares: bigint;
}

/** A follower's portfolio. */
export interface CopyFollowerRecord extends PortfolioRecord {
  /** The portfolio that it follows. */
  readonly trader: number;
  readonly settings: CopySettings;
  readonly mark: bigint;
  readonly owed: bigint;
  readonly shared: bigint;
}

interface Page {
  /** Rows, 1..1,001. */
  readonly limit: number;
  /** Only rows below this id. */
  readonly before?: number | undefined;
}

function checkPage({ limit, before = LARGEST }: Page): number {
  checkInteger('limit', limit, 1, PAGE_LIMIT_MAX);
  checkInteger('before', before, 0, LARGEST);
  return before;
}

const PORTFOLIO = [
  'p.id',
  'p.root',
  'p.asset',
  'p.opened_at as openedAt',
  'p.ended_at as endedAt',
  'p.share_ppm as sharePpm',
  'p.settings',
] as const;

/** 1 = the root of a portfolio is simulated. */
function simulatedOf(portfolio: 'p' | 'f') {
  const root = sql.ref(`${portfolio}.root`);
  return sql<number>`coalesce((select u.simulated from users u where u.id = ${root}), 0)`;
}

/** Traders' portfolios: all that may be found, those of one root, or one of an id; newest first. */
export async function copyTraders(
  db: Kysely<RecordsTables>,
  query: { readonly root?: number; readonly id?: number },
): Promise<CopyTraderRecord[]> {
  const { root, id } = query;
  const live = sql`from copy_portfolios f where f.trader = p.id and f.ended_at = 0`;
  const paid = sql<string>`(select coalesce(cast(sum(s.paid) as text), '0') from copy_shares s
    where s.trader = p.id)`;
  let select = db
    .selectFrom('copy_portfolios as p')
    .select([...PORTFOLIO, 'p.closing', int64Text('p.paid_in').as('paidIn')])
    .select(simulatedOf('p').as('simulated'))
    .select(sql<number>`(select count(*) ${live})`.as('followers'))
    .select(
      sql<number>`(select count(*) ${live} and ${simulatedOf('f')} = 1)`.as('simulatedFollowers'),
    )
    .select(sql<string>`(select coalesce(cast(sum(f.paid_in) as text), '0') ${live})`.as('copied'))
    .select(paid.as('shares'))
    .where('p.trader', '=', 0);
  if (root !== undefined) select = select.where('p.root', '=', root);
  if (id !== undefined) select = select.where('p.id', '=', id);
  if (root === undefined && id === undefined) select = select.where('p.hidden', '=', 0);
  const rows = await select.orderBy('p.id', 'desc').limit(COPY_TRADERS_LISTED_MAX).execute();
  return rows.map(({ settings, ...row }) => ({
    ...row,
    closing: row.closing === 1,
    simulated: Number(row.simulated) === 1,
    followers: Number(row.followers),
    simulatedFollowers: Number(row.simulatedFollowers),
    paidIn: BigInt(row.paidIn),
    copied: BigInt(row.copied),
    shares: BigInt(row.shares),
    terms: JSON.parse(settings) as CopyTraderRecord['terms'],
  }));
}

/** Which followers' portfolios are wanted: those of a root, of a trader, or one of an id. */
export interface CopyFollowersQuery extends Page {
  readonly root?: number | undefined;
  readonly trader?: number | undefined;
  readonly id?: number | undefined;
  /** Only those that have not ended. */
  readonly open?: boolean | undefined;
  /** Unix ms of the opening, both included. */
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
  /** Rows before the page. */
  readonly skip?: number | undefined;
}

/** Followers' portfolios, those that ended too, newest first. */
export async function copyFollowers(
  db: Kysely<RecordsTables>,
  query: CopyFollowersQuery,
): Promise<CopyFollowerRecord[]> {
  const { root, trader, id, open, startTime, endTime, skip = 0 } = query;
  checkInteger('skip', skip, 0, LARGEST);
  let select = db
    .selectFrom('copy_portfolios as p')
    .innerJoin('copy_books as b', 'b.portfolio', 'p.id')
    .select([...PORTFOLIO, 'p.trader', int64Text('p.paid_in').as('paidIn')])
    .select([int64Text('b.mark').as('mark'), int64Text('b.owed').as('owed')])
    .select(int64Text('b.shared').as('shared'))
    .select(simulatedOf('p').as('simulated'))
    .where('p.id', '<', checkPage(query))
    .where('p.trader', '>', 0);
  if (root !== undefined) select = select.where('p.root', '=', root);
  if (trader !== undefined) select = select.where('p.trader', '=', trader);
  if (id !== undefined) select = select.where('p.id', '=', id);
  if (open === true) select = select.where('p.ended_at', '=', 0);
  if (startTime !== undefined) select = select.where('p.opened_at', '>=', startTime);
  if (endTime !== undefined) select = select.where('p.opened_at', '<=', endTime);
  const rows = await select.orderBy('p.id', 'desc').limit(query.limit).offset(skip).execute();
  return rows.map(({ settings, ...row }) => ({
    ...row,
    ...{ paidIn: BigInt(row.paidIn), mark: BigInt(row.mark) },
    ...{ owed: BigInt(row.owed), shared: BigInt(row.shared) },
    simulated: Number(row.simulated) === 1,
    settings: JSON.parse(settings) as CopySettings,
  }));
}

/** A trader's order with those of all who follow. */
export interface CopyBatchRecord {
  readonly id: number;
  readonly instrument: number;
  readonly leg: PositionLeg;
  readonly side: Side;
  /** Lots of all owners, what of them was traded, and its tick-lots. */
  readonly lots: number;
  readonly filled: number;
  readonly cost: number;
  readonly owners: number;
  readonly leftOut: number;
  /** Lots that were traded with accounts of the trader's root. */
  readonly own: number;
  readonly time: number;
}

/** Which batches of a trader are wanted: all, or those of some ids. */
export interface CopyBatchesQuery extends Page {
  readonly trader: number;
  /** At most as many as a page has rows. */
  readonly ids?: readonly number[] | undefined;
}

/** Batches of a trader, newest first. */
export async function copyBatches(
  db: Kysely<RecordsTables>,
  query: CopyBatchesQuery,
): Promise<CopyBatchRecord[]> {
  const { ids } = query;
  if (ids !== undefined) checkInteger('ids', ids.length, 0, PAGE_LIMIT_MAX);
  let select = db
    .selectFrom('copy_batches')
    .select(['id', 'instrument', 'leg', 'side', 'lots', 'filled', 'cost', 'owners', 'time'])
    .select('left_out as leftOut')
    .select(
      sql<number | string>`(select coalesce(sum(o.lots), 0) from copy_own_trades o
        where o.batch = copy_batches.id)`.as('own'),
    )
    .where('trader', '=', query.trader)
    .where('id', '<', checkPage(query));
  if (ids?.length === 0) return [];
  if (ids !== undefined) select = select.where('id', 'in', ids);
  const rows = await select.orderBy('id', 'desc').limit(query.limit).execute();
  return rows.map((row) => {
    const [side, leg] = [row.side as Side, row.leg as PositionLeg];
    return { ...row, side, leg, own: Number(row.own) };
  });
}

/** What an owner has of a batch. */
export interface CopyFillRecord {
  readonly batch: number;
  readonly portfolio: number;
  readonly instrument: number;
  readonly leg: PositionLeg;
  readonly side: Side;
  readonly leftOut: CopyLeftOut;
  readonly lots: number;
  readonly filled: number;
  /** Units: what the lots cost, and the fee. */
  readonly cost: number;
  readonly fee: number;
  readonly time: number;
}

/** Which parts of batches are wanted. */
export interface CopyFillsQuery extends Page {
  readonly portfolio: number;
  /** Only those of batches that the portfolio was left out of, in whole or in part. */
  readonly leftOut?: boolean | undefined;
}

const FILL = [
  'f.batch',
  'f.portfolio',
  'b.instrument',
  'b.leg',
  'b.side',
  'f.left_out as leftOut',
  'f.lots',
  'f.filled',
  'f.cost',
  'f.fee',
  'f.time',
] as const;

/** What a portfolio has of batches, newest first; `before` is a batch. */
export async function copyFills(
  db: Kysely<RecordsTables>,
  query: CopyFillsQuery,
): Promise<CopyFillRecord[]> {
  let select = db
    .selectFrom('copy_fills as f')
    .innerJoin('copy_batches as b', 'b.id', 'f.batch')
    .select(FILL)
    .where('f.portfolio', '=', query.portfolio)
    .where('f.batch', '<', checkPage(query));
  if (query.leftOut === true) select = select.where('f.left_out', '>', 0);
  const rows = await select.orderBy('f.batch', 'desc').limit(query.limit).execute();
  return rows.map(fillOf);
}

/** What each owner has of a batch, the newest portfolio first; `before` is a portfolio. */
export async function copyOwners(
  db: Kysely<RecordsTables>,
  query: Page & { readonly batch: number },
): Promise<CopyFillRecord[]> {
  const rows = await db
    .selectFrom('copy_fills as f')
    .innerJoin('copy_batches as b', 'b.id', 'f.batch')
    .select(FILL)
    .where('f.batch', '=', query.batch)
    .where('f.portfolio', '<', checkPage(query))
    .orderBy('f.portfolio', 'desc')
    .limit(query.limit)
    .execute();
  return rows.map(fillOf);
}

type FillRow = { [Name in keyof CopyFillRecord]: number };

function fillOf(row: FillRow): CopyFillRecord {
  const [side, leg] = [row.side as Side, row.leg as PositionLeg];
  return { ...row, side, leg, leftOut: row.leftOut as CopyLeftOut };
}

/** A settled share with all that it was reckoned from, units. */
export interface CopyShareRecord {
  readonly portfolio: number;
  readonly trader: number;
  readonly seq: number;
  readonly asset: number;
  readonly sharePpm: number;
  readonly realised: bigint;
  readonly unrealised: bigint;
  readonly markBefore: bigint;
  readonly profit: bigint;
  readonly fresh: bigint;
  readonly due: bigint;
  readonly paid: bigint;
  /** What is owed after it. */
  readonly owed: bigint;
  readonly time: number;
}

/** Which settled shares are wanted: of a follower's portfolio, or all that a trader was to get. */
export interface CopySharesQuery extends Page {
  readonly portfolio?: number | undefined;
  readonly trader?: number | undefined;
  /** Of the same settlement as `before`: only portfolios below this one. */
  readonly beforePortfolio?: number | undefined;
  /** The same of rows above a place, with those of its settlement above a portfolio. */
  readonly after?: number | undefined;
  readonly afterPortfolio?: number | undefined;
  /** Unix ms, both included. */
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
  /** Only those that something was paid of. */
  readonly paid?: boolean | undefined;
}

const AMOUNTS = ['realised', 'unrealised', 'profit', 'fresh', 'due', 'paid', 'owed'] as const;

/** Settled shares, newest first; `before` is a place in the journal. */
export async function copyShares(
  db: Kysely<RecordsTables>,
  query: CopySharesQuery,
): Promise<CopyShareRecord[]> {
  const { portfolio, trader, limit, beforePortfolio = 0 } = query;
  const before = checkPage(query);
  checkInteger('beforePortfolio', beforePortfolio, 0, LARGEST);
  let select = db
    .selectFrom('copy_shares')
    .select(['portfolio', 'trader', 'seq', 'asset', 'share_ppm as sharePpm', 'time'])
    .select(AMOUNTS.map((name) => int64Text(name).as(name)))
    .select(int64Text('mark_before').as('markBefore'))
    .where((eb) =>
      eb.or([
        eb('seq', '<', before),
        eb.and([eb('seq', '=', before), eb('portfolio', '<', beforePortfolio)]),
      ]),
    );
  if (portfolio !== undefined) select = select.where('portfolio', '=', portfolio);
  if (trader !== undefined) select = select.where('trader', '=', trader);
  const { startTime, endTime, after, afterPortfolio = 0 } = query;
  if (after !== undefined) {
    select = select.where((eb) =>
      eb.or([
        eb('seq', '>', after),
        eb.and([eb('seq', '=', after), eb('portfolio', '>', afterPortfolio)]),
      ]),
    );
  }
  if (query.paid === true) select = select.where('paid', '>', 0);
  if (startTime !== undefined) select = select.where('time', '>=', startTime);
  if (endTime !== undefined) select = select.where('time', '<=', endTime);
  const rows = await select
    .orderBy('seq', 'desc')
    .orderBy('portfolio', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => {
    const { portfolio: of, trader: to, seq, asset, sharePpm, time } = row;
    const amounts = Object.fromEntries(
      [...AMOUNTS, 'markBefore' as const].map((name) => [name, BigInt(row[name])]),
    ) as Record<(typeof AMOUNTS)[number] | 'markBefore', bigint>;
    return { portfolio: of, trader: to, seq, asset, sharePpm, time, ...amounts };
  });
}
