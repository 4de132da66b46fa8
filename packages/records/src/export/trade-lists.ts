/** Files of orders, plans and fills. */
import {
  accountWord,
  DoneReason,
  OrderType,
  PlanType,
  pow10,
  Side,
  TimeInForce,
  TriggerBy,
  wireId,
} from '@halcyon/domain';
import { fills, Liquidity } from '../kinds/fills.ts';
import { NOT_DONE, type OrderRecord, OrderStatus, orderHistory } from '../kinds/orders.ts';
import { type PlanRecord, PlanStatus, planHistory } from '../kinds/plans.ts';
import { type Cell, type Column, decimal, decimalOrNone, type Facts, namesOf } from './cells.ts';
import type { ExportedList } from './exported-list.ts';

const SIDES = namesOf(Side);
const TYPES = namesOf(OrderType);
const FORCES = namesOf(TimeInForce);
const ORDER_STATUSES = namesOf(OrderStatus);
const DONE_REASONS = namesOf(DoneReason);
const PLAN_TYPES = namesOf(PlanType);
const PLAN_STATUSES = namesOf(PlanStatus);
const TRIGGERS = namesOf(TriggerBy);
const ROLES = namesOf(Liquidity);
/** Digits of a callback, ppm. */
const PPM_SCALE = 6;

function idOrNone(id: number): string {
  return id === 0 ? '' : wireId(id);
}

const ORDER_COLUMNS: readonly Column[] = [
  ['created_at', 'time'],
  ['updated_at', 'time'],
  ['account', 'text'],
  ['order_id', 'text'],
  ['client_id', 'text'],
  ['symbol', 'text'],
  ['side', 'text'],
  ['type', 'text'],
  ['time_in_force', 'text'],
  ['price', 'decimal'],
  ['quantity', 'decimal'],
  ['quantity_coin', 'text'],
  ['amount', 'decimal'],
  ['filled_quantity', 'decimal'],
  ['filled_amount', 'decimal'],
  ['amount_coin', 'text'],
  ['fee', 'decimal'],
  ['fee_coin', 'text'],
  ['realised_profit', 'decimal'],
  ['status', 'text'],
  ['ended_because', 'text'],
  ['plan_id', 'text'],
];

function orderCells(order: OrderRecord, facts: Facts): Cell[] {
  const pair = facts.pair(order.instrument);
  const fee = facts.coin(order.feeAsset);
  return [
    order.createdAt,
    order.updatedAt,
    accountWord(order.account),
    wireId(order.id),
    order.clientId,
    pair.symbol,
    SIDES[order.side] ?? '',
    TYPES[order.type] ?? '',
    FORCES[order.timeInForce] ?? '',
    order.type === OrderType.market ? null : decimal(order.price, pair.priceScale),
    decimalOrNone(order.quantity, pair.quantityScale),
    pair.base.code,
    decimalOrNone(order.quoteAmount, pair.quote.scale),
    decimal(order.filledQuantity, pair.quantityScale),
    decimal(order.filledQuote, pair.quote.scale),
    pair.quote.code,
    decimal(order.fee, fee.scale),
    fee.code,
    decimalOrNone(order.profit, pair.quote.scale),
    ORDER_STATUSES[order.status] ?? '',
    order.doneReason === NOT_DONE ? '' : (DONE_REASONS[order.doneReason] ?? ''),
    idOrNone(order.plan),
  ];
}

const orders: ExportedList = {
  columns: ORDER_COLUMNS,
  read: async (db, asked, facts) => {
    const { orderType: type, orderStatus: status } = asked;
    const found = await orderHistory(db, { ...asked, type, status, state: 'all' });
    return found.map((order) => ({
      id: order.id,
      time: order.createdAt,
      cells: orderCells(order, facts),
    }));
  },
};

const PLAN_COLUMNS: readonly Column[] = [
  ['created_at', 'time'],
  ['updated_at', 'time'],
  ['account', 'text'],
  ['plan_id', 'text'],
  ['client_id', 'text'],
  ['symbol', 'text'],
  ['side', 'text'],
  ['type', 'text'],
  ['triggered_by', 'text'],
  ['trigger_price', 'decimal'],
  ['callback', 'decimal'],
  ['price', 'decimal'],
  ['quantity', 'decimal'],
  ['quantity_coin', 'text'],
  ['amount', 'decimal'],
  ['amount_coin', 'text'],
  ['status', 'text'],
  ['order_id', 'text'],
];

