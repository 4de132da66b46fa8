/** The web app's lists of orders, and cancelling what it lists; shapes: domain/web/orders.ts. */
import {
  type AccountId,
  AccountKind,
  accountOf,
  type InstrumentId,
  isMargin,
  ownerOf,
  type UserId,
  wireId,
} from '@halcyon/domain';
import {
  HISTORY_ACCOUNTS,
  type HistoryAccount,
  isOfContracts,
  MARGIN_LISTS,
  type OpenListName,
  ORDER_PAGE_MAX,
  type OrderGroup,
} from '@halcyon/domain/web';
import { WireError } from '@halcyon/protocol';
import type { OpenOrders } from '@halcyon/protocol/web';
import type { OrderView, PlanView, Views } from '@halcyon/views';
import type { RestContext } from '../http/context.ts';
import { cancelListed } from '../translate/cancel-listed.ts';
import { contractOrderRow, plansOf } from '../translate/contract-order-rows.ts';
import { contractPlanRow } from '../translate/contract-plan-rows.ts';
import { pageCut } from '../translate/lists.ts';
import { marginAccount } from '../translate/margin.ts';
import { loanTypeWord } from '../translate/margin-rows.ts';
import { orderDetail } from '../translate/order-detail.ts';
import { type CommonOrderFacts, factsOfView } from '../translate/order-facts.ts';
import { type HistoryFilter, orderHistory, placedBy } from '../translate/order-history.ts';
import { kindOfOrder, kindOfPlan } from '../translate/order-kinds.ts';
import { openRow, rowInstrument } from '../translate/order-rows.ts';
import { parentPageRow } from '../translate/parent-page-rows.ts';
import { parentsOfViews } from '../translate/parents.ts';
import { planOfView } from '../translate/plan-facts.ts';
import { planRow } from '../translate/plan-rows.ts';
import { sideWord } from '../translate/words.ts';
import type { SignedIn, WebContext } from './context.ts';
import { namedInstrument, namedSide } from './list-filters.ts';
import { idOf, pageOf, timesOf } from './pages.ts';
import { type WebRoute, webRoute } from './route.ts';

function futuresAccount(user: UserId): AccountId {
  return accountOf(user, AccountKind.usdtFutures);
}

/** A list of what has not ended, of one symbol or of all. */
interface AskedList {
  readonly venueContext: RestContext;
  readonly account: AccountId;
  readonly list: OpenListName;
  readonly instrument: InstrumentId | undefined;
}

/** How a request names a list. */
interface ListFields {
  readonly list: OpenListName;
  readonly symbol?: string;
}

/** The list that a request names, of its venue. */
async function askedIn(
  context: WebContext,
  request: SignedIn & { readonly fields: ListFields },
): Promise<AskedList> {
  const { venueContext, account: spot } = await context.trader(request);
  const { fields } = request;
  const { list } = fields;
  const { views } = venueContext;
  if (!isOfContracts(list)) {
    const account = listAccount(list, spot);
    return { venueContext, account, list, instrument: namedInstrument(views, fields, 'spot') };
  }
  const account = futuresAccount(ownerOf(spot));
  return { venueContext, account, list, instrument: namedInstrument(views, fields, 'futures') };
}

/** The account of a list of pairs. */
function listAccount(list: OpenListName, spot: AccountId): AccountId {
  if (list === MARGIN_LISTS.crossed) return historyAccount('crossed', spot);
  return historyAccount(list === MARGIN_LISTS.isolated ? 'isolated' : 'spot', spot);
}

/** The account of a word. */
function historyAccount(word: HistoryAccount, spot: AccountId): AccountId {
  if (word === 'spot') return spot;
  const user = ownerOf(spot);
  return word === 'futures' ? futuresAccount(user) : marginAccount(word, { user });
}

type OpenRows = OpenOrders['rows'];

function isOfPlans(list: OpenListName): boolean {
  return list === 'plans' || list === 'contractPlans';
}

/** What of an order of a pair the trading API's row does not say. */
function pairOpenRow(views: Views, order: CommonOrderFacts) {
  return { ...openRow(views, order), parent: placedBy(order).parent };
}

/** What of an order of a margin account the trading API's row of spot does not say. */
function marginOpenRow(views: Views, order: CommonOrderFacts) {
  return { ...pairOpenRow(views, order), loanType: loanTypeWord(order.options) };
}

