import { specs } from '@halcyon/protocol';
import { signedRoute } from '../../http/context.ts';
import { kindOfWord } from '../../translate/accounts.ts';

/** Every coin can move between the kinds of account that are open. */
export const transferCoinInfo = signedRoute(
  specs.account.transferCoinInfo,
  ({ views }, request) => {
    kindOfWord(request);
    return views.assets().map((asset) => asset.code);
  },
);
