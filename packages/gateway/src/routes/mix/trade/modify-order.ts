import { specs } from '@halcyon/protocol';
import { signedTextRoute, submit } from '../../../http/context.ts';
import { contractReplacement } from '../../../translate/contract-orders.ts';
import { futuresAccount, requestedContract } from '../../../translate/contract-requests.ts';
import { modifyCopied } from '../../copy/orders.ts';
import { namedText } from '../../trade/place-order.ts';

/** Cancels an order and places another in its stead. */
export const modifyOrder = signedTextRoute(
  specs.mix.modifyOrder,
  async (context, request, caller) => {
    const { views } = context;
    const contract = requestedContract(views, request);
    if (caller.portfolio !== undefined) {
      return namedText(await modifyCopied(context, request, caller), '');
    }
    const account = futuresAccount(caller);
    const { command, refused } = contractReplacement(views, account, contract, request);
    const { id } = await submit(context, command, refused);
    return namedText(id, request.newClientOid ?? '');
  },
);
