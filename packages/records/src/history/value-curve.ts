/**
 * What a user's accounts were worth at full hours. Worked out from what they had, owed and had open at the
 * end of each hour and from the first price of each hour, so that anybody can do it again from the
 * journal: docs/decisions/0064.
 */
import { AccountKind, accountOf } from '@halcyon/domain';
import type { Kysely } from 'kysely';
import { checkInteger, RecordsError } from '../errors.ts';
import { HOUR_MS } from '../projection/hour-tables.ts';
import type { RecordsTables } from '../projection/schema.ts';
import {
  firstPricedHour,
  type HourHolding,
  type HourlyPrices,
  type Inflow,
  type MarketListing,
  type OpenPosition,
  readHoldings,
  readInflows,
  readListing,
  readPositions,
  readPrices,
  type StateSeries,
} from './value-data.ts';

const HOURS_A_DAY = 24;
/** Points of one answer: a month by hour, a year by day. */
const POINTS_MAX = { 1: 31 * HOURS_A_DAY, [HOURS_A_DAY]: 366 } as const;
const HOUR_MAX = Math.floor(Number.MAX_SAFE_INTEGER / HOUR_MS);

/** Units of the value coin, by account. */
export interface Worths {
  readonly spot: bigint;
  /** Less what is owed. */
  readonly margin: bigint;
  /** With the profit of what is open, at the mark. */
  readonly futures: bigint;
  readonly funding: bigint;
}

/** The accounts that are told together. */
const GROUPS: Readonly<Record<keyof Worths, readonly AccountKind[]>> = {
  spot: [AccountKind.spot],
  margin: [AccountKind.crossMargin, AccountKind.isolatedMargin],
  futures: [AccountKind.usdtFutures, AccountKind.usdcFutures, AccountKind.coinFutures],
  funding: [AccountKind.funding],
};

/** How things stood at a full hour. */
export interface CurvePoint {
  /** Since 1970. */
  readonly hour: number;
  readonly worth: Worths;
  /** What came in less what went out since the point before, at the price of its hour. */
  readonly inflow: Worths;
}

/** Which points are wanted. */
export interface ValueCurveQuery {
  readonly user: number;
  /** Full hours since 1970: `from`, every `step` hours after it, and `to`. */
  readonly from: number;
  readonly to: number;
  readonly step: 1 | 24;
}

/** Points, oldest first; none of a time before there were prices. */
export interface ValueCurve {
  /** Digits of the value coin's units. */
  readonly scale: number;
  readonly points: readonly CurvePoint[];
}

/** All that was read. */
interface Book {
  readonly listing: MarketListing;
  readonly holdings: readonly StateSeries<HourHolding>[];
  readonly positions: readonly StateSeries<OpenPosition>[];
  readonly inflows: readonly Inflow[];
  readonly prices: HourlyPrices;
}

/** The curve of a user. */
export async function valueCurve(
  db: Kysely<RecordsTables>,
  query: ValueCurveQuery,
): Promise<ValueCurve> {
  check(query);
  const listing = await readListing(db);
  const first = await firstPricedHour(db);
  const hours = first === null ? [] : pointsOf(query, first);
  if (hours.length === 0) return { scale: listing.scale, points: [] };
  const book = await readBook(db, query.user, listing, hours);
  const points = hours.map((hour, i) => {
    const before = hours[i - 1] ?? hour;
    return {
      hour,
      worth: byGroup(query.user, (accounts) => worthAt(book, accounts, hour)),
      inflow: byGroup(query.user, (accounts) => inflowBetween(book, accounts, before, hour)),
    };
  });
  return { scale: listing.scale, points };
}

function check({ user, from, to, step }: ValueCurveQuery): void {
  checkInteger('user', user, 0, Number.MAX_SAFE_INTEGER);
  if (!Object.hasOwn(POINTS_MAX, step)) {
    throw new RecordsError('badRequest', 'step must be 1 or 24 hours', { field: 'step' });
  }
  checkInteger('from', from, 0, HOUR_MAX);
  checkInteger('to', to, from, Math.min(HOUR_MAX, from + POINTS_MAX[step] * step));
}

