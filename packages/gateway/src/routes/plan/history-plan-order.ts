import { readPage, specs } from '@halcyon/protocol';
import { signedRoute } from '../../http/context.ts';
import { instrumentFilter } from '../../translate/lists.ts';
import { planOfHistory } from '../../translate/plan-facts.ts';
import { planPage } from '../../translate/plan-rows.ts';

const LIMIT = 100;

/** Plan orders that ended. */
export const historyPlanOrder = signedRoute(
  specs.trade.historyPlanOrder,
  async ({ views, history }, request, { account }) => {
    const { before, limit, ...window } = readPage(request, LIMIT, LIMIT);
    const query = { account, ...instrumentFilter(views, request), ...window, idLessThan: before };
    const plans = await history.planHistory(
      { ...query, limit: limit + 1 },
      { minSeq: views.lastAckSeq(account) },
    );
    return planPage(views, plans.map(planOfHistory), limit);
  },
);
