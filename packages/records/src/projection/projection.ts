/**
 * The projection of the journal into SQL. A chunk of events is folded in memory and written together
 * with the sequence reached in ONE transaction, so the rows are always those of exactly one
 * sequence. Fault model: the process may die, a connection may break and a commit may end unknown at
 * any point; after every failure all memory is thrown away and read back from the database.
 */
import type { Event, PositionEvent } from '@halcyon/domain';
import { EventKind, ParentState, Product, parentOfOrder, TradeOrigin } from '@halcyon/domain';
import type { Kysely, Transaction } from 'kysely';
import { sql } from 'kysely';
import { recordOfTexts } from '../kinds/kind.ts';
import { INSTRUMENTS } from '../kinds/listed.ts';
import { FIRST_ENDED_STATUS, ORDERS } from '../kinds/orders.ts';
import { PARENTS } from '../kinds/parents.ts';
import { PLANS, StoredPlanStatus } from '../kinds/plans.ts';
import { POSITIONS } from '../kinds/positions.ts';
import { FACTS, type FactsTables, readFacts, settleExchange, settleFact } from '../sql/facts.ts';
import { migrate } from '../sql/migrate.ts';
import { dayKey } from './copy-days.ts';
import type { CopySide } from './copy-tables.ts';
import { DeadLetters, keyTextOf } from './dead-letters.ts';
import type { Dump } from './dump.ts';
import { dumpRecords } from './dump.ts';
import { fold } from './fold.ts';
import { knowCopy, putCopyTotal } from './fold-copying.ts';
import { priceKey } from './fold-hours.ts';
import type { Counters, Known } from './known.ts';
import { emptyKnown } from './known.ts';
import {
  loadByIds,
  loadCopies,
  loadCopyDays,
  loadCopyTotals,
  loadFundTotals,
  loadPositions,
  loadPriceHours,
  loadRound,
} from './load.ts';
import { RECORDS_MIGRATIONS } from './migrations.ts';
import type { PositionKey } from './position-rows.ts';
import { positionKey } from './position-rows.ts';
import type { RecordsDatabase, RecordsTables } from './schema.ts';
import { DEAD_LETTER_TABLE, RECORDS_TABLES } from './schema.ts';
import type { Writers } from './write-set.ts';
import { makeWriters, WriteSet } from './write-set.ts';

/** Open orders kept in memory between chunks, plans, parents and positions too; more are read when needed. */
const ORDERS_KEPT_MAX = 100_000;

/** A run of events to apply: all that concern people of the commands `firstSeq..lastSeq`. */
export interface ProjectionInput {
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly events: readonly Event[];
}

/** The input does not follow on what was applied: events are missing in between. */
export class ProjectionGap extends Error {
  override readonly name = 'ProjectionGap';
  /** The sequence that has to come next. */
  readonly expected: number;

  constructor(expected: number, received: number) {
    super(`records are at sequence ${expected - 1} and cannot go on at ${received}`);
    this.expected = expected;
  }
}

/** Someone else moved the records on while we had them open. */
class ProjectionConflict extends Error {
  override readonly name = 'ProjectionConflict';
}

/** Writes events to the records database; one instance, one caller at a time. */
export class RecordsProjection {
  readonly #database: RecordsDatabase;
  readonly #writers: Writers;
  readonly #setAside = new DeadLetters();
  #known: Known = emptyKnown();
  /** Applied, and for everything that changed a row also committed. */
  #reachedSeq = 0;
  /** What the state row says. Behind `#reachedSeq` only by sequences that changed no row. */
  #storedSeq = 0;

  private constructor(database: RecordsDatabase) {
    this.#database = database;
    this.#writers = makeWriters(database.kind);
  }

  /** Brings the schema up to date and reads where the records stand. */
  static async open(database: RecordsDatabase, now: number): Promise<RecordsProjection> {
    await migrate(database as never, RECORDS_MIGRATIONS, now);
    const projection = new RecordsProjection(database);
    await projection.reload();
    return projection;
  }

  /** Binds the rows to an exchange. @throws Error when they are those of another one */
  settle(exchange: string): Promise<void> {
    return settleExchange(this.#facts, exchange);
  }

  get #facts(): Kysely<FactsTables> {
    return this.#database.db as unknown as Kysely<FactsTables>;
  }

  /** All commands up to this sequence are in the rows. */
  get reachedSeq(): number {
    return this.#reachedSeq;
  }

  /** Rows that the database refused for good. */
  get rowsSetAside(): number {
    return this.#setAside.count;
  }

  /** What was set aside since this was last asked, in words. */
  takeNews(): readonly string[] {
    return this.#setAside.takeNews();
  }

