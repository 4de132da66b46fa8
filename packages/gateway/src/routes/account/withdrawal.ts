import { wireId } from '@halcyon/domain';
import { type RequestOf, specs, WireError } from '@halcyon/protocol';
import { checkChain } from '../../config/wallet.ts';
import { assetOf, signedRoute } from '../../http/context.ts';
import { bigUnitsOf } from '../../translate/scaled.ts';
import { requestWithdrawal, targetOf, targetOfUser } from '../../translate/withdrawals.ts';

/** A program tells neither its language nor, to a mail's reader, its place. */
const ORIGIN = { address: '', language: '' };

/** Asks for a withdrawal to an address, or to a user by uid; inside the exchange it arrives at once. */
export const withdrawal = signedRoute(
  specs.account.withdrawal,
  async (context, request, { user, person, account }) => {
    if (context.views.rootOf(user) !== user) throw new WireError('subAccountCannot');
    const asset = assetOf(context.views, request.coin);
    const byAddress = request.transferType === 'on_chain';
    if (byAddress) checkChain(context.chainTerms, request.chain);
    else checkName(request);
    const read = byAddress ? targetOf : targetOfUser;
    const target = () => read(context, user, asset, request.address);
    const amount = bigUnitsOf('size', request.size, asset);
    const clientId = request.clientOid ?? '';
    const by = { person, user, account, origin: ORIGIN };
    const id = await requestWithdrawal(context, by, { asset, amount, target, clientId });
    return { orderId: wireId(id), clientOid: clientId };
  },
);

/** Users are named by uid alone. */
function checkName({ innerToType }: RequestOf<typeof specs.account.withdrawal>): void {
  if (innerToType === undefined || innerToType === 'uid') return;
  const field = { field: 'innerToType', expected: 'uid', value: innerToType };
  throw new WireError('fieldValue', field);
}
