import { CommandKind } from '@halcyon/domain';
import { specs } from '@halcyon/protocol';
import { signedRoute, submit } from '../../http/context.ts';
import { orderName } from '../../refusals/order-name.ts';

/** Cancels a plan order. */
export const cancelPlanOrder = signedRoute(
  specs.trade.cancelPlanOrder,
  async (context, request, { account }) => {
    const command = {
      kind: CommandKind.cancelPlan,
      account,
      ...orderName(request, account, 'plan'),
    };
    await submit(context, command, {});
    return { result: 'success' as const };
  },
);