  /** The simulated users among those opened so far, ascending. */
  async simulatedUsers(): Promise<number[]> {
    const rows = await this.#database.db
      .selectFrom('users')
      .select('id')
      .where('simulated', '=', 1)
      .orderBy('id')
      .execute();
    return rows.map((row) => row.id);
  }

  /**
   * Applies events; what was applied before is skipped. Throws ProjectionGap when something is
   * missing before them, InvariantError when they contradict the rows, and the driver's errors; after
   * any throw `reload` has to succeed before the next call.
   * @param refusing whether rows that the database refuses are set aside, which takes longer
   */
  async apply(input: ProjectionInput, refusing = false): Promise<void> {
    if (input.lastSeq <= this.#reachedSeq) return;
    if (input.firstSeq > this.#reachedSeq + 1) {
      throw new ProjectionGap(this.#reachedSeq + 1, input.firstSeq);
    }
    const out = new WriteSet();
    await this.#load(input.events);
    for (const event of input.events) {
      if (event.seq > this.#reachedSeq) fold(event, this.#known, out);
    }
    if (out.size > 0) await this.#commit(input.lastSeq, out, refusing);
    this.#reachedSeq = input.lastSeq;
    this.#forget(out);
  }

  /** Stores the sequence reached when rows alone did not: the journal may drop what is before. */
  async storeProgress(): Promise<void> {
    if (this.#storedSeq < this.#reachedSeq)
      await this.#commit(this.#reachedSeq, new WriteSet(), false);
  }

  /** Throws all memory away and reads it back from the database. */
  async reload(): Promise<void> {
    const { db } = this.#database;
    const known = emptyKnown();
    const state = await db.selectFrom('state').selectAll().executeTakeFirstOrThrow();
    const users = await db.selectFrom('users').select('id').where('simulated', '=', 1).execute();
    for (const user of users) known.people.learn(user.id, true);
    for (const row of await db
      .selectFrom('instruments')
      .select(['id', 'product', 'base', 'quote', 'quote_factor as quoteFactor'])
      .execute()) {
      known.instruments.set(row.id, row);
    }
    await this.#setAside.reload(db);
    for (const { id, simulated } of await this.#setAside.read(db, 'users')) {
      if (simulated === '1') known.people.learn(Number(id), true);
    }
    for (const texts of await this.#setAside.read(db, 'instruments')) {
      const { id, product, base, quote, quoteFactor } = recordOfTexts(INSTRUMENTS, texts);
      known.instruments.set(id, { product, base, quote, quoteFactor });
    }
    await this.#readRounds(db, known);
    await this.#readPriceHours(db, known);
    await this.#readFundTotals(db, known);
    await this.#readCopies(db, known);
    const newest = db.selectFrom('marks').select('minute').orderBy('minute', 'desc').limit(1);
    known.lastMark = (await newest.executeTakeFirst())?.minute ?? -1;
    Object.assign(known.counters, {
      nextBill: state.next_bill,
      nextPrevented: state.next_prevented,
      maxOrder: state.max_order,
      maxPlan: state.max_plan,
      maxTrade: state.max_trade,
      maxMovement: state.max_movement,
      closedPositions: state.closed_positions,
      liquidations: state.liquidations,
      fundEntries: state.fund_entries,
      loans: state.loans,
      marginLiquidations: state.margin_liquidations,
      refusals: state.refusals,
      notices: state.notices,
    } satisfies Counters);
    this.#known = known;
    this.#storedSeq = state.last_seq;
    // What was reached without changing a row still holds, however the last commit ended.
    this.#reachedSeq = Math.max(this.#reachedSeq, state.last_seq);
  }

  async #readRounds(db: Kysely<RecordsTables>, known: Known): Promise<void> {
    for (const [id, { product }] of known.instruments) {
      const round = product === Product.spot ? null : await loadRound(db, id);
      if (round !== null) known.rounds.set(id, round);
    }
    for (const texts of await this.#setAside.read(db, 'funding_rounds')) {
      const [instrument, round] = [Number(texts['instrument']), Number(texts['round'])];
      if (round < (known.rounds.get(instrument)?.round ?? 0)) continue;
      const [rate, mark] = [Number(texts['rate']), Number(texts['mark'])];
      known.rounds.set(instrument, { round, rate, mark });
    }
  }

  async #readPriceHours(db: Kysely<RecordsTables>, known: Known): Promise<void> {
    for (const id of known.instruments.keys()) {
      for (const { source, hour } of await loadPriceHours(db, id)) {
        known.priceHours.set(priceKey(id, source), hour);
      }
    }
    for (const texts of await this.#setAside.read(db, 'price_hours')) {
      const key = priceKey(Number(texts['instrument']), Number(texts['source']));
      const hour = Math.max(Number(texts['hour']), known.priceHours.get(key) ?? 0);
      known.priceHours.set(key, hour);
    }
  }

  async #readFundTotals(db: Kysely<RecordsTables>, known: Known): Promise<void> {
    const hours = new Map<string, number>();
    const aside = await this.#setAside.read(db, 'fund_hours');
    for (const { measure, subject, hour, units } of [...(await loadFundTotals(db)), ...aside]) {
      const key = [measure, subject].join();
      if (Number(hour) < (hours.get(key) ?? 0)) continue;
      hours.set(key, Number(hour));
      known.fundTotals.set(key, BigInt(units ?? 0));
    }
  }

  async #readCopies(db: Kysely<RecordsTables>, known: Known): Promise<void> {
    for (const row of await loadCopies(db)) knowCopy(row, known);
    for (const { kind, portfolio, day, times, units, batch } of await loadCopyDays(db)) {
      known.copyDays.set(dayKey(kind, portfolio), { day, times, units: BigInt(units), batch });
    }
    for (const { trader, side, subject, amount, cost } of await loadCopyTotals(db)) {
      putCopyTotal(
        { trader, side: side as CopySide },
        subject,
        [BigInt(amount), BigInt(cost)],
        known,
      );
    }
  }

