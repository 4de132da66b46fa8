import { isGuest } from '@halcyon/domain';
import { specs, WireError } from '@halcyon/protocol';
import { assetOf, signedRoute } from '../../http/context.ts';
import { addressOf } from '../../translate/addresses.ts';
import { CHAIN, checkChain } from '../../translate/wallet.ts';

/** The caller's address for a coin. */
export const depositAddress = signedRoute(
  specs.account.depositAddress,
  ({ views }, { coin, chain }, { person }) => {
    if (isGuest(person)) throw new WireError('userState');
    const asset = assetOf(views, coin);
    checkChain(chain);
    return {
      address: addressOf(person, asset.id),
      chain: CHAIN,
      coin: asset.code,
      tag: '',
      url: '',
    };
  },
);
