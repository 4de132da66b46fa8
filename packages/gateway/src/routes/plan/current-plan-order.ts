import { readPage, specs } from '@halcyon/protocol';
import { signedRoute } from '../../http/context.ts';
import { instrumentFilter, inWindow } from '../../translate/lists.ts';
import { planOfView } from '../../translate/plan-facts.ts';
import { planPage } from '../../translate/plan-rows.ts';

const LIMIT = 20;
const LIMIT_MAX = 100;

/** Plan orders that wait. */
export const currentPlanOrder = signedRoute(
  specs.trade.currentPlanOrder,
  ({ views }, request, { account }) => {
    const page = readPage(request, LIMIT, LIMIT_MAX);
    const plans = views
      .plans(account, { ...instrumentFilter(views, request), before: page.before })
      .filter((plan) => inWindow(plan.createdTime, page))
      .map(planOfView);
    return planPage(views, plans, page.limit);
  },
);
