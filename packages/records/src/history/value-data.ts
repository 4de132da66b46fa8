/** What the worth of accounts is worked out from, read with a bounded number of rows; see value-curve.ts. */
import {
  AccountKind,
  isMargin,
  kindOf,
  MAIN_POCKET,
  PositionLeg,
  PostingReason,
  Product,
  pocketOfPair,
} from '@halcyon/domain';
import type { Kysely, RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { reasonIn } from '../kinds/bills.ts';
import { idRange } from '../kinds/window.ts';
import { HOUR_MS } from '../projection/hour-tables.ts';
import type { RecordsTables } from '../projection/schema.ts';
import { int64Text } from '../sql/int64.ts';

/** The coin in which worth is told. */
const VALUE_COIN = 'USDT';

/** What comes in and goes out. The fee of a withdrawal is a cost like any other. */
const INFLOW_REASONS = [
  PostingReason.deposit,
  PostingReason.withdraw,
  PostingReason.transferIn,
  PostingReason.transferOut,
];

const LEGS = Object.values(PositionLeg);

/** What of an instrument worth needs. */
export interface ValuedInstrument {
  readonly id: number;
  readonly product: Product;
  readonly base: number;
  readonly quote: number;
  /** Quote units of a tick-lot, base units of a lot. */
  readonly factor: number;
  readonly lotUnits: number;
}

/** The coins and markets. */
export interface MarketListing {
  readonly assets: readonly number[];
  readonly instruments: ReadonlyMap<number, ValuedInstrument>;
  /** The coin in which worth is told, and digits of its units; -1 where it is not listed. */
  readonly coin: number;
  readonly scale: number;
  /** The pair that prices a coin. */
  readonly pairs: ReadonlyMap<number, ValuedInstrument>;
}

/** What an account had of a coin at the end of an hour. */
export interface HourHolding {
  readonly account: number;
  readonly asset: number;
  readonly hour: number;
  /** Below zero where it is owed. */
  readonly units: bigint;
}

/** A position at the end of an hour. */
export interface OpenPosition {
  readonly account: number;
  readonly instrument: number;
  readonly hour: number;
  /** Below zero where it is short. */
  readonly lots: bigint;
  /** What its lots were opened at, tick-lots; it has their sign. */
  readonly cost: bigint;
}

/** The states of one thing, oldest first. */
export type StateSeries<State> = readonly State[];

/** Full hours since 1970. */
export interface HourWindow {
  readonly from: number;
  readonly to: number;
}

/** What came into an account less what went out of it in an hour. */
export interface Inflow {
  readonly account: number;
  readonly asset: number;
  readonly hour: number;
  readonly units: bigint;
}

/** Reads what is listed. */
export async function readListing(db: Kysely<RecordsTables>): Promise<MarketListing> {
  const assets = await db.selectFrom('assets').select(['id', 'code', 'scale']).execute();
  const rows = await db
    .selectFrom('instruments')
    .select(['id', 'product', 'base', 'quote', 'quote_factor as factor', 'lot_units as lotUnits'])
    .execute();
  const listed = rows;
  const coin = assets.find(({ code }) => code === VALUE_COIN);
  const priced = listed.filter(({ product, quote }) => {
    return product === Product.spot && quote === coin?.id;
  });
  return {
    assets: assets.map(({ id }) => id),
    instruments: new Map(listed.map((one) => [one.id, one])),
    coin: coin?.id ?? -1,
    scale: coin?.scale ?? 0,
    pairs: new Map(priced.map((one) => [one.base, one])),
  };
}

/** The first hour of which there is a price; null = there is none. */
export async function firstPricedHour(db: Kysely<RecordsTables>): Promise<number | null> {
  const first = sql<number | null>`(select min(hour) from price_hours where instrument = i.id)`;
  const rows = await db.selectFrom('instruments as i').select(first.as('hour')).execute();
  const hours = rows.flatMap(({ hour }) => (hour === null ? [] : [hour]));
  return hours.length === 0 ? null : Math.min(...hours);
}

/** What accounts have and owe: the state when the window begins and the changes in it. */
export async function readHoldings(
  db: Kysely<RecordsTables>,
  accounts: readonly number[],
  listing: MarketListing,
  window: HourWindow,
): Promise<StateSeries<HourHolding>[]> {
  const keys = accounts.flatMap((account) => holdingKeys(account, listing));
  const key = ['account', 'pocket', 'asset', 'owed'];
  const form = { table: 'holding_hours', key, states: ['units'] };
  return readSeries(db, form, keys, window, (account, _pocket, asset, owed, hour, units) => ({
    account: account as number,
    asset: asset as number,
    hour: hour as number,
    units: owed === 1 ? -BigInt(units as string) : BigInt(units as string),
  }));
}

/** The places in which an account may have a coin, and owe it. */
function holdingKeys(account: number, { assets, instruments }: MarketListing): number[][] {
  const owed = isMargin(account) ? [0, 1] : [0];
  if (kindOf(account) !== AccountKind.isolatedMargin) {
    return assets.flatMap((asset) => owed.map((o) => [account, MAIN_POCKET, asset, o]));
  }
  const pairs = [...instruments.values()].filter(({ product }) => product === Product.spot);
  return pairs.flatMap(({ id, base, quote }) =>
    [base, quote].flatMap((asset) => owed.map((o) => [account, pocketOfPair(id), asset, o])),
  );
}

/** The positions of accounts: those open when the window begins and what changed in it. */
export async function readPositions(
  db: Kysely<RecordsTables>,
  accounts: readonly number[],
  { instruments }: MarketListing,
  window: HourWindow,
): Promise<StateSeries<OpenPosition>[]> {
  const contracts = [...instruments.values()].filter(({ product }) => product !== Product.spot);
  const keys = accounts.flatMap((account) =>
    contracts.flatMap(({ id }) => LEGS.map((leg) => [account, id, leg])),
  );
  const key = ['account', 'instrument', 'leg'];
  const form = { table: 'position_hours', key, states: ['lots', 'cost'] };
  return readSeries(db, form, keys, window, (account, instrument, _leg, hour, size, paid) => {
    const lots = BigInt(size as string);
    const cost = BigInt(paid as string);
    return {
      account: account as number,
      instrument: instrument as number,
      hour: hour as number,
      lots,
      // The table has costs as events tell them, without a sign.
      cost: lots < 0n ? -cost : cost,
    };
  });
}

/** A table of states by key and hour. */
interface StateTable {
  readonly table: string;
  readonly key: readonly string[];
  readonly states: readonly string[];
}

/** Of each key the last row before the window and those in it. Nothing older is read, however much there is. */
export async function readSeries<State>(
  db: Kysely<RecordsTables>,
  { table, key, states }: StateTable,
  keys: readonly (readonly number[])[],
  { from, to }: HourWindow,
  stateOf: (...columns: readonly (number | string | undefined)[]) => State,
): Promise<State[][]> {
  if (keys.length === 0) return [];
  const same = (name: string) =>
    key.map((column) => `${name}.${column} = k.${column}`).join(' and ');
  const names = [...key, 'hour'];
  const big = states.map((name) => sql`, ${int64Text(`h.${name}`)} as ${sql.ref(name)}`);
  const own = sql.raw(names.map((name) => `h.${name}`).join());
  const { rows } = await sql<Record<string, number | string>>`
    with k(${sql.raw(key.join())}) as (values ${valuesOf(keys)})
    select ${own}${sql.join(big, sql``)} from k join ${sql.table(table)} h on ${sql.raw(same('h'))}
      and h.hour < ${sql.lit(to)} and h.hour >= coalesce((select max(b.hour)
        from ${sql.table(table)} b where ${sql.raw(same('b'))} and b.hour < ${sql.lit(from)}), 0)
    order by ${own}`.execute(db);
  const series: State[][] = [];
  let before: Record<string, number | string> = {};
  for (const row of rows) {
    if (key.some((column) => row[column] !== before[column])) series.push([]);
    series.at(-1)?.push(stateOf(...[...names, ...states].map((name) => row[name])));
    before = row;
  }
  return series;
}

/** What came in and went out in the window, by account, coin and hour. */
export async function readInflows(
  db: Kysely<RecordsTables>,
  accounts: readonly number[],
  { from, to }: HourWindow,
): Promise<Inflow[]> {
  const times = { startTime: from * HOUR_MS, endTime: to * HOUR_MS - 1 };
  const ids = await idRange(db, 'bill_id', { limit: 1, ...times });
  const hour = sql<number>`time / ${sql.lit(HOUR_MS)}`;
  const rows = await db
    .selectFrom('bills')
    .select(['account', 'asset', hour.as('hour')])
    .select(sql<string>`cast(sum(amount) as text)`.as('units'))
    .where('account', 'in', accounts)
    .where(reasonIn(INFLOW_REASONS))
    .where('id', '>=', ids.from)
    .where('id', '<', ids.to)
    .where('time', '>=', times.startTime)
    .where('time', '<=', times.endTime)
    .groupBy(['account', 'asset', hour])
    .execute();
  return rows.map((row) => ({ ...row, units: BigInt(row.units) }));
}

/** Prices by instrument and hour. */
export type HourlyPrices = ReadonlyMap<number, ReadonlyMap<number, bigint>>;

/** The price of each instrument at each full hour: the first of that hour, or else the one before. */
export async function readPrices(
  db: Kysely<RecordsTables>,
  instruments: readonly number[],
  hours: readonly number[],
): Promise<HourlyPrices> {
  const found = new Map<number, Map<number, bigint>>();
  if (instruments.length === 0) return found;
  const { rows } = await sql<{ instrument: number; hour: number; price: string | null }>`
    with i(id) as (values ${valuesOf(instruments.map((id) => [id]))}),
      h(hour) as (values ${valuesOf(hours.map((hour) => [hour]))})
    select i.id as instrument, h.hour, (select ${int64Text('p.price')} from price_hours p
      where p.instrument = i.id and p.hour <= h.hour
      order by p.hour desc, p.source desc limit 1) as price
    from i cross join h`.execute(db);
  for (const { instrument, hour, price } of rows) {
    if (price === null) continue;
    const ofIt = found.get(instrument) ?? new Map<number, bigint>();
    found.set(instrument, ofIt.set(hour, BigInt(price)));
  }
  return found;
}

/** Whole numbers as rows of SQL. */
function valuesOf(rows: readonly (readonly number[])[]): RawBuilder<unknown> {
  return sql.join(rows.map((row) => sql`(${sql.join(row.map((value) => sql.lit(value)))})`));
}