async function orderRows(asked: AskedList, orders: readonly OrderView[]): Promise<OpenRows> {
  const { venueContext, account, list } = asked;
  const facts = orders.map(factsOfView);
  if (isMargin(account)) return facts.map((order) => marginOpenRow(venueContext.views, order));
  if (!isOfContracts(list)) return facts.map((order) => pairOpenRow(venueContext.views, order));
  const plans = await plansOf(venueContext, account, facts);
  return facts.map((order) => contractOrderRow(venueContext.views, order, plans.get(order.plan)));
}

function planRows({ venueContext, list }: AskedList, plans: readonly PlanView[]): OpenRows {
  const row = isOfContracts(list) ? contractPlanRow : planRow;
  return plans.map((plan) => row(venueContext.views, planOfView(plan)));
}

const open = webRoute('GET /orders/open', async (context, request) => {
  const asked = await askedIn(context, request);
  const { account, instrument } = asked;
  const { views } = asked.venueContext;
  const { before, limit } = pageOf(request.fields, ORDER_PAGE_MAX);
  const page = { instrument, before, limit: limit + 1 };
  if (isOfPlans(asked.list)) {
    const { shown, next } = pageCut(views.plans(account, page), limit, ({ plan }) => plan);
    return { total: views.plans(account).length, rows: planRows(asked, shown), next };
  }
  if (asked.list === 'parents') {
    const { shown, next } = pageCut(views.parents(account, page), limit, ({ parent }) => parent);
    const rows = parentsOfViews(views, shown).map((parent) => parentPageRow(views, parent));
    return { total: views.parents(account).length, rows, next };
  }
  const { shown, next } = pageCut(views.openOrders(account, page), limit, ({ order }) => order);
  return { total: views.openOrderCount(account), rows: await orderRows(asked, shown), next };
});

/** What a cancel of a list is about: ids, newest first, and what people tell them apart by. */
interface Listed extends Omit<OrderGroup, 'count'> {
  readonly id: number;
}

function listed({ venueContext, account, list, instrument }: AskedList): Listed[] {
  const { views } = venueContext;
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

const cancellable = webRoute('GET /orders/cancellable', async (context, request) => {
  const all = listed(await askedIn(context, request));
  const groups = new Map<string, OrderGroup>();
  for (const { symbol, kind, side } of all) {
    const key = `${symbol} ${kind} ${side}`;
    const count = (groups.get(key)?.count ?? 0) + 1;
    groups.set(key, { symbol, kind, side, count });
  }
  const newest = all.reduce((most, { id }) => Math.max(most, id), 0);
  const sorted = [...groups].sort(([one], [other]) => (one < other ? -1 : 1));
  return { groups: sorted.map(([, group]) => group), upTo: wireId(newest) };
});

const cancel = webRoute('POST /orders/cancel', async (context, request) => {
  const upTo = idOf('upTo', request.fields.upTo);
  const asked = await askedIn(context, request);
  const { account, venueContext } = asked;
  const shown = listed(asked).filter(({ id }) => id <= upTo);
  const what = isOfPlans(asked.list) ? 'plan' : 'order';
  const { cancelled, refused } = await cancelListed(venueContext, account, what, shown);
  return { cancelled: cancelled.length, refused: refused.length };
});

const history = webRoute('GET /orders/history', async (context, request) => {
  const { venueContext, account: spot } = await context.trader(request);
  const query = request.fields;
  const { account: of = 'spot' } = query;
  const account = historyAccount(of, spot);
  const filter: HistoryFilter = {
    ...pageOf(query, ORDER_PAGE_MAX),
    only: query.only,
    instrument: namedInstrument(venueContext.views, query, of),
    side: namedSide(query),
    kind: query.kind,
    status: query.status,
    ...timesOf(query),
  };
  return orderHistory(venueContext, account, filter);
});

const one = webRoute('GET /orders/one', async (context, request) => {
  const { venueContext, account: spot } = await context.trader(request);
  const id = idOf('order', request.fields.order);
  const accounts = HISTORY_ACCOUNTS.map((word) => [word, historyAccount(word, spot)] as const);
  const found = await orderDetail(venueContext, accounts, id);
  if (found !== null) return found;
  throw new WireError('notFound', { field: 'order', sentence: 'There is no such order.' });
});

/** The routes of this file. */
export const ORDER_ROUTES: readonly WebRoute[] = [open, cancellable, cancel, history, one];
