import { wireId } from '@halcyon/domain';
import { type RequestOf, specs } from '@halcyon/protocol';
import type { Views } from '@halcyon/views';
import type { Caller } from '../../auth/authenticate.ts';
import { instrumentOf, signedRoute, submit } from '../../http/context.ts';
import type { BatchItem } from '../../translate/batch.ts';
import { openOrder } from '../../translate/open-order.ts';
import { replaceCommand } from '../../translate/orders.ts';

/** Cancels an order and places another in its stead. */
export const cancelReplaceOrder = signedRoute(
  specs.trade.cancelReplaceOrder,
  async (context, request, caller) => {
    const { command, refused } = replaceItem(context.views, request, caller);
    const { id } = await submit(context, command, refused);
    const clientOid = request.newClientOid ?? null;
    return { orderId: wireId(id), clientOid, success: 'success' as const, msg: null };
  },
);

/** The command of one replacement. */
export function replaceItem(
  views: Views,
  request: RequestOf<typeof specs.trade.cancelReplaceOrder>,
  { account }: Pick<Caller, 'account'>,
): BatchItem {
  instrumentOf(views, request.symbol);
  const { refused } = openOrder(views, request, account);
  const command = replaceCommand(request, account, refused.instrument);
  return { command, refused };
}
