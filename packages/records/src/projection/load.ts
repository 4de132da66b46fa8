/** Reads orders, plans and positions back into the form that the projection works on. */
import type { TriggerBy } from '@halcyon/domain';
import type { Kysely } from 'kysely';
import { int64Text } from '../sql/int64.ts';
import type { TableSpec } from '../sql/migrate.ts';
import type { FundingRound } from './facts.ts';
import type { PositionName, PositionState } from './position-rows.ts';
import type { OrderState, PlanState } from './rows.ts';
import type { OrderStatus, PlanStatus, RecordsTables } from './schema.ts';
import { CONTRACT_COLUMNS, RECORDS_TABLES } from './schema.ts';
import type { RowTexts } from './set-aside.ts';

/** Keys in one statement: each is two parameters and a term of an OR. */
const KEYS_MAX = 100;

type Texts = { filled_quote: string; fee: string; profit: string; closed_entry: string };
type OrderRecord = Omit<RecordsTables['orders'], keyof Texts> & Texts;

/** Columns that may be above 2^53. */
const ORDER_TEXTS = ['filled_quote', 'fee', 'profit', 'closed_entry'] as const;
const POSITION_TEXTS = ['opened_lots', 'opened_value', 'closed_lots', 'closed_value'] as const;

/** All columns of a table but those. */
function safeColumns<Name extends 'orders' | 'positions'>(name: Name, texts: readonly string[]) {
  const columns = Object.keys(RECORDS_TABLES[name].columns);
  return columns.filter((column) => !texts.includes(column)) as (keyof RecordsTables[Name])[];
}

const SAFE_COLUMNS = safeColumns('orders', ORDER_TEXTS);
const SAFE_POSITION_COLUMNS = safeColumns('positions', POSITION_TEXTS);

/** The orders of `wanted` (id → account) that exist. */
export async function loadOrders(
  db: Kysely<RecordsTables>,
  wanted: ReadonlyMap<number, number>,
): Promise<OrderState[]> {
  const found: OrderState[] = [];
  for (const keys of slices([...wanted])) {
    const rows = await db
      .selectFrom('orders')
      .select(SAFE_COLUMNS)
      .select(ORDER_TEXTS.map((column) => int64Text(column).as(column)))
      .where((eb) =>
        eb.or(
          keys.map(([id, account]) => eb.and([eb('account', '=', account), eb('id', '=', id)])),
        ),
      )
      .execute();
    for (const row of rows) found.push(orderState(row as OrderRecord));
  }
  return found;
}

function orderState(row: OrderRecord): OrderState {
  return {
    account: row.account,
    id: row.id,
    instrument: row.instrument,
    side: row.side,
    type: row.type,
    timeInForce: row.time_in_force,
    selfTrade: row.self_trade,
    price: row.price,
    quantity: row.quantity,
    quoteAmount: row.quote_amount,
    clientId: row.client_id,
    plan: row.plan,
    takeProfitTrigger: row.take_profit_trigger,
    takeProfitPrice: row.take_profit_price,
    stopLossTrigger: row.stop_loss_trigger,
    stopLossPrice: row.stop_loss_price,
    filledQuantity: row.filled_quantity,
    filledQuote: BigInt(row.filled_quote),
    fee: BigInt(row.fee),
    feeAsset: row.fee_asset,
    trades: row.trades,
    remaining: row.remaining,
    status: row.status as OrderStatus,
    doneReason: row.done_reason,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    seq: row.seq,
    options: row.options,
    profit: BigInt(row.profit),
    closedLots: row.closed_lots,
    closedEntry: BigInt(row.closed_entry),
  };
}

/** The plans of `wanted` (id → account) that exist. */
export async function loadPlans(
  db: Kysely<RecordsTables>,
  wanted: ReadonlyMap<number, number>,
): Promise<PlanState[]> {
  const found: PlanState[] = [];
  for (const keys of slices([...wanted])) {
    const rows = await db
      .selectFrom('plans')
      .selectAll()
      .where((eb) =>
        eb.or(
          keys.map(([id, account]) => eb.and([eb('account', '=', account), eb('id', '=', id)])),
        ),
      )
      .execute();
    for (const row of rows) found.push(planState(row));
  }
  return found;
}

function planState(row: RecordsTables['plans']): PlanState {
  return {
    account: row.account,
    id: row.id,
    instrument: row.instrument,
    side: row.side,
    planType: row.plan_type,
    triggerBy: row.trigger_by,
    triggerPrice: row.trigger_price,
    price: row.price,
    quantity: row.quantity,
    quoteAmount: row.quote_amount,
    callbackPpm: row.callback_ppm,
    clientId: row.client_id,
    parent: row.parent,
    status: row.status as PlanStatus,
    order: row.order_id,
    code: row.code,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    seq: row.seq,
    options: row.options,
    attached: {
      takeProfitTrigger: row.take_profit_trigger,
      takeProfitPrice: row.take_profit_price,
      takeProfitBy: row.take_profit_by as TriggerBy,
      stopLossTrigger: row.stop_loss_trigger,
      stopLossPrice: row.stop_loss_price,
      stopLossBy: row.stop_loss_by as TriggerBy,
    },
  };
}