function planCells(plan: PlanRecord, facts: Facts): Cell[] {
  const pair = facts.pair(plan.instrument);
  return [
    plan.createdAt,
    plan.updatedAt,
    accountWord(plan.account),
    wireId(plan.id),
    plan.clientId,
    pair.symbol,
    SIDES[plan.side] ?? '',
    PLAN_TYPES[plan.planType] ?? '',
    TRIGGERS[plan.triggerBy] ?? '',
    decimalOrNone(plan.triggerPrice, pair.priceScale),
    decimalOrNone(plan.callbackPpm, PPM_SCALE),
    decimalOrNone(plan.price, pair.priceScale),
    decimalOrNone(plan.quantity, pair.quantityScale),
    pair.base.code,
    decimalOrNone(plan.quoteAmount, pair.quote.scale),
    pair.quote.code,
    PLAN_STATUSES[plan.status] ?? '',
    idOrNone(plan.order),
  ];
}

const plans: ExportedList = {
  columns: PLAN_COLUMNS,
  read: async (db, asked, facts) => {
    const found = await planHistory(db, { ...asked, status: asked.planStatus, state: 'all' });
    return found.map((plan) => ({
      id: plan.id,
      time: plan.createdAt,
      cells: planCells(plan, facts),
    }));
  },
};

const FILL_COLUMNS: readonly Column[] = [
  ['time', 'time'],
  ['account', 'text'],
  ['trade_id', 'text'],
  ['order_id', 'text'],
  ['symbol', 'text'],
  ['side', 'text'],
  ['role', 'text'],
  ['price', 'decimal'],
  ['quantity', 'decimal'],
  ['quantity_coin', 'text'],
  ['amount', 'decimal'],
  ['amount_coin', 'text'],
  ['fee', 'decimal'],
  ['fee_coin', 'text'],
  ['realised_profit', 'decimal'],
];

const filled: ExportedList = {
  columns: FILL_COLUMNS,
  read: async (db, asked, facts) => {
    const found = await fills(db, asked);
    return found.map((fill) => {
      const pair = facts.pair(fill.instrument);
      const fee = facts.coin(fill.feeAsset);
      const cells: Cell[] = [
        fill.time,
        accountWord(asked.account),
        wireId(fill.trade),
        idOrNone(fill.order),
        pair.symbol,
        SIDES[fill.side] ?? '',
        ROLES[fill.liquidity] ?? '',
        decimal(fill.price, pair.priceScale),
        decimal(fill.quantity, pair.quantityScale),
        pair.base.code,
        decimal(fill.quote, pair.quote.scale),
        pair.quote.code,
        decimal(fill.fee, fee.scale),
        fee.code,
        decimalOrNone(fill.profit, pair.quote.scale),
      ];
      return { id: fill.trade, time: fill.time, cells };
    });
  },
};

const CONVERT_COLUMNS: readonly Column[] = [
  ['time', 'time'],
  ['account', 'text'],
  ['conversion_id', 'text'],
  ['symbol', 'text'],
  ['given', 'decimal'],
  ['given_coin', 'text'],
  ['received', 'decimal'],
  ['received_coin', 'text'],
  ['fee', 'decimal'],
  ['fee_coin', 'text'],
];

/** What an order of a pair made of one coin: the fee is off what was received. */
function convertCells(order: OrderRecord, facts: Facts): Cell[] {
  const { base, quote, symbol, quantityScale } = facts.pair(order.instrument);
  const lotUnits = pow10(base.scale - quantityScale);
  const bases = { coin: base, units: BigInt(order.filledQuantity) * lotUnits };
  const quotes = { coin: quote, units: order.filledQuote };
  const [given, got] = order.side === Side.sell ? [bases, quotes] : [quotes, bases];
  return [
    order.createdAt,
    accountWord(order.account),
    wireId(order.id),
    symbol,
    decimal(given.units, given.coin.scale),
    given.coin.code,
    decimal(got.units - order.fee, got.coin.scale),
    got.coin.code,
    decimal(order.fee, got.coin.scale),
    got.coin.code,
  ];
}

const converts: ExportedList = {
  columns: CONVERT_COLUMNS,
  read: async (db, asked, facts) => {
    const found = await orderHistory(db, { ...asked, converts: true });
    return found.map((order) => ({
      id: order.id,
      time: order.createdAt,
      cells: convertCells(order, facts),
    }));
  },
};

/** The lists of this file. */
export const TRADE_LISTS = { orders, plans, fills: filled, converts } as const;
