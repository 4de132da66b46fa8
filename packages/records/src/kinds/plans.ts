/** Plan orders: prices in ticks, quantities in lots, amounts in quote units. */

import type { AccountId, InstrumentId, OrderId, PositionLeg } from '@halcyon/domain';
import { accountWord, PlanType, Side, TriggerBy, wireId } from '@halcyon/domain';
import { sql } from 'kysely';
import { rare } from '../sql/rare.ts';
import { decimalOrNone, type Facts, fileOf, idOrNone, namesOf } from './cells.ts';
import { int, text } from './columns.ts';
import { type RecordOf, recordKind, type StateOf } from './kind.ts';
import { LEG } from './options.ts';
import { is, pagesOf, type QueryOfPages, where } from './pages.ts';

/** How a plan stands. */
export const StoredPlanStatus = { pending: 0, executed: 1, cancelled: 2, failed: 3 } as const;
export type StoredPlanStatus = (typeof StoredPlanStatus)[keyof typeof StoredPlanStatus];

/** See the head of the file. */
export const PLANS = recordKind({
  table: 'plans',
  columns: {
    account: int<AccountId>(),
    id: int<OrderId>(),
    instrument: int<InstrumentId>(),
    side: int<Side>(),
    plan_type: int<PlanType>(),
    trigger_by: int<TriggerBy>(),
    trigger_price: int(),
    /** 0 = market. */
    price: int(),
    quantity: int(),
    quote_amount: int(),
    callback_ppm: int(),
    client_id: text(),
    /** The entry order or OCO limit leg it belongs to, 0 = none. */
    parent: int<OrderId>(),
    status: int<StoredPlanStatus>(),
    /** The order it became, 0 = none. */
    order_id: int<OrderId>(),
    /** Reject code when it failed, else 0. */
    code: int(),
    created_at: int(),
    updated_at: int(),
    seq: int(),
    /** Contracts: bits of OrderOption of the order that it becomes. */
    options: int('contracts'),
    /** What is attached to that order, as AttachedPrices names it; triggers of 0 = nothing. */
    take_profit_trigger: int('contracts'),
    take_profit_price: int('contracts'),
    take_profit_by: int<TriggerBy>('contracts'),
    stop_loss_trigger: int('contracts'),
    stop_loss_price: int('contracts'),
    stop_loss_by: int<TriggerBy>('contracts'),
  },
  key: ['account', 'id'],
  fields: { order_id: 'order' },
  mutable: [
    ...(['trigger_by', 'trigger_price', 'price', 'quantity', 'quote_amount'] as const),
    ...(['callback_ppm', 'take_profit_trigger', 'take_profit_price', 'take_profit_by'] as const),
    ...(['stop_loss_trigger', 'stop_loss_price', 'stop_loss_by'] as const),
    ...(['status', 'order_id', 'code', 'updated_at'] as const),
  ],
});

/** One plan order. */
export type PlanRecord = RecordOf<typeof PLANS>;
/** One plan order as the projection keeps it. */
export type PlanState = StateOf<typeof PLANS>;

/** As the index of failed plans has it. */
const HAS_FAILED = sql<boolean>`status = ${sql.lit(StoredPlanStatus.failed)}`;

/** Plans newest first; ids are plan ids. */
export const planHistory = pagesOf(PLANS, {
  owner: 'account',
  id: 'id',
  time: 'created_at',
  mark: 'plan_id',
  filters: {
    instrument: is('instrument'),
    planTypes: where(
      (types: readonly PlanType[]) => sql<boolean>`plan_type in (${sql.join(types)})`,
    ),
    /** Only plans for a whole position, or only the others. */
    wholePosition: where(
      (whole: boolean) => sql<boolean>`quantity ${sql.raw(whole ? '=' : '>')} 0`,
    ),
    side: is('side'),
    /** Exactly this status; a pending one wants `state` open or all. */
    status: where((status: StoredPlanStatus, { db }) =>
      status === StoredPlanStatus.failed ? rare(db, HAS_FAILED) : sql<boolean>`status = ${status}`,
    ),
    /** Contracts: only plans for this position. */
    leg: where((leg: PositionLeg) => sql<boolean>`${LEG} = ${leg}`),
    state: where(
      (state: 'open' | 'ended' | 'all') =>
        state === 'all'
          ? null
          : sql<boolean>`status ${sql.raw(state === 'open' ? '=' : '<>')} ${StoredPlanStatus.pending}`,
      'ended',
    ),
  },
});

/** Which plans of an account are wanted. */
export type PlanHistoryQuery = QueryOfPages<typeof planHistory>;

/** Where in the journal plans were refused; their rows tell the rest. */
export const PLAN_FAILURES = recordKind({
  table: 'plan_failures',
  columns: { account: int<AccountId>(), plan: int<OrderId>(), seq: int() },
  key: ['account', 'plan'],
});

const SIDES = namesOf(Side);
const TYPES = namesOf(PlanType);
const STATUSES = namesOf(StoredPlanStatus);
const TRIGGERS = namesOf(TriggerBy);
/** Digits of a callback, ppm. */
const PPM_SCALE = 6;

/** Files of plans. */
export const PLAN_FILE = fileOf(
  (plan: PlanRecord, facts: Facts) => ({ ...plan, pair: facts.pair(plan.instrument) }),
  [
    ['created_at', 'time', ({ createdAt }) => createdAt],
    ['updated_at', 'time', ({ updatedAt }) => updatedAt],
    ['account', 'text', ({ account }) => accountWord(account)],
    ['plan_id', 'text', ({ id }) => wireId(id)],
    ['client_id', 'text', ({ clientId }) => clientId],
    ['symbol', 'text', ({ pair }) => pair.symbol],
    ['side', 'text', ({ side }) => SIDES[side] ?? ''],
    ['type', 'text', ({ planType }) => TYPES[planType] ?? ''],
    ['triggered_by', 'text', ({ triggerBy }) => TRIGGERS[triggerBy] ?? ''],
    [
      'trigger_price',
      'decimal',
      ({ triggerPrice, pair }) => decimalOrNone(triggerPrice, pair.priceScale),
    ],
    ['callback', 'decimal', ({ callbackPpm }) => decimalOrNone(callbackPpm, PPM_SCALE)],
    ['price', 'decimal', ({ price, pair }) => decimalOrNone(price, pair.priceScale)],
    ['quantity', 'decimal', ({ quantity, pair }) => decimalOrNone(quantity, pair.quantityScale)],
    ['quantity_coin', 'text', ({ pair }) => pair.base.code],
    ['amount', 'decimal', ({ quoteAmount, pair }) => decimalOrNone(quoteAmount, pair.quote.scale)],
    ['amount_coin', 'text', ({ pair }) => pair.quote.code],
    ['status', 'text', ({ status }) => STATUSES[status] ?? ''],
    ['order_id', 'text', ({ order }) => idOrNone(order)],
  ],
);
