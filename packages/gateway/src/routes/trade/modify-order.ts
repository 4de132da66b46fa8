import type { RequestOf } from '@halcyon/protocol';
import { specs } from '@halcyon/protocol';
import type { Views } from '@halcyon/views';
import type { Caller } from '../../auth/authenticate.ts';
import { signedTextRoute, submit } from '../../http/context.ts';
import type { BatchItem } from '../../translate/batch.ts';
import { openOrder } from '../../translate/open-order.ts';
import { amendCommand } from '../../translate/orders.ts';
import { clientIdOf } from './cancel-order.ts';
import { namedText } from './place-order.ts';

/** Amends an order in place. */
export const modifyOrder = signedTextRoute(
  specs.trade.modifyOrder,
  async (context, request, caller) => {
    const { command, refused } = amendItem(context.views, request, caller);
    const { id } = await submit(context, command, refused);
    return namedText(id, clientIdOf(context.views, request, id));
  },
);

/** The command of one amendment. */
export function amendItem(
  views: Views,
  request: RequestOf<typeof specs.trade.modifyOrder>,
  { account }: Pick<Caller, 'account'>,
): BatchItem {
  const { refused } = openOrder(views, request, account);
  return { command: amendCommand(request, account, refused.instrument), refused };
}
