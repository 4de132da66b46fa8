/**
 * What a trader's portfolio and all who follow it were worth over time, from what is kept of each hour: money that
 * came or went counts at the end of its hour; what comes in the first hour, at its beginning.
 */
import { type ClosedTrades, type EquityPoint, Product } from '@halcyon/domain';
import { type Kysely, sql } from 'kysely';
import { checkInteger } from '../errors.ts';
import { CopySide, CopySubject } from '../projection/copy-tables.ts';
import { HOUR_MS, hourOf } from '../projection/hour-tables.ts';
import type { RecordsTables } from '../projection/schema.ts';
import { type HourlyPrices, readPrices, readSeries } from './value-data.ts';

const LARGEST = Number.MAX_SAFE_INTEGER;
const HOURS_A_DAY = 24;
/** Longest window, hours: a year and a day. */
const HOURS_MAX = 367 * HOURS_A_DAY;

/** A trader and a window of time, Unix ms. */
export interface CopyCurveQuery {
  readonly trader: number;
  readonly from: number;
  /** The last moment: now, or when the portfolio ended. */
  readonly to: number;
}

/** The figures of one side of a trader. */
export interface CopyCurve {
  /**
   * One at each end of a UTC day, where money came or went or positions changed, and at the end; none = there
   * never was anything.
   */
  readonly points: readonly EquityPoint[];
  /** Those of the window. */
  readonly trades: ClosedTrades;
}

/** Both sides. */
export interface CopyCurves {
  readonly trader: CopyCurve;
  readonly followers: CopyCurve;
  /** Part of what orders of the window traded that was traded with accounts of the trader's root, 0..1 by value. */
  readonly ownTraded: number;
}

/** What was so at the end of an hour. */
interface HourState {
  readonly side: number;
  readonly subject: number;
  readonly hour: number;
  readonly amount: bigint;
  readonly cost: bigint;
}

/** A contract, and units of a tick-lot. */
interface Contract {
  readonly id: number;
  readonly factor: bigint;
}

/** See the head of the file. */
export async function copyCurves(
  db: Kysely<RecordsTables>,
  { trader, from, to }: CopyCurveQuery,
): Promise<CopyCurves> {
  checkInteger('trader', trader, 0, LARGEST);
  checkInteger('to', to, 0, LARGEST);
  checkInteger('from', from, Math.max(0, to - HOURS_MAX * HOUR_MS), to);
  const rows = await db
    .selectFrom('instruments')
    .select(['id', 'quote_factor as factor', 'product'])
    .execute();
  const contracts = rows
    .filter(({ product }) => product !== Product.spot)
    .map(({ id, factor }) => ({ id, factor: BigInt(factor) }));
  const series = await readStates(db, trader, contracts, {
    from: hourOf(from),
    to: hourOf(to) + 1,
  });
  const sideOf = (side: CopySide) => series.filter(([first]) => first?.side === side);
  const sides = [sideOf(CopySide.trader), sideOf(CopySide.followers)].map(
    (states) => new Side(states, contracts, { from, to }),
  );
  const hours = [...new Set(sides.flatMap((side) => side.hours))];
  const ids = sides.flatMap((side) => side.traded.map(({ id }) => id));
  const prices = await readPrices(db, hours.length === 0 ? [] : [...new Set(ids)], hours);
  const [own, followers] = sides.map((side) => side.curve(prices));
  const ownTraded = await ownTradedPart(db, { trader, from, to });
  return { trader: own!, followers: followers!, ownTraded };
}

/** See CopyCurves. A ratio that is shown and ranked by. */
async function ownTradedPart(
  db: Kysely<RecordsTables>,
  { trader, from, to }: CopyCurveQuery,
): Promise<number> {
  const placed = sql`b.trader = ${trader} and b.time >= ${from} and b.time <= ${to}`;
  // The trader's orders come first: how many trades there are of others makes no difference.
  const own = await sql<{ value: number | string | null }>`
    select sum(o.lots * 1.0 * o.price * i.quote_factor) as value
    from copy_batches b cross join copy_own_trades o join instruments i on i.id = b.instrument
    where o.batch = b.id and ${placed}`.execute(db);
  const ownValue = Number(own.rows[0]?.value ?? 0);
  if (ownValue === 0) return 0;
  const all = await sql<{ value: number | string | null }>`
    select sum(b.cost * 1.0 * i.quote_factor) as value
    from copy_batches b join instruments i on i.id = b.instrument where ${placed}`.execute(db);
  // Of an order that is still in the book the trades are told before its batch is.
  return Math.min(1, ownValue / Math.max(ownValue, Number(all.rows[0]?.value ?? 0)));
}

/** Of each subject of each side the last state before the window and those in it. */
function readStates(
  db: Kysely<RecordsTables>,
  trader: number,
  contracts: readonly Contract[],
  window: { readonly from: number; readonly to: number },
): Promise<HourState[][]> {
  const subjects = [...Object.values(CopySubject), ...contracts.map(({ id }) => id)];
  const keys = Object.values(CopySide).flatMap((side) =>
    subjects.map((subject) => [trader, side, subject]),
  );
  const form = {
    table: 'copy_hours',
    key: ['trader', 'side', 'subject'],
    states: ['amount', 'cost'],
  };
  return readSeries(db, form, keys, window, (_trader, side, subject, hour, amount, cost) => ({
    ...{ side: side as number, subject: subject as number, hour: hour as number },
    ...{ amount: BigInt(amount as string), cost: BigInt(cost as string) },
  }));
}

