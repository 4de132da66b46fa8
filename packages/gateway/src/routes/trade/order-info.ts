import { parseWireId } from '@halcyon/domain';
import { specs, WireError } from '@halcyon/protocol';
import type { Caller } from '../../auth/authenticate.ts';
import { type RestContext, signedRoute } from '../../http/context.ts';
import type { NamedOrder } from '../../refusals/order-name.ts';
import { type CommonOrderFacts, findOrder } from '../../translate/order-facts.ts';
import { infoRow } from '../../translate/order-rows.ts';
import { checkTiming } from '../../translate/timing.ts';

/** One order; an order that does not exist, or is not the caller's, gives an empty list. */
export const orderInfo = signedRoute(specs.trade.orderInfo, async (context, request, caller) => {
  checkTiming(request, context.clock());
  const found = await namedOrder(context, caller, request);
  if (found === undefined) throw new WireError('needOneOf', { fields: 'orderId, clientOid' });
  return found === null ? [] : [infoRow(context.views, found)];
});

/** The caller's order that a request names; null when there is none, undefined when none is named. */
export async function namedOrder(
  context: RestContext,
  { account }: Pick<Caller, 'account'>,
  { orderId, clientOid }: NamedOrder,
): Promise<CommonOrderFacts | null | undefined> {
  if (orderId === undefined) {
    return clientOid === undefined
      ? undefined
      : findOrder(context, account, { order: 0, clientId: clientOid });
  }
  const order = parseWireId(orderId);
  return order === null || order === 0
    ? null
    : findOrder(context, account, { order, clientId: '' });
}
