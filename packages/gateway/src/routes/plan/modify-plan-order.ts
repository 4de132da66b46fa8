import { type AccountId, CommandKind } from '@halcyon/domain';
import { specs, WireError } from '@halcyon/protocol';
import type { PlanView, Views } from '@halcyon/views';
import { orderRefusal, signedTextRoute, submit } from '../../http/context.ts';
import { Missing } from '../../refusals/missing.ts';
import { type NamedOrder, orderName } from '../../refusals/order-name.ts';
import { rowInstrument } from '../../translate/order-rows.ts';
import { lotsOf, ticksOf, unitsOf } from '../../translate/scaled.ts';
import { namedText } from '../trade/place-order.ts';

/** Changes trigger, price and size of a plan that waits. */
export const modifyPlanOrder = signedTextRoute(
  specs.trade.modifyPlanOrder,
  async (context, request, { account }) => {
    const { views } = context;
    const plan = planOf(views, request, account);
    const instrument = rowInstrument(views, plan.instrument);
    const refused = orderRefusal(views, instrument, plan.side);
    const byQuote = plan.quoteAmount !== 0;
    const limit = request.orderType === 'limit';
    if (limit && request.executePrice === undefined && plan.price === 0) {
      throw new WireError('fieldMissing', { field: 'executePrice' });
    }
    // Never "as it is": another change may make a market order of it before this one is applied.
    const price =
      request.executePrice === undefined
        ? plan.price
        : ticksOf('executePrice', request.executePrice, instrument);
    const { id } = await submit(
      context,
      {
        kind: CommandKind.amendPlan,
        account,
        order: plan.plan,
        clientId: '',
        triggerPrice: ticksOf('triggerPrice', request.triggerPrice, instrument),
        price: limit ? price : 0,
        quantity: byQuote ? 0 : lotsOf('size', request.size, instrument),
        quoteAmount: byQuote ? unitsOf('size', request.size, refused.quote) : 0,
      },
      refused,
    );
    return namedText(id, plan.clientId);
  },
);

/** The account's waiting plan of that name. Throws Missing. */
export function planOf(views: Views, request: NamedOrder, account: AccountId): PlanView {
  const name = orderName(request, account, 'plan');
  const { order, clientId } = name;
  const plan = order === 0 ? views.planByClientId(account, clientId) : views.plan(order);
  if (plan === undefined || plan.account !== account || plan.status !== 'live') {
    throw new Missing('plan', account, name);
  }
  return plan;
}
