/** The web app's lists of orders, and cancelling what it lists; shapes: domain/web/orders.ts. */
import {
  type AccountId,
  AccountKind,
  accountOf,
  type InstrumentId,
  isMargin,
  ownerOf,
  parseWireId,
  type UserId,
  wireId,
} from '@halcyon/domain';
import {
  type Cancellable,
  type CancelledOrders,
  HISTORY_ACCOUNTS,
  HISTORY_PARTS,
  type HistoryAccount,
  isOfContracts,
  MARGIN_LISTS,
  type OpenOrderPage,
  ORDER_ENDS,
  ORDER_KINDS,
  ORDER_LISTS,
  ORDER_PAGE_MAX,
  type OrderDetail,
  type OrderGroup,
  type OrderListName,
} from '@halcyon/domain/web';
import type { JsonObject } from '@halcyon/protocol';
import type { OrderView, PlanView, Views } from '@halcyon/views';
import type { RestContext } from '../http/context.ts';
import { badField, WebError } from '../http/web-error.ts';
import { cancelListed } from '../translate/cancel-listed.ts';
import { contractOrderRow, plansOf } from '../translate/contract-order-rows.ts';
import { contractPlanRow } from '../translate/contract-plan-rows.ts';
import { marginAccount } from '../translate/margin.ts';
import { loanTypeWord } from '../translate/margin-rows.ts';
import { orderDetail } from '../translate/order-detail.ts';
import { factsOfView, type OrderFacts } from '../translate/order-facts.ts';
import { type HistoryFilter, orderHistory } from '../translate/order-history.ts';
import { kindOfOrder, kindOfPlan } from '../translate/order-kinds.ts';
import { openRow, rowInstrument } from '../translate/order-rows.ts';
import { planOfView } from '../translate/plan-facts.ts';
import { planRow } from '../translate/plan-rows.ts';
import { sideOf, sideWord } from '../translate/words.ts';
import type { SignedIn, WebContext, WebRoute } from './context.ts';
import { optionalTime, optionalWord, text, word } from './fields.ts';
import { namedInstrument } from './named-instrument.ts';
import { pageOf } from './pages.ts';

const ID_LENGTH_MAX = 19;
const SIDES = ['buy', 'sell'] as const;

function queryOf({ raw }: { readonly raw: { readonly query: unknown } }): JsonObject {
  return raw.query as JsonObject;
}

function futuresAccount(user: UserId): AccountId {
  return accountOf(user, AccountKind.usdtFutures);
}

/** A list of what has not ended, of one symbol or of all. */
interface Asked {
  readonly rooms: RestContext;
  readonly account: AccountId;
  readonly list: OrderListName;
  readonly instrument: InstrumentId | undefined;
}

/** The list that a request names, of its venue. */
async function askedIn(context: WebContext, request: SignedIn, fields: JsonObject): Promise<Asked> {
  const { rooms, account: spot } = await context.trader(request);
  const list = word(fields, 'list', ORDER_LISTS);
  const { views } = rooms;
  if (!isOfContracts(list)) {
    const account = listAccount(list, spot);
    return { rooms, account, list, instrument: namedInstrument(views, fields, 'spot') };
  }
  const account = futuresAccount(ownerOf(spot));
  return { rooms, account, list, instrument: namedInstrument(views, fields, 'futures') };
}

/** The account of a list of pairs. */
function listAccount(list: OrderListName, spot: AccountId): AccountId {
  if (list === MARGIN_LISTS.crossed) return historyAccount('crossed', spot);
  return historyAccount(list === MARGIN_LISTS.isolated ? 'isolated' : 'spot', spot);
}

/** The account of a word. */
function historyAccount(word: HistoryAccount, spot: AccountId): AccountId {
  if (word === 'spot') return spot;
  const user = ownerOf(spot);
  return word === 'futures' ? futuresAccount(user) : marginAccount(word, { user });
}

function isOfPlans(list: OrderListName): boolean {
  return list === 'plans' || list === 'contractPlans';
}

function idOf(name: string, given: string): number {
  const id = parseWireId(given);
  if (id === null) throw badField(name, `${name} must be an order id`);
  return id;
}

/** What of an order of a margin account the trading API's row of spot does not say. */
function marginOpenRow(views: Views, order: OrderFacts) {
  return { ...openRow(views, order), loanType: loanTypeWord(order.options) };
}

async function orderRows(asked: Asked, orders: readonly OrderView[]): Promise<unknown[]> {
  const { rooms, account, list } = asked;
  const facts = orders.map(factsOfView);
  if (isMargin(account)) return facts.map((order) => marginOpenRow(rooms.views, order));
  if (!isOfContracts(list)) return facts.map((order) => openRow(rooms.views, order));
  const plans = await plansOf(rooms, account, facts);
  return facts.map((order) => contractOrderRow(rooms.views, order, plans.get(order.plan)));
}

