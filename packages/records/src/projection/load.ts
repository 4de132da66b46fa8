/** Reads orders and plans back into the form that the projection works on. */
import type { Kysely } from 'kysely';
import { int64Text } from '../sql/int64.ts';
import type { TableSpec } from '../sql/migrate.ts';
import type { OrderState, PlanState } from './rows.ts';
import type { OrderStatus, PlanStatus, RecordsTables } from './schema.ts';
import { RECORDS_TABLES } from './schema.ts';
import type { RowTexts } from './set-aside.ts';

/** Keys in one statement: each is two parameters and a term of an OR. */
const KEYS_MAX = 100;

type Texts = { filled_quote: string; fee: string };
type OrderRecord = Omit<RecordsTables['orders'], keyof Texts> & Texts;

/** All columns of an order but those that may be above 2^53. */
const SAFE_COLUMNS = (
  Object.keys(RECORDS_TABLES.orders.columns) as (keyof RecordsTables['orders'])[]
).filter((column) => column !== 'filled_quote' && column !== 'fee');

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
      .select([int64Text('filled_quote').as('filled_quote'), int64Text('fee').as('fee')])
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
  };
}

/** An order that is set aside, from its text. */
export function orderOfTexts(texts: RowTexts): OrderState {
  const row = numbered(texts, RECORDS_TABLES.orders) as RecordsTables['orders'];
  const { filled_quote = '0', fee = '0' } = texts;
  return orderState({ ...row, filled_quote, fee });
}

/** A plan that is set aside, from its text. */
export function planOfTexts(texts: RowTexts): PlanState {
  return planState(numbered(texts, RECORDS_TABLES.plans) as RecordsTables['plans']);
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
