/** Orders with what their trades add up to: prices in ticks, quantities in lots. */

import type {
  AccountId,
  AssetId,
  InstrumentId,
  OrderId,
  PlanType,
  PositionLeg,
  SelfTrade,
} from '@halcyon/domain';
import {
  accountWord,
  CONVERT_PREFIX,
  DoneReason,
  OrderType,
  pow10,
  Side,
  TimeInForce,
  wireId,
} from '@halcyon/domain';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { rare } from '../sql/rare.ts';
import {
  type Cell,
  decimal,
  decimalOrNone,
  type Facts,
  fileOf,
  idOrNone,
  namesOf,
} from './cells.ts';
import { int, int64, text } from './columns.ts';
import { type RecordOf, recordKind, type StateOf } from './kind.ts';
import { isLiquidation, LEG } from './options.ts';
import { is, pagesOf, type QueryOfPages, where } from './pages.ts';

/** How an order stands. */
export const StoredOrderStatus = { live: 0, partiallyFilled: 1, filled: 2, cancelled: 3 } as const;
export type StoredOrderStatus = (typeof StoredOrderStatus)[keyof typeof StoredOrderStatus];

/** Statuses from this one on are final. */
export const FIRST_ENDED_STATUS: StoredOrderStatus = StoredOrderStatus.filled;

/** The done reason of an order that is still open. */
export const NOT_DONE = -1;

/** The orders that converted: see CONVERT_PREFIX. */
export const CONVERTED_ORDERS = `substr(client_id, 1, ${CONVERT_PREFIX.length}) = '${CONVERT_PREFIX}'`;

/** Orders of plans and parents, as their index has them. */
export const OF_PLANS = 'plan > 0';

/** See the head of the file. */
export const ORDERS = recordKind({
  table: 'orders',
  columns: {
    account: int<AccountId>(),
    id: int<OrderId>(),
    instrument: int<InstrumentId>(),
    side: int<Side>(),
    type: int<OrderType>(),
    time_in_force: int<TimeInForce>(),
    self_trade: int<SelfTrade>(),
    price: int(),
    quantity: int(),
    /** Quote units, of a market buy by amount; else 0. */
    quote_amount: int(),
    client_id: text(),
    /** The plan that set it off or the parent whose it is, 0 = none. */
    plan: int<OrderId>(),
    take_profit_trigger: int(),
    take_profit_price: int(),
    stop_loss_trigger: int(),
    stop_loss_price: int(),
    /** Lots. */
    filled_quantity: int(),
    /** Quote units. */
    filled_quote: int64(),
    /** Units of `fee_asset`, ≥ 0 = paid. */
    fee: int64(),
    /** The asset that the order receives; of a contract the settle coin. */
    fee_asset: int<AssetId>(),
    /** Number of trades. */
    trades: int(),
    /** Lots (quote units for a market buy by amount) that have not traded. */
    remaining: int(),
    status: int<StoredOrderStatus>(),
    /** Why it ended; -1 while it is open. */
    done_reason: int<DoneReason | typeof NOT_DONE>(),
    created_at: int(),
    updated_at: int(),
    /** Sequence of the command that placed it. */
    seq: int(),
    /** Contracts: bits of OrderOption, and LIQUIDATION_OPTION; margin accounts: as the event has them. */
    options: int('contracts'),
    /** Contracts: what its fills realised, before fees, settle units. */
    profit: int64('contracts'),
    /** Contracts: lots that its fills closed, as far as that is known: 0 of those before it was kept. */
    closed_lots: int('closings'),
    /** The sum of these, each times the average entry price then, in hundredths of a tick. */
    closed_entry: int64('closings'),
  },
  key: ['account', 'id'],
  mutable: [
    ...(['price', 'quantity', 'filled_quantity', 'filled_quote', 'fee', 'trades'] as const),
    ...(['remaining', 'status', 'done_reason', 'updated_at'] as const),
    ...(['profit', 'closed_lots', 'closed_entry'] as const),
  ],
});

/** One order. */
export type OrderRecord = RecordOf<typeof ORDERS>;
/** One order as the projection keeps it. */
export type OrderState = StateOf<typeof ORDERS>;

/** As the index of market orders has it. */
const IS_MARKET = sql<boolean>`type = ${sql.lit(OrderType.market)}`;
/** As the index of conversions has it. */
const IS_CONVERT = sql<boolean>`${sql.raw(CONVERTED_ORDERS)}`;

/** True for orders that a plan of which this is so set off. */
function setOffBy(condition: RawBuilder<unknown>) {
  return sql<boolean>`exists (
    select 1 from plans where account = orders.account and id = orders.plan and ${condition}
  )`;
}

