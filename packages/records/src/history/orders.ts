import type {
  DoneReason,
  PlanType,
  PositionLeg,
  SelfTrade,
  Side,
  TimeInForce,
} from '@halcyon/domain';
import { OrderType } from '@halcyon/domain';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { checkInteger } from '../errors.ts';
import type { OrderStatus, RecordsTables } from '../projection/schema.ts';
import { CONVERTED_ORDERS, FIRST_ENDED_STATUS } from '../projection/schema.ts';
import { HAS_CLIENT_ID, int64Text } from '../sql/int64.ts';
import { rare } from '../sql/rare.ts';
import { isLiquidation, LEG } from './options.ts';
import type { PageRequest } from './window.ts';
import { idRange, PAGE_LIMIT_MAX } from './window.ts';

/** One order with what its trades add up to; prices in ticks, quantities in lots. */
export interface OrderRecord {
  readonly id: number;
  readonly account: number;
  readonly instrument: number;
  readonly side: Side;
  readonly type: OrderType;
  readonly timeInForce: TimeInForce;
  readonly selfTrade: SelfTrade;
  readonly price: number;
  readonly quantity: number;
  /** Quote units, of a market buy by amount; else 0. */
  readonly quoteAmount: number;
  readonly clientId: string;
  /** The plan that set it off, 0 = none. */
  readonly plan: number;
  readonly takeProfitTrigger: number;
  readonly takeProfitPrice: number;
  readonly stopLossTrigger: number;
  readonly stopLossPrice: number;
  /** Lots. */
  readonly filledQuantity: number;
  /** Quote units. */
  readonly filledQuote: bigint;
  /** Units of `feeAsset`, ≥ 0 = paid. */
  readonly fee: bigint;
  /** The asset that the order receives; of a contract the settle coin. */
  readonly feeAsset: number;
  /** Number of trades. */
  readonly trades: number;
  /** Lots (quote units for a market buy by amount) that have not traded. */
  readonly remaining: number;
  readonly status: OrderStatus;
  /** Why it ended; -1 while it is open. */
  readonly doneReason: DoneReason | -1;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Sequence of the command that placed it. */
  readonly seq: number;
  /** Contracts: bits of OrderOption, and LIQUIDATION_OPTION; margin accounts: as the event has them. */
  readonly options: number;
  /** Contracts: what its fills realised, before fees, settle units. */
  readonly profit: bigint;
  /** Contracts: lots that its fills closed, as far as that is known: 0 of those before it was kept. */
  readonly closedLots: number;
  /** The sum of these, each times the average entry price then, in hundredths of a tick. */
  readonly closedEntry: bigint;
}

/** Which orders of an account are wanted. */
export interface OrderHistoryQuery extends PageRequest {
  readonly account: number;
  readonly instrument?: number | undefined;
  /** Default `ended`. */
  readonly state?: 'open' | 'ended' | 'all' | undefined;
  readonly side?: Side | undefined;
  readonly type?: OrderType | undefined;
  /** Exactly this status; an open one wants `state` open or all. */
  readonly status?: OrderStatus | undefined;
  /** Contracts: only orders for this position. */
  readonly leg?: PositionLeg | undefined;
  /** Contracts and margin accounts: only orders that liquidated, or only the others. */
  readonly liquidation?: boolean | undefined;
  /** Only orders that a plan of these kinds set off. */
  readonly planTypes?: readonly PlanType[] | undefined;
  /** Only conversions that were carried out. */
  readonly converts?: true | undefined;
  /** Of these, only plans for a whole position, or only the others. */
  readonly wholePosition?: boolean | undefined;
}

/** As the index of market orders has it. */
const IS_MARKET = sql<boolean>`type = ${sql.lit(OrderType.market)}`;

/** As the index of conversions has it. */
const IS_CONVERT = sql<boolean>`${sql.raw(CONVERTED_ORDERS)}`;

