import { readPage, specs } from '@halcyon/protocol';
import { signedRoute } from '../../http/context.ts';
import { instrumentFilter } from '../../translate/lists.ts';
import { planOfHistory, withOrders } from '../../translate/plan-facts.ts';
import { endedPlanRow, pageEnd } from '../../translate/plan-rows.ts';

const LIMIT = 100;

/** Plan orders that ended, with what their orders filled. */
export const historyPlanOrder = signedRoute(
  specs.trade.historyPlanOrder,
  async (context, request, { account }) => {
    const { views, history } = context;
    const { before, limit, ...window } = readPage(request, LIMIT);
    const query = { account, ...instrumentFilter(views, request), ...window, idLessThan: before };
    const plans = await history.planHistory(
      { ...query, limit: limit + 1 },
      { minSeq: views.lastAckSeq(account) },
    );
    const facts = plans.map(planOfHistory);
    const shown = await withOrders(context, account, facts.slice(0, limit));
    const orderList = shown.map(([plan, order]) => endedPlanRow(views, plan, order));
    return { ...pageEnd(facts, limit), orderList };
  },
);