/** Orders newest first; ids are order ids. */
export const orderHistory = pagesOf(ORDERS, {
  owner: 'account',
  id: 'id',
  time: 'created_at',
  mark: 'order_id',
  filters: {
    instrument: is('instrument'),
    side: is('side'),
    type: where((type: OrderType, { db }) =>
      type === OrderType.market ? rare(db, IS_MARKET) : sql<boolean>`type = ${type}`,
    ),
    /** Exactly this status; an open one wants `state` open or all. */
    status: is('status'),
    /** Only conversions that were carried out. */
    converts: where((_: true, { db }) => rare(db, IS_CONVERT)),
    /** Contracts: only orders for this position. */
    leg: where((leg: PositionLeg) => sql<boolean>`${LEG} = ${leg}`),
    /** Contracts and margin accounts: only orders that liquidated, or only the others. */
    liquidation: where((wanted: boolean, { query }) =>
      isLiquidation(Number(query['account']), wanted),
    ),
    /** Only orders of this parent, or the one that this plan set off. */
    plan: where((plan: OrderId, { db }) =>
      rare(db, sql<boolean>`(plan = ${plan} and ${sql.raw(OF_PLANS)})`),
    ),
    /** Only orders that a plan of these kinds set off. */
    planTypes: where((types: readonly PlanType[]) =>
      setOffBy(sql`plan_type in (${sql.join(types)})`),
    ),
    /** Only orders that a plan for a whole position set off, or that one for a part did. */
    wholePosition: where((whole: boolean) =>
      setOffBy(sql`quantity ${sql.raw(whole ? '=' : '>')} 0`),
    ),
    state: where(
      (state: 'open' | 'ended' | 'all') =>
        state === 'all'
          ? null
          : sql<boolean>`status ${sql.raw(state === 'open' ? '<' : '>=')} ${FIRST_ENDED_STATUS}`,
      'ended',
    ),
  },
});

/** Which orders of an account are wanted. */
export type OrderHistoryQuery = QueryOfPages<typeof orderHistory>;

const SIDES = namesOf(Side);
const TYPES = namesOf(OrderType);
const FORCES = namesOf(TimeInForce);
const STATUSES = namesOf(StoredOrderStatus);
const DONE_REASONS = namesOf(DoneReason);

/** Files of orders. */
export const ORDER_FILE = fileOf(
  (order: OrderRecord, facts: Facts) => ({
    ...order,
    pair: facts.pair(order.instrument),
    coin: facts.coin(order.feeAsset),
  }),
  [
    ['created_at', 'time', ({ createdAt }) => createdAt],
    ['updated_at', 'time', ({ updatedAt }) => updatedAt],
    ['account', 'text', ({ account }) => accountWord(account)],
    ['order_id', 'text', ({ id }) => wireId(id)],
    ['client_id', 'text', ({ clientId }) => clientId],
    ['symbol', 'text', ({ pair }) => pair.symbol],
    ['side', 'text', ({ side }) => SIDES[side] ?? ''],
    ['type', 'text', ({ type }) => TYPES[type] ?? ''],
    ['time_in_force', 'text', ({ timeInForce }) => FORCES[timeInForce] ?? ''],
    [
      'price',
      'decimal',
      ({ type, price, pair }) =>
        type === OrderType.market ? null : decimal(price, pair.priceScale),
    ],
    ['quantity', 'decimal', ({ quantity, pair }) => decimalOrNone(quantity, pair.quantityScale)],
    ['quantity_coin', 'text', ({ pair }) => pair.base.code],
    ['amount', 'decimal', ({ quoteAmount, pair }) => decimalOrNone(quoteAmount, pair.quote.scale)],
    [
      'filled_quantity',
      'decimal',
      ({ filledQuantity, pair }) => decimal(filledQuantity, pair.quantityScale),
    ],
    ['filled_amount', 'decimal', ({ filledQuote, pair }) => decimal(filledQuote, pair.quote.scale)],
    ['amount_coin', 'text', ({ pair }) => pair.quote.code],
    ['fee', 'decimal', ({ fee, coin }) => decimal(fee, coin.scale)],
    ['fee_coin', 'text', ({ coin }) => coin.code],
    ['realised_profit', 'decimal', ({ profit, pair }) => decimalOrNone(profit, pair.quote.scale)],
    ['status', 'text', ({ status }) => STATUSES[status] ?? ''],
    [
      'ended_because',
      'text',
      ({ doneReason }) => (doneReason === NOT_DONE ? '' : (DONE_REASONS[doneReason] ?? '')),
    ],
    ['plan_id', 'text', ({ plan }) => idOrNone(plan)],
  ],
);

/** What an order of a pair made of one coin: the fee is off what was received. */
function conversionOf(order: OrderRecord, facts: Facts) {
  const { base, quote, symbol, quantityScale } = facts.pair(order.instrument);
  const lotUnits = pow10(base.scale - quantityScale);
  const bases = { coin: base, units: BigInt(order.filledQuantity) * lotUnits };
  const quotes = { coin: quote, units: order.filledQuote };
  const [given, got] = order.side === Side.sell ? [bases, quotes] : [quotes, bases];
  const cell = (units: bigint, { coin }: typeof bases): Cell => decimal(units, coin.scale);
  return { ...order, symbol, given, got, cell };
}

/** Files of orders that converted. */
export const CONVERSION_FILE = fileOf(conversionOf, [
  ['time', 'time', ({ createdAt }) => createdAt],
  ['account', 'text', ({ account }) => accountWord(account)],
  ['conversion_id', 'text', ({ id }) => wireId(id)],
  ['symbol', 'text', ({ symbol }) => symbol],
  ['given', 'decimal', ({ given, cell }) => cell(given.units, given)],
  ['given_coin', 'text', ({ given }) => given.coin.code],
  ['received', 'decimal', ({ got, fee, cell }) => cell(got.units - fee, got)],
  ['received_coin', 'text', ({ got }) => got.coin.code],
  ['fee', 'decimal', ({ got, fee, cell }) => cell(fee, got)],
  ['fee_coin', 'text', ({ got }) => got.coin.code],
]);
