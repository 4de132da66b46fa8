import { readPage, specs } from '@halcyon/protocol';
import { signedRoute } from '../../http/context.ts';
import { instrumentFilter } from '../../translate/lists.ts';
import { factsOfHistory } from '../../translate/order-facts.ts';
import { TPSL_PLANS } from '../../translate/order-kinds.ts';
import { historyRow } from '../../translate/order-rows.ts';
import { planOfHistory, withOrders } from '../../translate/plan-facts.ts';
import { tpslHistoryRow } from '../../translate/plan-rows.ts';
import { checkTiming } from '../../translate/timing.ts';
import { namedOrder } from './order-info.ts';

const LIMIT = 100;

/** Orders that ended, or with `tpslType` tpsl the TP/SL that did. */
export const historyOrders = signedRoute(
  specs.trade.historyOrders,
  async (context, request, caller) => {
    const { views, history, clock } = context;
    checkTiming(request, clock());
    const { account } = caller;
    const { before, ...page } = readPage(request, LIMIT);
    const wait = { minSeq: views.lastAckSeq(account) };
    const query = { account, ...instrumentFilter(views, request), ...page, idLessThan: before };
    if (request.tpslType === 'tpsl') {
      const plans = await history.planHistory({ ...query, planTypes: TPSL_PLANS }, wait);
      const ended = await withOrders(context, account, plans.map(planOfHistory));
      return ended.map(([plan, order]) => tpslHistoryRow(views, plan, order));
    }
    const found = await namedOrder(context, caller, request);
    if (found !== undefined) {
      return found === null || found.doneReason === null ? [] : [historyRow(views, found)];
    }
    const orders = await history.orderHistory(query, wait);
    return orders.map((order) => historyRow(views, factsOfHistory(order)));
  },
);
