import { parseWireId } from '@halcyon/domain';
import { specs, WireError } from '@halcyon/protocol';
import { signedRoute } from '../../http/context.ts';
import { userAckSeq } from '../../translate/lists.ts';

/** Withdrawals of the internal chain settle at once, so there is never one left to cancel. */
export const cancelWithdrawal = signedRoute(
  specs.account.cancelWithdrawal,
  async ({ views, history }, { orderId }, { user }) => {
    const id = parseWireId(orderId);
    const wait = { minSeq: userAckSeq(views, user) };
    const found = id === null ? null : await history.movementById({ user, id }, wait);
    throw new WireError(
      found !== null && found.fromUser === user ? 'withdrawDone' : 'orderNotFound',
    );
  },
);