  /** Drops all tables and makes them anew, at sequence 0; whose they are stays. */
  async reset(now: number): Promise<void> {
    const { db } = this.#database;
    const facts = await readFacts(this.#facts);
    const tables = [...Object.keys(RECORDS_TABLES), DEAD_LETTER_TABLE.name, FACTS.name];
    for (const table of [...tables, 'schema_version']) {
      await sql`drop table if exists ${sql.table(table)}`.execute(db);
    }
    await migrate(this.#database as never, RECORDS_MIGRATIONS, now);
    for (const [name, value] of facts) await settleFact(this.#facts, name, value);
    this.#reachedSeq = 0;
    await this.reload();
  }

  /** A canonical digest of all rows and the sequence they belong to. */
  async dump(): Promise<Dump> {
    await this.storeProgress();
    return dumpRecords(this.#database.db);
  }

  async #commit(seq: number, out: WriteSet, refusing: boolean): Promise<void> {
    await this.#database.db.transaction().execute(async (transaction) => {
      await this.#advance(transaction, seq);
      for (const [name, rows] of out.rows()) {
        await this.#setAside.write(transaction, this.#writers[name], rows, { seq, refusing });
      }
    });
    this.#storedSeq = seq;
  }

  async #advance(transaction: Transaction<RecordsTables>, lastSeq: number): Promise<void> {
    const counters = this.#known.counters;
    const result = await transaction
      .updateTable('state')
      .set({
        last_seq: lastSeq,
        next_bill: counters.nextBill,
        next_prevented: counters.nextPrevented,
        max_order: counters.maxOrder,
        max_plan: counters.maxPlan,
        max_trade: counters.maxTrade,
        max_movement: counters.maxMovement,
        closed_positions: counters.closedPositions,
        liquidations: counters.liquidations,
        fund_entries: counters.fundEntries,
        loans: counters.loans,
        margin_liquidations: counters.marginLiquidations,
        refusals: counters.refusals,
        notices: counters.notices,
      })
      .where('id', '=', 1)
      .where('last_seq', '=', this.#storedSeq)
      .executeTakeFirst();
    if (result.numUpdatedRows !== 1n) {
      throw new ProjectionConflict(`the records are no longer at sequence ${this.#storedSeq}`);
    }
  }

  /** Reads the orders, plans, parents and positions that these events name and that are not in memory. */
  async #load(events: readonly Event[]): Promise<void> {
    const wanted = new Wanted(this.#known, this.#reachedSeq);
    for (const event of events) wanted.note(event);
    const db = this.#database.db as Kysely<RecordsTables>;
    const { orders, plans } = this.#known;
    for (const order of await loadByIds(db, ORDERS, wanted.orders)) orders.set(order.id, order);
    for (const plan of await loadByIds(db, PLANS, wanted.plans)) plans.set(plan.id, plan);
    // Where a row is aside, the table has at most what it was before.
    const aside = (table: 'orders' | 'plans', ids: ReadonlyMap<number, number>) =>
      this.#setAside.read(
        db,
        table,
        Array.from(ids, ([id, account]) => keyTextOf([account, id])),
      );
    for (const texts of await aside('orders', wanted.orders)) {
      const order = recordOfTexts(ORDERS, texts);
      this.#known.orders.set(order.id, order);
    }
    for (const texts of await aside('plans', wanted.plans)) {
      const plan = recordOfTexts(PLANS, texts);
      this.#known.plans.set(plan.id, plan);
    }
    await this.#loadParents(db, wanted);
    const { positions } = this.#known;
    const names = [...wanted.positions];
    for (const position of await loadPositions(
      db,
      names.map(([, name]) => name),
    )) {
      positions.set(positionKey(position), position);
    }
    const keys = names.map(([key]) => key);
    for (const texts of await this.#setAside.read(db, 'positions', keys)) {
      const position = recordOfTexts(POSITIONS, texts);
      positions.set(positionKey(position), position);
    }
  }

