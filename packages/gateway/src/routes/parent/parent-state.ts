/** Pausing, resuming and ending a parent order. */
import { type CommandInput, CommandKind } from '@halcyon/domain';
import { type RequestOf, specs } from '@halcyon/protocol';
import type { Caller } from '../../auth/authenticate.ts';
import { orderRefusal, type RestContext, signedTextRoute, submit } from '../../http/context.ts';
import { type OrderName, orderName } from '../../refusals/order-name.ts';
import { rowInstrument } from '../../translate/order-rows.ts';
import { parentOf } from '../../translate/parents.ts';
import { namedText } from '../trade/place-order.ts';

type Request = RequestOf<typeof specs.trade.cancelParentOrder>;

/** Takes its orders out of the book. */
export const pauseParentOrder = signedTextRoute(
  specs.trade.pauseParentOrder,
  (context, request, caller) =>
    change(context, request, caller, (named) => ({
      kind: CommandKind.pauseParent,
      ...named,
      paused: true,
    })),
);

/** Places what is left of it. */
export const resumeParentOrder = signedTextRoute(
  specs.trade.resumeParentOrder,
  (context, request, caller) =>
    change(context, request, caller, (named) => ({
      kind: CommandKind.pauseParent,
      ...named,
      paused: false,
    })),
);

/** Ends it. */
export const cancelParentOrder = signedTextRoute(
  specs.trade.cancelParentOrder,
  (context, request, caller) =>
    change(context, request, caller, (named) => ({ kind: CommandKind.cancelParent, ...named })),
);

async function change(
  context: RestContext,
  request: Request,
  { account }: Caller,
  command: (named: OrderName & { readonly account: number }) => CommandInput,
): Promise<string> {
  const { views } = context;
  const parent = parentOf(views, account, orderName(request, account, 'parent'));
  const refused = orderRefusal(views, rowInstrument(views, parent.instrument), parent.side);
  const named = { account, order: parent.parent, clientId: '' };
  const { id } = await submit(context, command(named), refused);
  return namedText(id, parent.clientId);
}
