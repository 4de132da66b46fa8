import { readPage, specs } from '@halcyon/protocol';
import { signedRoute } from '../../http/context.ts';
import { instrumentFilter, inWindow } from '../../translate/lists.ts';
import { planOfView } from '../../translate/plan-facts.ts';
import { pageEnd, planRow } from '../../translate/plan-rows.ts';

const LIMIT = 20;

/** Plan orders that wait. */
export const currentPlanOrder = signedRoute(
  specs.trade.currentPlanOrder,
  ({ views }, request, { account }) => {
    const page = readPage(request, LIMIT);
    const plans = views
      .plans(account, { ...instrumentFilter(views, request), before: page.before })
      .filter((plan) => inWindow(plan.createdTime, page))
      .map(planOfView);
    const orderList = plans.slice(0, page.limit).map((plan) => planRow(views, plan));
    return { ...pageEnd(plans, page.limit), orderList };
  },
);