  /** Those that events name, and those whose orders end. */
  async #loadParents(db: Kysely<RecordsTables>, wanted: Wanted): Promise<void> {
    const { orders, parents } = this.#known;
    for (const id of wanted.ended) {
      const order = orders.get(id);
      if (order !== undefined) wanted.parentOf(order);
    }
    for (const parent of await loadByIds(db, PARENTS, wanted.parents)) {
      parents.set(parent.id, parent);
    }
    const keys = Array.from(wanted.parents, ([id, account]) => keyTextOf([account, id]));
    for (const texts of await this.#setAside.read(db, 'parent_orders', keys)) {
      const parent = recordOfTexts(PARENTS, texts);
      parents.set(parent.id, parent);
    }
  }

  #forget(out: WriteSet): void {
    const { orders, plans, parents, positions } = this.#known;
    for (const order of out.orders) {
      if (order.status >= FIRST_ENDED_STATUS) orders.delete(order.id);
    }
    for (const plan of out.plans)
      if (plan.status !== StoredPlanStatus.pending) plans.delete(plan.id);
    for (const parent of out.parents) {
      if (parent.state >= ParentState.filled) parents.delete(parent.id);
    }
    for (const position of out.positions) {
      if (position.closedId > 0) positions.delete(positionKey(position));
    }
    if (positions.size > ORDERS_KEPT_MAX) positions.clear();
    if (orders.size > ORDERS_KEPT_MAX) orders.clear();
    if (plans.size > ORDERS_KEPT_MAX) plans.clear();
    if (parents.size > ORDERS_KEPT_MAX) parents.clear();
  }
}

/** Collects which orders, plans, parents and positions must be read before a chunk can be folded. */
class Wanted {
  readonly orders = new Map<number, number>();
  readonly plans = new Map<number, number>();
  readonly parents = new Map<number, number>();
  /** Orders that end. */
  readonly ended = new Set<number>();
  readonly positions = new Map<string, PositionKey>();
  readonly #known: Known;
  readonly #after: number;
  readonly #opened = new Set<number>();
  /** Trades of contracts: a position that one opened is not there before. */
  readonly #trades = new Set<number>();

  constructor(known: Known, after: number) {
    this.#known = known;
    this.#after = after;
  }

  note(event: Event): void {
    if (event.seq <= this.#after) return;
    switch (event.kind) {
      case EventKind.orderOpened:
        this.#opened.add(event.order);
        this.parentOf(event);
        return;
      case EventKind.planOpened:
        this.#opened.add(event.plan);
        return;
      case EventKind.contractTrade:
        this.#trades.add(event.trade);
        if (event.origin !== TradeOrigin.book) return;
        this.#order(event.makerOrder, event.makerAccount);
        this.#order(event.takerOrder, event.takerAccount);
        return;
      case EventKind.position:
        this.#position(event);
        return;
      case EventKind.trade:
        this.#order(event.makerOrder, event.makerAccount);
        this.#order(event.takerOrder, event.takerAccount);
        return;
      case EventKind.orderDone:
        this.ended.add(event.order);
        this.#order(event.order, event.account);
        return;
      case EventKind.orderAmended:
        this.#order(event.order, event.account);
        return;
      case EventKind.parentOrderSet:
        this.#parent(event.parent, event.account);
        return;
      case EventKind.planAmended:
      case EventKind.planEnded:
        if (!this.#opened.has(event.plan) && !this.#known.plans.has(event.plan)) {
          this.plans.set(event.plan, event.account);
        }
        return;
      default:
    }
  }

  #position(event: PositionEvent): void {
    if (event.opened === 0 || this.#trades.has(event.opened)) return;
    const key = positionKey(event);
    if (this.#known.positions.has(key)) return;
    if (this.#known.people.ownsAccount(event.account)) this.positions.set(key, event);
  }

  /** The parent of an order that ends or may end. */
  parentOf(order: Parameters<typeof parentOfOrder>[0] & { readonly account: number }): void {
    const parent = parentOfOrder(order);
    if (parent !== 0) this.#parent(parent, order.account);
  }

  #parent(id: number, account: number): void {
    if (this.#known.parents.has(id)) return;
    if (this.#known.people.ownsAccount(account)) this.parents.set(id, account);
  }

  #order(id: number, account: number): void {
    if (this.#opened.has(id) || this.#known.orders.has(id)) return;
    if (this.#known.people.ownsAccount(account)) this.orders.set(id, account);
  }
}
