import { isGuest, type UserId } from '@halcyon/domain';
import { type RequestOf, specs, WireError } from '@halcyon/protocol';
import { checkChain } from '../../config/wallet.ts';
import { assetOf, type RestContext, signedRoute } from '../../http/context.ts';

/** The caller's address for a coin. */
export const depositAddress = signedRoute(
  specs.account.depositAddress,
  (context, request, { person }) => {
    if (isGuest(person)) throw new WireError('userState');
    return addressRow(context, request, person);
  },
);

/** The address of a person for a coin. @throws WireError */
export function addressRow(
  { views, chainTerms }: RestContext,
  { coin, chain }: RequestOf<typeof specs.account.depositAddress>,
  person: UserId,
) {
  const asset = assetOf(views, coin);
  checkChain(chainTerms, chain);
  const address = chainTerms.addressOf(person, asset.id);
  return { address, chain: chainTerms.name, coin: asset.code, tag: '', url: '' };
}
