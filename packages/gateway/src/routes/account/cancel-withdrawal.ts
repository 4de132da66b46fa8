import { parseWireId } from '@halcyon/domain';
import { specs } from '@halcyon/protocol';
import { signedRoute } from '../../http/context.ts';
import { userAckSeq } from '../../translate/lists.ts';
import { cancelOwnWithdrawal } from '../../translate/withdrawals.ts';

/** Takes back a withdrawal that waits for operators or for the chain. */
export const cancelWithdrawal = signedRoute(
  specs.account.cancelWithdrawal,
  async (context, { orderId }, caller) => {
    const minSeq = userAckSeq(context.views, caller.user);
    await cancelOwnWithdrawal(context, caller, parseWireId(orderId), minSeq);
    return 'success' as const;
  },
);