/** Orders newest first; ids are order ids. */
export async function orderHistory(
  db: Kysely<RecordsTables>,
  query: OrderHistoryQuery,
): Promise<OrderRecord[]> {
  const { from, to } = await idRange(db, 'order_id', query);
  let select = selectOrders(db)
    .where('account', '=', query.account)
    .where('id', '>=', from)
    .where('id', '<', to);
  if (query.instrument !== undefined) select = select.where('instrument', '=', query.instrument);
  if (query.side !== undefined) select = select.where('side', '=', query.side);
  if (query.type === OrderType.market) select = select.where(rare(db, IS_MARKET));
  else if (query.type !== undefined) select = select.where('type', '=', query.type);
  if (query.status !== undefined) select = select.where('status', '=', query.status);
  if (query.startTime !== undefined) select = select.where('created_at', '>=', query.startTime);
  if (query.endTime !== undefined) select = select.where('created_at', '<=', query.endTime);
  if (query.converts) select = select.where(rare(db, IS_CONVERT));
  if (query.leg !== undefined) select = select.where(LEG, '=', query.leg);
  if (query.liquidation !== undefined) {
    select = select.where(isLiquidation(query.account, query.liquidation));
  }
  if (query.planTypes !== undefined) select = select.where(setOffBy(query));
  if (query.state === 'open') select = select.where('status', '<', FIRST_ENDED_STATUS);
  else if (query.state !== 'all') select = select.where('status', '>=', FIRST_ENDED_STATUS);
  return (await select.orderBy('id', 'desc').limit(query.limit).execute()).map(toRecord);
}

/** True for orders whose plan is of the wanted kinds. */
function setOffBy({ planTypes = [], wholePosition }: OrderHistoryQuery) {
  const quantity =
    wholePosition === undefined
      ? sql``
      : wholePosition
        ? sql` and p.quantity = 0`
        : sql` and p.quantity > 0`;
  return sql<boolean>`exists (
    select 1 from plans p
    where p.account = orders.account and p.id = orders.plan
      and p.plan_type in (${sql.join(planTypes)})${quantity}
  )`;
}

/** One order of an account, or null. */
export async function orderById(
  db: Kysely<RecordsTables>,
  query: { readonly account: number; readonly order: number },
): Promise<OrderRecord | null> {
  checkInteger('order', query.order, 0, Number.MAX_SAFE_INTEGER);
  const row = await selectOrders(db)
    .where('account', '=', query.account)
    .where('id', '=', query.order)
    .executeTakeFirst();
  return row === undefined ? null : toRecord(row);
}

/** Those of some orders of an account that there are, in no order. */
export async function ordersByIds(
  db: Kysely<RecordsTables>,
  query: { readonly account: number; readonly orders: readonly number[] },
): Promise<OrderRecord[]> {
  const { account, orders } = query;
  checkInteger('orders', orders.length, 0, PAGE_LIMIT_MAX);
  if (orders.length === 0) return [];
  const rows = await selectOrders(db)
    .where('account', '=', account)
    .where('id', 'in', orders)
    .execute();
  return rows.map(toRecord);
}

/** The newest order of an account with this client id, however old, or null. */
export async function orderByClientId(
  db: Kysely<RecordsTables>,
  query: { readonly account: number; readonly clientId: string },
): Promise<OrderRecord | null> {
  const row = await selectOrders(db)
    .where('account', '=', query.account)
    .where('client_id', '=', query.clientId)
    .where(HAS_CLIENT_ID)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : toRecord(row);
}

function selectOrders(db: Kysely<RecordsTables>) {
  return db
    .selectFrom('orders')
    .select([
      'id',
      'account',
      'instrument',
      'side',
      'type',
      'time_in_force as timeInForce',
      'self_trade as selfTrade',
      'price',
      'quantity',
      'quote_amount as quoteAmount',
      'client_id as clientId',
      'plan',
      'take_profit_trigger as takeProfitTrigger',
      'take_profit_price as takeProfitPrice',
      'stop_loss_trigger as stopLossTrigger',
      'stop_loss_price as stopLossPrice',
      'filled_quantity as filledQuantity',
      int64Text('filled_quote').as('filledQuote'),
      int64Text('fee').as('fee'),
      'fee_asset as feeAsset',
      'trades',
      'remaining',
      'status',
      'done_reason as doneReason',
      'created_at as createdAt',
      'updated_at as updatedAt',
      'seq',
      'options',
      int64Text('profit').as('profit'),
      'closed_lots as closedLots',
      int64Text('closed_entry').as('closedEntry'),
    ]);
}

type BigColumn = 'filledQuote' | 'fee' | 'profit' | 'closedEntry';
type Selected = Omit<OrderRecord, BigColumn> & Record<BigColumn, string>;

function toRecord(row: unknown): OrderRecord {
  const selected = row as Selected;
  return {
    ...selected,
    filledQuote: BigInt(selected.filledQuote),
    fee: BigInt(selected.fee),
    profit: BigInt(selected.profit),
    closedEntry: BigInt(selected.closedEntry),
  };
}
