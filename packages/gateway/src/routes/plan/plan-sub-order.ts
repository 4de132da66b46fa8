import { type AccountId, OrderType, parseWireId, wireId } from '@halcyon/domain';
import { type DataOf, specs } from '@halcyon/protocol';
import { type RestContext, signedRoute } from '../../http/context.ts';
import type { CommonOrderFacts } from '../../translate/order-facts.ts';
import { rowInstrument } from '../../translate/order-rows.ts';
import { findPlan, orderOfPlan } from '../../translate/plan-facts.ts';
import { priceText } from '../../translate/text.ts';
import { orderTypeWord } from '../../translate/words.ts';

/** The order that a plan became; empty while it waits, or when it became none. */
export const planSubOrder = signedRoute(
  specs.trade.planSubOrder,
  async (context, { planOrderId }, { account }) =>
    subOrderRows(context, await subOrder(context, account, planOrderId)),
);

/** The order that a plan of an account became, with its row's instrument; null: it became none. */
export async function subOrder(
  context: RestContext,
  account: AccountId,
  planOrderId: string,
): Promise<CommonOrderFacts | null> {
  const id = parseWireId(planOrderId);
  if (id === null || id === 0) return null;
  const plan = await findPlan(context, account, { order: id, clientId: '' });
  return plan === null ? null : orderOfPlan(context, account, plan);
}

/** The answer that tells of it. */
export function subOrderRows(
  { views }: Pick<RestContext, 'views'>,
  order: CommonOrderFacts | null,
): DataOf<typeof specs.trade.planSubOrder> {
  if (order === null) return [];
  return [
    {
      orderId: wireId(order.id),
      price:
        order.type === OrderType.market
          ? '0'
          : priceText(rowInstrument(views, order.instrument), order.price),
      type: orderTypeWord(order.type),
      status: order.status,
    },
  ];
}
