import { OrderType, parseWireId, wireId } from '@halcyon/domain';
import { specs } from '@halcyon/protocol';
import { type RestContext, signedRoute } from '../../http/context.ts';
import { findOrder } from '../../translate/order-facts.ts';
import { rowInstrument } from '../../translate/order-rows.ts';
import { priceText } from '../../translate/text.ts';
import { orderTypeWord } from '../../translate/words.ts';

/** The order that a plan became; empty while it waits, or when it became none. */
export const planSubOrder = signedRoute(
  specs.trade.planSubOrder,
  async (context, { planOrderId }, { account }) => {
    const became = await orderOfPlan(context, account, planOrderId);
    const name = { order: became, clientId: '' };
    const order = became === 0 ? null : await findOrder(context, account, name);
    if (order === null) return [];
    const instrument = rowInstrument(context.views, order.instrument);
    return [
      {
        orderId: wireId(order.id),
        price: order.type === OrderType.market ? '0' : priceText(instrument, order.price),
        type: orderTypeWord(order.type),
        status: order.status,
      },
    ];
  },
);

async function orderOfPlan(
  { views, history }: RestContext,
  account: number,
  wire: string,
): Promise<number> {
  const id = parseWireId(wire);
  if (id === null) return 0;
  const plan = views.plan(id);
  if (plan !== undefined) return plan.account === account ? plan.order : 0;
  const old = await history.planById({ account, plan: id }, { minSeq: views.lastAckSeq(account) });
  return old?.order ?? 0;
}
