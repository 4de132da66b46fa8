/** Reads orders, plans and positions back into the form that the projection works on. */
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { AnyKind, StateOf } from '../kinds/kind.ts';
import { find } from '../kinds/pages.ts';
import { POSITIONS, type PositionState } from '../kinds/positions.ts';
import { int64Text } from '../sql/int64.ts';
import type { SettledFundingRound } from './facts.ts';
import type { PositionKey } from './position-rows.ts';
import type { RecordsTables } from './schema.ts';

/** Keys in one statement: each is some parameters and a term of an OR. */
const KEYS_MAX = 100;

/** The rows of a kind of `wanted` (id → account) that exist. */
export async function loadByIds<K extends AnyKind>(
  db: Kysely<RecordsTables>,
  kind: K,
  wanted: ReadonlyMap<number, number>,
): Promise<StateOf<K>[]> {
  const found: StateOf<K>[] = [];
  for (const keys of slices([...wanted])) {
    const each = keys.map(([id, account]) => sql`(account = ${account} and id = ${id})`);
    for (const row of await find(db, kind, sql.join(each, sql` or `)))
      found.push(row as StateOf<K>);
  }
  return found;
}

/** The positions of these names that exist. */
export async function loadPositions(
  db: Kysely<RecordsTables>,
  wanted: readonly PositionKey[],
): Promise<PositionState[]> {
  const found: PositionState[] = [];
  for (const names of slices(wanted)) {
    const each = names.map(
      ({ account, instrument, leg, opened }) =>
        sql`(account = ${account} and instrument = ${instrument} and leg = ${leg}
          and opened = ${opened})`,
    );
    found.push(...(await find(db, POSITIONS, sql.join(each, sql` or `))));
  }
  return found;
}

/** The newest funding round of a contract, or null. */
export async function loadRound(
  db: Kysely<RecordsTables>,
  instrument: number,
): Promise<SettledFundingRound | null> {
  const row = await db
    .selectFrom('funding_rounds')
    .select(['round', 'rate', 'mark'])
    .where('instrument', '=', instrument)
    .orderBy('round', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** The newest hour of which an instrument has a price, and of which sources. */
export async function loadPriceHours(
  db: Kysely<RecordsTables>,
  instrument: number,
): Promise<{ source: number; hour: number }[]> {
  return db
    .selectFrom('price_hours')
    .select(['source', 'hour'])
    .where('instrument', '=', instrument)
    .where('hour', '=', (eb) =>
      eb
        .selectFrom('price_hours as newest')
        .select((newest) => newest.fn.max<number>('newest.hour').as('hour'))
        .where('newest.instrument', '=', instrument),
    )
    .execute();
}

/** The newest row of each measure and subject of the protection fund and the pools. */
export async function loadFundTotals(
  db: Kysely<RecordsTables>,
): Promise<{ measure: number; subject: number; hour: number; units: string }[]> {
  const newest = db
    .selectFrom('fund_hours')
    .select(['measure', 'subject', (eb) => eb.fn.max<number>('hour').as('hour')])
    .groupBy(['measure', 'subject'])
    .as('newest');
  return db
    .selectFrom(newest)
    .innerJoin('fund_hours as rows', (join) =>
      join
        .onRef('rows.measure', '=', 'newest.measure')
        .onRef('rows.subject', '=', 'newest.subject')
        .onRef('rows.hour', '=', 'newest.hour'),
    )
    .select(['rows.measure', 'rows.subject', 'rows.hour'])
    .select(int64Text('rows.units').as('units'))
    .execute();
}

/** Copy portfolios that have not ended. */
export async function loadCopies(
  db: Kysely<RecordsTables>,
): Promise<{ id: number; trader: number; root: number; closing: number; settings: string }[]> {
  const open = db
    .selectFrom('copy_portfolios')
    .select(['id', 'trader', 'root', 'closing', 'settings']);
  return open.where('ended_at', '=', 0).execute();
}

/** The newest day of each kind of those portfolios in `copy_days`. */
export async function loadCopyDays(
  db: Kysely<RecordsTables>,
): Promise<
  { kind: number; portfolio: number; day: number; times: number; units: string; batch: number }[]
> {
  const open = db.selectFrom('copy_portfolios').select('id').where('ended_at', '=', 0);
  const newest = db
    .selectFrom('copy_days')
    .select(['kind', 'portfolio', (eb) => eb.fn.max<number>('day').as('day')])
    .where('portfolio', 'in', open)
    .groupBy(['kind', 'portfolio'])
    .as('newest');
  return db
    .selectFrom(newest)
    .innerJoin('copy_days as rows', (join) =>
      join
        .onRef('rows.kind', '=', 'newest.kind')
        .onRef('rows.portfolio', '=', 'newest.portfolio')
        .onRef('rows.day', '=', 'newest.day'),
    )
    .select(['rows.kind', 'rows.portfolio', 'rows.day', 'rows.times', 'rows.batch'])
    .select(int64Text('rows.units').as('units'))
    .execute();
}

/** The newest row of what each trader that has not ended and the followers had. */
export async function loadCopyTotals(
  db: Kysely<RecordsTables>,
): Promise<{ trader: number; side: number; subject: number; amount: string; cost: string }[]> {
  const open = db
    .selectFrom('copy_portfolios')
    .select('id')
    .where('trader', '=', 0)
    .where('ended_at', '=', 0);
  const newest = db
    .selectFrom('copy_hours')
    .select(['trader', 'side', 'subject', (eb) => eb.fn.max<number>('hour').as('hour')])
    .where('trader', 'in', open)
    .groupBy(['trader', 'side', 'subject'])
    .as('newest');
  return db
    .selectFrom(newest)
    .innerJoin('copy_hours as rows', (join) =>
      join
        .onRef('rows.trader', '=', 'newest.trader')
        .onRef('rows.side', '=', 'newest.side')
        .onRef('rows.subject', '=', 'newest.subject')
        .onRef('rows.hour', '=', 'newest.hour'),
    )
    .select(['rows.trader', 'rows.side', 'rows.subject'])
    .select([int64Text('rows.amount').as('amount'), int64Text('rows.cost').as('cost')])
    .execute();
}

function slices<T>(items: readonly T[]): T[][] {
  const parts: T[][] = [];
  for (let i = 0; i < items.length; i += KEYS_MAX) parts.push(items.slice(i, i + KEYS_MAX));
  return parts;
}
