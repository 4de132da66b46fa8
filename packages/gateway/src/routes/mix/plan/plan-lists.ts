import { readPage, specs } from '@halcyon/protocol';
import { StoredPlanStatus } from '@halcyon/records';
import { type RestContext, signedRoute } from '../../../http/context.ts';
import { type NamedOrder, orderName } from '../../../refusals/order-name.ts';
import { withEndId } from '../../../translate/contract-order-rows.ts';
import { contractPlanRow, endedPlanRow } from '../../../translate/contract-plan-rows.ts';
import { contractFilter, futuresAccount } from '../../../translate/contract-requests.ts';
import { isPlanOf, planFilter } from '../../../translate/contract-sources.ts';
import { inWindow, isAsked } from '../../../translate/lists.ts';
import {
  findPlan,
  type PlanFacts,
  planOfHistory,
  planOfView,
  withOrders,
} from '../../../translate/plan-facts.ts';
import { subOrder, subOrderRows } from '../../plan/plan-sub-order.ts';

const LIMIT = 100;

/** Plan orders that wait. */
export const plansPending = signedRoute(specs.mix.plansPending, ({ views }, request, caller) => {
  const chosen = contractFilter(views, request);
  const page = readPage(request, LIMIT);
  const waiting =
    chosen === null ? [] : views.plans(futuresAccount(caller), { ...chosen, before: page.before });
  const rows = waiting
    .filter((plan) => isPlanOf(plan, request.planType))
    .filter((plan) => inWindow(plan.createdTime, page))
    .filter((plan) => isAsked(plan.plan, plan.clientId, request))
    .slice(0, page.limit)
    .map((plan) => contractPlanRow(views, planOfView(plan)));
  const { rows: entrustedList, endId } = withEndId(rows, ({ orderId }) => orderId);
  return { entrustedList, endId };
});

const STATUSES = {
  executed: StoredPlanStatus.executed,
  fail_execute: StoredPlanStatus.failed,
  fail_trigger: StoredPlanStatus.failed,
  cancelled: StoredPlanStatus.cancelled,
} as const;

/** Plan orders that ended, with what their orders filled. */
export const plansHistory = signedRoute(
  specs.mix.plansHistory,
  async (context, request, caller) => {
    const { views, history } = context;
    const account = futuresAccount(caller);
    const chosen = contractFilter(views, request);
    const { before, ...page } = readPage(request, LIMIT);
    if (chosen === null) return { entrustedList: [], endId: '' };
    const { planStatus } = request;
    const named = await namedPlan(context, account, request);
    const plans =
      named ??
      (
        await history.planHistory(
          {
            account,
            ...chosen,
            ...page,
            idLessThan: before,
            ...planFilter(request.planType),
            status: planStatus === undefined ? undefined : STATUSES[planStatus],
          },
          { minSeq: views.lastAckSeq(account) },
        )
      ).map(planOfHistory);
    const entered = await withOrders(context, account, plans);
    const rows = entered.map(([plan, order]) => endedPlanRow(views, plan, order));
    const { rows: entrustedList, endId } = withEndId(rows, ({ orderId }) => orderId);
    return { entrustedList, endId };
  },
);

/** The ended plan that a request names, as a list; null where it names none. */
async function namedPlan(
  context: RestContext,
  account: number,
  request: NamedOrder,
): Promise<PlanFacts[] | null> {
  if (request.orderId === undefined && request.clientOid === undefined) return null;
  const plan = await findPlan(context, account, orderName(request, account, 'plan'));
  return plan === null || plan.status === 'live' ? [] : [plan];
}

/** The order that a plan became; empty while it waits, or when it became none. */
export const planSubOrder = signedRoute(
  specs.mix.planSubOrder,
  async (context, { planOrderId }, caller) =>
    subOrderRows(context, await subOrder(context, futuresAccount(caller), planOrderId)),
);