function planRows({ rooms, list }: Asked, plans: readonly PlanView[]): unknown[] {
  const row = isOfContracts(list) ? contractPlanRow : planRow;
  return plans.map((plan) => row(rooms.views, planOfView(plan)));
}

/** The rows of a page, and the cursor of the next one where one was found behind it. */
function cut<T>(found: readonly T[], limit: number, id: (row: T) => number) {
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return { shown, next: found.length > limit && last !== undefined ? wireId(id(last)) : null };
}

const open: WebRoute = {
  method: 'GET',
  path: '/orders/open',
  subs: true,
  access: 'session',
  guests: true,
  async handle(context, request): Promise<OpenOrderPage<unknown>> {
    const query = queryOf(request);
    const asked = await askedIn(context, request, query);
    const { account, instrument } = asked;
    const { views } = asked.rooms;
    const { before, limit } = pageOf(query, ORDER_PAGE_MAX);
    const page = { instrument, before, limit: limit + 1 };
    if (isOfPlans(asked.list)) {
      const { shown, next } = cut(views.plans(account, page), limit, ({ plan }) => plan);
      return { total: views.plans(account).length, rows: planRows(asked, shown), next };
    }
    const { shown, next } = cut(views.openOrders(account, page), limit, ({ order }) => order);
    return { total: views.openOrderCount(account), rows: await orderRows(asked, shown), next };
  },
};

/** What a cancel of a list is about: ids, newest first, and what people tell them apart by. */
interface Listed extends Omit<OrderGroup, 'count'> {
  readonly id: number;
}

function listed({ rooms, account, list, instrument }: Asked): Listed[] {
  const { views } = rooms;
  const symbolOf = (id: number) => rowInstrument(views, id).symbol;
  if (isOfPlans(list)) {
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
  subs: true,
  access: 'session',
  guests: true,
  async handle(context, request): Promise<Cancellable> {
    const all = listed(await askedIn(context, request, queryOf(request)));
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
  subs: true,
  access: 'session',
  guests: true,
  async handle(context, request): Promise<CancelledOrders> {
    const { body } = request;
    const upTo = idOf('upTo', text(body, 'upTo', ID_LENGTH_MAX));
    const asked = await askedIn(context, request, body);
    const { account, rooms } = asked;
    const shown = listed(asked).filter(({ id }) => id <= upTo);
    const what = isOfPlans(asked.list) ? 'plan' : 'order';
    const { cancelled, refused } = await cancelListed(rooms, account, what, shown);
    return { cancelled: cancelled.length, refused: refused.length };
  },
};

const history: WebRoute = {
  method: 'GET',
  path: '/orders/history',
  subs: true,
  access: 'session',
  guests: true,
  async handle(context, request) {
    const { rooms, account: spot } = await context.trader(request);
    const query = queryOf(request);
    const of = optionalWord(query, 'account', HISTORY_ACCOUNTS) ?? 'spot';
    const account = historyAccount(of, spot);
    const side = optionalWord(query, 'side', SIDES);
    const filter: HistoryFilter = {
      ...pageOf(query, ORDER_PAGE_MAX),
      only: optionalWord(query, 'only', HISTORY_PARTS),
      instrument: namedInstrument(rooms.views, query, of),
      side: side === undefined ? undefined : sideOf(side),
      kind: optionalWord(query, 'kind', ORDER_KINDS),
      status: optionalWord(query, 'status', ORDER_ENDS),
      startTime: optionalTime(query, 'startTime') ?? undefined,
      endTime: optionalTime(query, 'endTime') ?? undefined,
    };
    return orderHistory(rooms, account, filter);
  },
};

const one: WebRoute = {
  method: 'GET',
  path: '/orders/one',
  ids: ['order'],
  subs: true,
  access: 'session',
  guests: true,
  async handle(context, request): Promise<OrderDetail> {
    const { rooms, account: spot } = await context.trader(request);
    const id = idOf('order', text(queryOf(request), 'order', ID_LENGTH_MAX));
    const accounts = HISTORY_ACCOUNTS.map((word) => [word, historyAccount(word, spot)] as const);
    const found = await orderDetail(rooms, accounts, id);
    if (found !== null) return found;
    throw new WebError('notFound', 404, '40034', 'There is no such order.', { field: 'order' });
  },
};

/** The routes of this file. */
export const ORDER_ROUTES: readonly WebRoute[] = [open, cancellable, cancel, history, one];
