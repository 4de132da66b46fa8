/**
 * Orders and fills of a copy portfolio's key: the own part of each copied order beside the orders that the portfolio's
 * account itself has, as those that liquidate it. All have numbers of one series.
 */
import { parseWireId, type UserId } from '@halcyon/domain';
import { type PageBounds, type RequestOf, readPage, type specs } from '@halcyon/protocol';
import type { Caller } from '../../auth/authenticate.ts';
import type { RestContext } from '../../http/context.ts';
import {
  contractFillRow,
  isOf,
  type MixFillRow,
  withEndId,
} from '../../translate/contract-order-rows.ts';
import { contractFilter, futuresAccount } from '../../translate/contract-requests.ts';
import {
  copiedFacts,
  copiedFillRow,
  copiedOrder,
  gatheredFacts,
} from '../../translate/copied-orders.ts';
import { inWindow } from '../../translate/lists.ts';
import { type CommonOrderFacts, factsOfHistory, factsOfView } from '../../translate/order-facts.ts';

const LIMIT = 100;

/** Which orders are wanted. */
interface Wanted extends Omit<PageBounds, 'before'> {
  readonly before: number | undefined;
  readonly instrument: number | undefined;
}

/** An order of a trader that is copied; null = it is none. */
export async function copiedOrderNamed(
  { views, history }: RestContext,
  trader: UserId,
  id: number,
): Promise<CommonOrderFacts | null> {
  const wait = { minSeq: views.seq };
  const [[copied], [gathered]] = await Promise.all([
    history.copiedOrders({ trader, id, limit: 1 }, wait),
    history.copyGathered({ trader, id, limit: 1 }, wait),
  ]);
  if (copied !== undefined) {
    // Of one in the book the list of open orders says the same.
    const view = copied.over ? undefined : views.order(id);
    return view === undefined
      ? copiedFacts(views, copied, trader)
      : factsOfView(copiedOrder(view, trader, copied));
  }
  return gathered === undefined ? null : gatheredFacts(views, gathered, trader);
}

/** Copied orders that wait for their followers, newest first. */
export async function waitingOrders(
  context: RestContext,
  trader: UserId,
): Promise<CommonOrderFacts[]> {
  return (await untraded(context, trader, {})).filter(({ doneReason }) => doneReason === null);
}

/** Orders that have not traded so far: they wait, or have ended. */
async function untraded(
  { views, history }: RestContext,
  trader: UserId,
  { before, limit = LIMIT }: { readonly before?: number | undefined; readonly limit?: number },
): Promise<CommonOrderFacts[]> {
  const query = { trader, before, limit, untraded: true };
  const found = await history.copyGathered(query, { minSeq: views.seq });
  return found.map((order) => gatheredFacts(views, order, trader));
}

/** Copied orders that are over, newest first. */
export async function endedCopied(
  context: RestContext,
  trader: UserId,
  wanted: Wanted,
): Promise<CommonOrderFacts[]> {
  const { views, history } = context;
  const query = { trader, ...wanted, over: true };
  const traded = await history.copiedOrders(query, { minSeq: views.seq });
  const others = (await untraded(context, trader, wanted))
    .filter(({ doneReason }) => doneReason !== null)
    .filter(({ instrument }) => isOf(instrument, wanted.instrument))
    .filter(({ createdTime }) => inWindow(createdTime, wanted));
  return newestFirst(
    [...traded.map((each) => copiedFacts(views, each, trader)), ...others],
    wanted.limit,
  );
}

/** Orders of a portfolio that ended, those of its own account too. */
export async function endedOfPortfolio(
  context: RestContext,
  caller: Caller & { readonly portfolio: UserId },
  wanted: Wanted,
): Promise<CommonOrderFacts[]> {
  const { views, history } = context;
  const { before: idLessThan, ...page } = wanted;
  const account = futuresAccount(caller);
  const wait = { minSeq: views.seq };
  const [copied, own] = await Promise.all([
    endedCopied(context, caller.portfolio, wanted),
    history.orderHistory({ account, ...page, idLessThan }, wait),
  ]);
  return newestFirst([...copied, ...own.map(factsOfHistory)], wanted.limit);
}

function newestFirst<Row extends { readonly id: number }>(rows: Row[], limit: number): Row[] {
  return rows.sort((a, b) => b.id - a.id).slice(0, limit);
}

/** Fills of a portfolio: of each copied order that is over one, and those of its own account. */
export async function fillsOfPortfolio(
  context: RestContext,
  request: RequestOf<typeof specs.mix.orderFills>,
  caller: Caller & { readonly portfolio: UserId },
) {
  const { views, history } = context;
  const { portfolio: trader } = caller;
  const chosen = contractFilter(views, request);
  const { before, ...page } = readPage(request, LIMIT);
  const order = request.orderId === undefined ? undefined : (parseWireId(request.orderId) ?? 0);
  if (chosen === null) return { fillList: [], endId: '' };
  const wait = { minSeq: views.seq };
  const which = { ...chosen, ...page };
  const [copied, own] = await Promise.all([
    history.copiedOrders({ trader, ...which, before, id: order, over: true, filled: true }, wait),
    history.fills({ account: futuresAccount(caller), ...which, order, idLessThan: before }, wait),
  ]);
  const rows: { readonly id: number; readonly row: MixFillRow }[] = [
    ...copied.map((each) => ({ id: each.id, row: copiedFillRow(views, each, trader) })),
    ...own.map((fill) => ({ id: fill.trade, row: contractFillRow(views, fill) })),
  ];
  const newest = newestFirst(rows, page.limit).map(({ row }) => row);
  const { rows: fillList, endId } = withEndId(newest, ({ tradeId }) => tradeId);
  return { fillList, endId };
}