type PositionTexts = Record<(typeof POSITION_TEXTS)[number], string>;
type PositionRecord = Omit<RecordsTables['positions'], keyof PositionTexts> & PositionTexts;

/** The positions of these names that exist. */
export async function loadPositions(
  db: Kysely<RecordsTables>,
  wanted: readonly PositionName[],
): Promise<PositionState[]> {
  const found: PositionState[] = [];
  for (const names of slices(wanted)) {
    const rows = await db
      .selectFrom('positions')
      .select(SAFE_POSITION_COLUMNS)
      .select(POSITION_TEXTS.map((column) => int64Text(column).as(column)))
      .where((eb) =>
        eb.or(
          names.map(({ account, instrument, leg, opened }) =>
            eb.and({ account, instrument, leg, opened }),
          ),
        ),
      )
      .execute();
    for (const row of rows) found.push(positionState(row as PositionRecord));
  }
  return found;
}

function positionState(row: PositionRecord): PositionState {
  return {
    account: row.account,
    instrument: row.instrument,
    leg: row.leg,
    opened: row.opened,
    side: row.side,
    marginMode: row.margin_mode,
    leverage: row.leverage,
    lots: row.lots,
    cost: row.cost,
    margin: row.margin,
    openedLots: BigInt(row.opened_lots),
    openedValue: BigInt(row.opened_value),
    closedLots: BigInt(row.closed_lots),
    closedValue: BigInt(row.closed_value),
    profit: row.profit,
    fees: row.fees,
    openingFees: row.opening_fees,
    funding: row.funding,
    closedId: row.closed_id,
    openedAt: row.opened_at,
    closedAt: row.closed_at,
    updatedAt: row.updated_at,
    seq: row.seq,
  };
}

/** The newest funding round of a contract, or null. */
export async function loadRound(
  db: Kysely<RecordsTables>,
  instrument: number,
): Promise<FundingRound | null> {
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
): Promise<{ id: number; trader: number }[]> {
  const open = db.selectFrom('copy_portfolios').select(['id', 'trader']);
  return open.where('ended_at', '=', 0).execute();
}

/** The newest row of what each trader and the followers had. */
export async function loadCopyTotals(
  db: Kysely<RecordsTables>,
): Promise<{ trader: number; side: number; subject: number; amount: string; cost: string }[]> {
  const newest = db
    .selectFrom('copy_hours')
    .select(['trader', 'side', 'subject', (eb) => eb.fn.max<number>('hour').as('hour')])
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

/** A position that is set aside, from its text. */
export function positionOfTexts(texts: RowTexts): PositionState {
  const row = numbered(texts, RECORDS_TABLES.positions) as RecordsTables['positions'];
  const { opened_lots = '0', opened_value = '0', closed_lots = '0', closed_value = '0' } = texts;
  return positionState({ ...row, opened_lots, opened_value, closed_lots, closed_value });
}

/** An order that is set aside, from its text. */
export function orderOfTexts(texts: RowTexts): OrderState {
  const row = numbered(texts, RECORDS_TABLES.orders) as RecordsTables['orders'];
  const { filled_quote = '0', fee = '0', profit = '0', closed_entry = '0' } = texts;
  // A row from before contracts has none of this.
  const { options = 0, closed_lots = 0 } = row;
  return orderState({ ...row, options, filled_quote, fee, profit, closed_lots, closed_entry });
}

/** A row from before contracts has none of them. */
const NO_CONTRACT_COLUMNS = Object.fromEntries(
  Object.keys(CONTRACT_COLUMNS.plans).map((column) => [column, 0]),
) as Record<keyof typeof CONTRACT_COLUMNS.plans, number>;

/** A plan that is set aside, from its text. */
export function planOfTexts(texts: RowTexts): PlanState {
  const row = numbered(texts, RECORDS_TABLES.plans) as RecordsTables['plans'];
  return planState({ ...NO_CONTRACT_COLUMNS, ...row });
}

function numbered(texts: RowTexts, { columns }: TableSpec): Record<string, string | number> {
  const entries = Object.entries(texts);
  return Object.fromEntries(
    entries.map(([name, text]) => [name, columns[name] === 'int' ? Number(text) : text]),
  );
}

function slices<T>(items: readonly T[]): T[][] {
  const parts: T[][] = [];
  for (let i = 0; i < items.length; i += KEYS_MAX) parts.push(items.slice(i, i + KEYS_MAX));
  return parts;
}
