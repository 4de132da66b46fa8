import { parseWireId } from '@halcyon/domain';
import { specs, WireError } from '@halcyon/protocol';
import type { Caller } from '../../auth/authenticate.ts';
import { type RestContext, signedRoute } from '../../http/context.ts';
import { factsOfHistory, factsOfView, type OrderFacts } from '../../translate/order-facts.ts';
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
  caller: Pick<Caller, 'account'>,
  { orderId, clientOid }: { readonly orderId?: string; readonly clientOid?: string },
): Promise<OrderFacts | null | undefined> {
  if (orderId !== undefined) return orderByWireId(context, caller, orderId);
  return clientOid === undefined ? undefined : orderByClientId(context, caller, clientOid);
}

/** The caller's order of a wire id, wherever it is; null when there is none. */
export async function orderByWireId(
  { views, history }: RestContext,
  { account }: Pick<Caller, 'account'>,
  wire: string,
): Promise<OrderFacts | null> {
  const id = parseWireId(wire);
  if (id === null) return null;
  const order = views.order(id);
  if (order !== undefined) return order.account === account ? factsOfView(order) : null;
  const old = await history.orderById(
    { account, order: id },
    { minSeq: views.lastAckSeq(account) },
  );
  return old === null ? null : factsOfHistory(old);
}

/** The caller's newest order of a client id, however old; null when there is none. */
async function orderByClientId(
  { views, history }: RestContext,
  { account }: Pick<Caller, 'account'>,
  clientId: string,
): Promise<OrderFacts | null> {
  const order = views.orderByClientId(account, clientId);
  if (order !== undefined) return factsOfView(order);
  const old = await history.orderByClientId(
    { account, clientId },
    { minSeq: views.lastAckSeq(account) },
  );
  return old === null ? null : factsOfHistory(old);
}
