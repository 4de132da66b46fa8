import { readPage, specs } from '@halcyon/protocol';
import { signedRoute } from '../../http/context.ts';
import { instrumentFilter, inWindow, isAsked } from '../../translate/lists.ts';
import { factsOfView } from '../../translate/order-facts.ts';
import { TPSL_PLANS } from '../../translate/order-kinds.ts';
import { openRow } from '../../translate/order-rows.ts';
import { planOfView } from '../../translate/plan-facts.ts';
import { tpslOpenRow } from '../../translate/plan-rows.ts';
import { checkTiming } from '../../translate/timing.ts';

const LIMIT = 100;

/** Open orders, or with `tpslType` tpsl the waiting TP/SL. */
export const unfilledOrders = signedRoute(
  specs.trade.unfilledOrders,
  ({ views, clock }, request, { account }) => {
    checkTiming(request, clock());
    const page = readPage(request, LIMIT);
    const query = { ...instrumentFilter(views, request), before: page.before };
    if (request.tpslType === 'tpsl') {
      return views
        .plans(account, query)
        .filter(({ planType }) => TPSL_PLANS.includes(planType))
        .filter(
          (plan) => inWindow(plan.createdTime, page) && isAsked(plan.plan, plan.clientId, request),
        )
        .slice(0, page.limit)
        .map((plan) => tpslOpenRow(views, planOfView(plan)));
    }
    const named = request.orderId ?? request.clientOid;
    const every = page.startTime === undefined && page.endTime === undefined && named === undefined;
    return views
      .openOrders(account, { ...query, limit: every ? page.limit : undefined })
      .filter((order) => inWindow(order.createdTime, page))
      .filter((order) => isAsked(order.order, order.clientId, request))
      .slice(0, page.limit)
      .map((order) => openRow(views, factsOfView(order)));
  },
);
