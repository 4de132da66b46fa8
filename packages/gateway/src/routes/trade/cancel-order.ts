import { type AccountId, CommandKind, type OrderId, type Outcome, wireId } from '@halcyon/domain';
import { type RequestOf, specs, WireError } from '@halcyon/protocol';
import type { Views } from '@halcyon/views';
import type { Caller } from '../../auth/authenticate.ts';
import { instrumentOf, type RestContext, signedTextRoute, submit } from '../../http/context.ts';
import { type NamedOrder, notFound, orderName } from '../../refusals/order-name.ts';
import { cancelCommand } from '../../translate/orders.ts';
import { namedText } from './place-order.ts';

type Request = RequestOf<typeof specs.trade.cancelOrder>;

/** Cancels an order, or with `tpslType` tpsl a waiting TP/SL. */
export const cancelOrder = signedTextRoute(specs.trade.cancelOrder, cancel);

/** Cancels an order of a caller; answers with the JSON of its ids. */
export async function cancel(
  context: RestContext,
  request: Request,
  caller: Caller,
): Promise<string> {
  const { views } = context;
  const { account } = caller;
  const { symbol } = request;
  if (symbol !== undefined) instrumentOf(views, symbol);
  if (request.tpslType === 'tpsl') {
    const command = { kind: CommandKind.cancelPlan, account, ...orderName(request, account) };
    const { id } = await submit(context, command, {});
    return namedText(id, request.clientOid ?? views.plan(id)?.clientId ?? '');
  }
  if (symbol !== undefined) mustBeIn(views, request, account, symbol);
  const { id } = await submit(context, cancelCommand(request, account), {});
  return namedText(id, clientIdOf(views, request, id));
}

/** The client id to answer with: the one given, or the one the order was placed with. */
export function clientIdOf(views: Views, request: NamedOrder, id: OrderId): string {
  return request.clientOid ?? views.order(id)?.clientId ?? '';
}

/** How the items of a batch are called: as the order that was found, or as they name it. */
export function orderNames(views: Views) {
  return (item: NamedOrder, outcome: Outcome | null) => {
    if (outcome === null) return { orderId: item.orderId ?? '', clientOid: item.clientOid ?? '' };
    return { orderId: wireId(outcome.id), clientOid: clientIdOf(views, item, outcome.id) };
  };
}

/** An open order of another instrument is not the one that was meant. */
export function mustBeIn(
  views: Views,
  request: NamedOrder,
  account: AccountId,
  symbol: string,
): void {
  const { order, clientId } = orderName(request, account);
  const found = order === 0 ? views.orderByClientId(account, clientId) : views.order(order);
  if (found === undefined || found.account !== account || found.doneReason !== null) return;
  if (views.instrument(found.instrument)?.symbol !== symbol) {
    throw new WireError(notFound(account));
  }
}