const NOTHING = { amount: 0n, cost: 0n };

/** One side in the window. */
class Side {
  /** Contracts that it had positions in. */
  readonly traded: readonly Contract[];
  /** Ends of hours at which it has a point, without the first and the last one. */
  readonly hours: readonly number[];
  readonly #bySubject: ReadonlyMap<number, readonly HourState[]>;
  readonly #window: { readonly from: number; readonly to: number };
  /** The hour in which it began; null = before the window, or never. */
  readonly #began: number | null;

  constructor(
    states: readonly (readonly HourState[])[],
    contracts: readonly Contract[],
    window: { readonly from: number; readonly to: number },
  ) {
    this.#bySubject = new Map(states.map((series) => [series[0]!.subject, series]));
    this.#window = window;
    this.traded = contracts.filter(({ id }) => this.#bySubject.has(id));
    const first = this.#money[0]?.hour;
    this.#began = first === undefined || first < hourOf(window.from) ? null : first;
    this.hours = this.#hoursOf();
  }

  get #money(): readonly HourState[] {
    return this.#bySubject.get(CopySubject.money) ?? [];
  }

  #hoursOf(): number[] {
    if (this.#money.length === 0) return [];
    const { from, to } = this.#window;
    const begins = this.#began ?? hourOf(from);
    const last = hourOf(to);
    const hours = new Set<number>([begins, last + 1]);
    const firstDay = Math.floor(begins / HOURS_A_DAY) + 1;
    for (let day = firstDay; day * HOURS_A_DAY <= last; day++) hours.add(day * HOURS_A_DAY);
    for (const { hour } of this.#money) {
      if (this.#paidIn(hour) !== 0n && hour > begins && hour < last) hours.add(hour + 1);
    }
    const changes = this.traded.flatMap(({ id }) => this.#bySubject.get(id) ?? []);
    for (const { hour } of changes) if (hour >= begins && hour < last) hours.add(hour + 1);
    return [...hours].sort((a, b) => a - b);
  }

  /** What was so when an hour began. */
  #before(subject: number, hour: number): Pick<HourState, 'amount' | 'cost'> {
    const series = this.#bySubject.get(subject) ?? [];
    return series.findLast((state) => state.hour < hour) ?? NOTHING;
  }

  /** Units that came in in an hour, less those that went out. */
  #paidIn(hour: number): bigint {
    const { money } = CopySubject;
    return this.#before(money, hour + 1).cost - this.#before(money, hour).cost;
  }

  curve(prices: HourlyPrices): CopyCurve {
    const { trades } = CopySubject;
    const { from, to } = this.#window;
    const [begin, end] = [this.#before(trades, hourOf(from)), this.#before(trades, hourOf(to) + 1)];
    const closed = Number(end.amount - begin.amount);
    const won = Number(end.cost - begin.cost);
    const points = this.#points(prices);
    const first = points[0]?.time ?? to;
    const openMs = this.#openUntil(hourOf(to) + 1, to) - this.#openUntil(hourOf(first), first);
    return { points, trades: { closed, won, openMs: Math.max(0, openMs) } };
  }

  /** How long positions were open, ms, by what was so when an hour began; see CopySubject.open. */
  #openUntil(hour: number, time: number): number {
    const { amount, cost } = this.#before(CopySubject.open, hour);
    return Number(amount) + (cost > 0n ? time : 0);
  }

  #points(prices: HourlyPrices): EquityPoint[] {
    const points: EquityPoint[] = [];
    const { to } = this.#window;
    for (const [i, hour] of this.hours.entries()) {
      const { equity, exposure } = this.#worthAt(hour, prices);
      const time = Math.min(hour * HOUR_MS, to);
      const paid = i === 0 ? 0n : this.#flowUpTo(i);
      const point = { time, before: equity - paid, after: equity, exposure };
      if (i === 0 && this.#began !== null) {
        // Of the hour in which it begins the money that came is there from its beginning on.
        const begins = this.#paidIn(hour) + this.#takenOut(hour);
        points.push({ time, before: 0n, after: begins, exposure: 0n });
      } else if (time > (points.at(-1)?.time ?? -1)) points.push(point);
    }
    return points;
  }

  /** Money of the hours since the point before; of the first hour what went out. */
  #flowUpTo(i: number): bigint {
    const { money } = CopySubject;
    const [last, hour] = [this.hours[i - 1]!, this.hours[i]!];
    const isFirst = i === 1 && this.#began !== null;
    const since = isFirst ? last + 1 : last;
    const flow = this.#before(money, hour).cost - this.#before(money, since).cost;
    return isFirst ? flow - this.#takenOut(last) : flow;
  }

  /** Units that went out in an hour. */
  #takenOut(hour: number): bigint {
    const { takenOut } = CopySubject;
    return this.#before(takenOut, hour + 1).amount - this.#before(takenOut, hour).amount;
  }

  #worthAt(hour: number, prices: HourlyPrices): { equity: bigint; exposure: bigint } {
    let [equity, exposure] = [this.#before(CopySubject.money, hour).amount, 0n];
    for (const { id, factor } of this.traded) {
      const { amount: lots, cost } = this.#before(id, hour);
      if (lots === 0n && cost === 0n) continue;
      const value = lots * (prices.get(id)?.get(hour) ?? 0n);
      equity += (value - cost) * factor;
      exposure += (value < 0n ? -value : value) * factor;
    }
    return { equity, exposure };
  }
}