/** The hours of the points; the first that has prices stands in for those before it. */
function pointsOf({ from, to, step }: ValueCurveQuery, first: number): number[] {
  const hours: number[] = [];
  if (first > from && first < to) hours.push(first);
  for (let hour = from; hour < to; hour += step) if (hour >= first) hours.push(hour);
  if (to >= first) hours.push(to);
  return [...new Set(hours)];
}

async function readBook(
  db: Kysely<RecordsTables>,
  user: number,
  listing: MarketListing,
  hours: readonly number[],
): Promise<Book> {
  const accounts = Object.values(GROUPS).flatMap((kinds) =>
    kinds.map((kind) => accountOf(user, kind)),
  );
  const window = { from: hours[0] as number, to: hours.at(-1) as number };
  const holdings = await readHoldings(db, accounts, listing, window);
  const positions = await readPositions(db, accounts, listing, window);
  const inflows = await readInflows(db, accounts, window);
  const contracts = positions.map(([state]) => (state as OpenPosition).instrument);
  const coins = [
    ...holdings.map(([state]) => (state as HourHolding).asset),
    ...inflows.map(({ asset }) => asset),
    ...contracts.map((id) => listing.instruments.get(id)?.quote ?? -1),
  ];
  const pairs = coins.flatMap((coin) => listing.pairs.get(coin)?.id ?? []);
  const priced = [...hours, ...inflows.map(({ hour }) => hour)];
  const prices = await readPrices(db, unique([...contracts, ...pairs]), unique(priced));
  return { listing, holdings, positions, inflows, prices };
}

function unique(numbers: readonly number[]): number[] {
  return [...new Set(numbers)];
}

function byGroup(user: number, of: (accounts: ReadonlySet<number>) => bigint): Worths {
  const group = (name: keyof Worths) =>
    of(new Set(GROUPS[name].map((kind) => accountOf(user, kind))));
  return {
    spot: group('spot'),
    margin: group('margin'),
    futures: group('futures'),
    funding: group('funding'),
  };
}

function worthAt(book: Book, accounts: ReadonlySet<number>, hour: number): bigint {
  const units = new Map<number, bigint>();
  const add = (asset: number, more: bigint) => units.set(asset, (units.get(asset) ?? 0n) + more);
  for (const series of book.holdings) {
    const state = stateBefore(series, hour);
    if (state !== null && accounts.has(state.account)) add(state.asset, state.units);
  }
  for (const series of book.positions) {
    const state = stateBefore(series, hour);
    const contract = state === null ? undefined : book.listing.instruments.get(state.instrument);
    if (state === null || contract === undefined || !accounts.has(state.account)) continue;
    const mark = book.prices.get(contract.id)?.get(hour);
    // A position that no mark has come for is worth what it cost.
    if (mark === undefined) continue;
    add(contract.quote, (state.lots * mark - state.cost) * BigInt(contract.factor));
  }
  let worth = 0n;
  for (const [asset, amount] of units) worth += worthOf(book, asset, amount, hour);
  return worth;
}

function inflowBetween(
  book: Book,
  accounts: ReadonlySet<number>,
  from: number,
  to: number,
): bigint {
  let sum = 0n;
  for (const { account, asset, hour, units } of book.inflows) {
    if (hour < from || hour >= to || !accounts.has(account)) continue;
    sum += worthOf(book, asset, units, hour);
  }
  return sum;
}

/** Value units of an amount of a coin, towards zero; nothing while it has no price. */
function worthOf({ listing, prices }: Book, asset: number, units: bigint, hour: number): bigint {
  if (asset === listing.coin) return units;
  const pair = listing.pairs.get(asset);
  const price = pair === undefined ? undefined : prices.get(pair.id)?.get(hour);
  if (pair === undefined || price === undefined) return 0n;
  return (units * price * BigInt(pair.factor)) / BigInt(pair.lotUnits);
}

/** What was so when an hour began; null = nothing yet. */
function stateBefore<State extends { readonly hour: number }>(
  series: StateSeries<State>,
  hour: number,
): State | null {
  let [low, high] = [0, series.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((series[middle] as State).hour < hour) low = middle + 1;
    else high = middle;
  }
  return series[low - 1] ?? null;
}
