/** The web app's lists of orders, and cancelling what it lists; shapes: domain/web/orders.ts. */
import { type CommandInput, CommandKind, parseWireId, Reject, wireId } from '@halcyon/domain';
import {
  type Cancellable,
  type CancelledOrders,
  type OpenOrderPage,
  ORDER_ENDS,
  ORDER_KINDS,
  ORDER_LISTS,
  ORDER_PAGE_MAX,
  type OrderGroup,
  type OrderListName,
} from '@halcyon/domain/web';
import type { JsonObject } from '@halcyon/protocol';
import { instrumentOf } from '../http/context.ts';
import { factsOfView } from '../translate/order-facts.ts';
import { type HistoryFilter, orderHistory } from '../translate/order-history.ts';
import { kindOfOrder, kindOfPlan } from '../translate/order-kinds.ts';
import { openRow, rowInstrument } from '../translate/order-rows.ts';
import { planOfView } from '../translate/plan-facts.ts';
import { planRow } from '../translate/plan-rows.ts';
import { sideOf, sideWord } from '../translate/words.ts';
import type { Trader, WebRoute } from './context.ts';
import { optionalText, optionalTime, optionalWord, text, word } from './fields.ts';
import { pageOf } from './pages.ts';
import { badField } from './web-error.ts';

const SYMBOL_LENGTH_MAX = 40;
const ID_LENGTH_MAX = 19;
/** Cancels of one turn of the engine: others come between. */
const CANCELS_AT_ONCE = 500;
const SIDES = ['buy', 'sell'] as const;
/** It ended before its cancel came. */
const GONE: readonly number[] = [Reject.orderNotFound, Reject.planNotFound];

function queryOf({ raw }: { readonly raw: { readonly query: unknown } }): JsonObject {
  return raw.query as JsonObject;
}

/** The instrument of `symbol`; undefined when none is named. */
function instrumentIn({ rooms }: Trader, fields: JsonObject): number | undefined {
  const symbol = optionalText(fields, 'symbol', SYMBOL_LENGTH_MAX);
  return symbol === undefined ? undefined : instrumentOf(rooms.views, symbol.toUpperCase()).id;
}

function idOf(name: string, given: string): number {
  const id = parseWireId(given);
  if (id === null) throw badField(name, `${name} must be an order id`);
  return id;
}

/** A page of `found`, which may have one row more than `limit`: it says that there is a next page. */
function pageFrom<T>(
  found: readonly T[],
  { limit, total }: { readonly limit: number; readonly total: number },
  id: (row: T) => number,
  row: (row: T) => unknown,
): OpenOrderPage<unknown> {
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  const next = found.length > limit && last !== undefined ? wireId(id(last)) : null;
  return { total, rows: shown.map(row), next };
}

const open: WebRoute = {
  method: 'GET',
  path: '/orders/open',
  access: 'session',
  guests: true,
  async handle(context, request): Promise<OpenOrderPage<unknown>> {
    const trader = await context.trader(request);
    const { account } = trader;
    const { views } = trader.rooms;
    const query = queryOf(request);
    const list = word(query, 'list', ORDER_LISTS);
    const { before, limit } = pageOf(query, ORDER_PAGE_MAX);
    const asked = { instrument: instrumentIn(trader, query), before, limit: limit + 1 };
    if (list === 'book') {
      const size = { limit, total: views.openOrderCount(account) };
      return pageFrom(
        views.openOrders(account, asked),
        size,
        ({ order }) => order,
        (order) => openRow(views, factsOfView(order)),
      );
    }
    return pageFrom(
      views.plans(account, asked),
      { limit, total: views.plans(account).length },
      ({ plan }) => plan,
      (plan) => planRow(views, planOfView(plan)),
    );
  },
};

/** What a cancel of a list is about: ids, newest first, and what people tell them apart by. */
interface Listed extends Omit<OrderGroup, 'count'> {
  readonly id: number;
}

function listed({ rooms, account }: Trader, list: OrderListName, instrument?: number): Listed[] {
  const { views } = rooms;
  const symbolOf = (id: number) => rowInstrument(views, id).symbol;
  if (list === 'plans') {
    return views.plans(account, { instrument }).map((plan) => ({
      id: plan.plan,
      symbol: symbolOf(plan.instrument),
      kind: kindOfPlan(plan.planType),
      side: sideWord(plan.side),
    }));
  }
  return views.openOrders(account, { instrument }).map((order) => ({
    id: order.order,
    symbol: symbolOf(order.instrument),
    kind: kindOfOrder(order.type),
    side: sideWord(order.side),
  }));
}

const cancellable: WebRoute = {
  method: 'GET',
  path: '/orders/cancellable',
  access: 'session',
  guests: true,
  async handle(context, request): Promise<Cancellable> {
    const trader = await context.trader(request);
    const query = queryOf(request);
    const list = word(query, 'list', ORDER_LISTS);
    const all = listed(trader, list, instrumentIn(trader, query));
    const groups = new Map<string, OrderGroup>();
    for (const { symbol, kind, side } of all) {
      const key = `${symbol} ${kind} ${side}`;
      const count = (groups.get(key)?.count ?? 0) + 1;
      groups.set(key, { symbol, kind, side, count });
    }
    const newest = all.reduce((most, { id }) => Math.max(most, id), 0);
    const sorted = [...groups].sort(([one], [other]) => (one < other ? -1 : 1));
    return { groups: sorted.map(([, group]) => group), upTo: wireId(newest) };
  },
};

const cancel: WebRoute = {
  method: 'POST',
  path: '/orders/cancel',
  access: 'session',
  guests: true,
  async handle(context, request): Promise<CancelledOrders> {
    const { body } = request;
    const list = word(body, 'list', ORDER_LISTS);
    const upTo = idOf('upTo', text(body, 'upTo', ID_LENGTH_MAX));
    const trader = await context.trader(request);
    const { account, rooms } = trader;
    const kind = list === 'plans' ? CommandKind.cancelPlan : CommandKind.cancel;
    const commands = listed(trader, list, instrumentIn(trader, body))
      .filter(({ id }) => id <= upTo)
      .map(({ id }): CommandInput => ({ kind, account, order: id, clientId: '' }));
    const answer = { cancelled: 0, refused: 0 };
    for (let at = 0; at < commands.length; at += CANCELS_AT_ONCE) {
      const outcomes = await rooms.commands.submitAll(commands.slice(at, at + CANCELS_AT_ONCE));
      for (const { code } of outcomes) {
        if (code === 0) answer.cancelled += 1;
        else if (!GONE.includes(code)) answer.refused += 1;
      }
    }
    return answer;
  },
};

const history: WebRoute = {
  method: 'GET',
  path: '/orders/history',
  access: 'session',
  guests: true,
  async handle(context, request) {
    const trader = await context.trader(request);
    const query = queryOf(request);
    const side = optionalWord(query, 'side', SIDES);
    const filter: HistoryFilter = {
      ...pageOf(query, ORDER_PAGE_MAX),
      instrument: instrumentIn(trader, query),
      side: side === undefined ? undefined : sideOf(side),
      kind: optionalWord(query, 'kind', ORDER_KINDS),
      status: optionalWord(query, 'status', ORDER_ENDS),
      startTime: optionalTime(query, 'startTime') ?? undefined,
      endTime: optionalTime(query, 'endTime') ?? undefined,
    };
    return orderHistory(trader.rooms, trader.account, filter);
  },
};

/** The routes of this file. */
export const ORDER_ROUTES: readonly WebRoute[] = [open, cancellable, cancel, history];
