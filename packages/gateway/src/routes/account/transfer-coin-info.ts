import { specs } from '@halcyon/protocol';
import { signedRoute } from '../../http/context.ts';
import { kindOfWord, movableAssets } from '../../translate/accounts.ts';

/** Coins that can move between two kinds of account. */
export const transferCoinInfo = signedRoute(specs.account.transferCoinInfo, ({ views }, request) =>
  movableAssets(views, kindOfWord(request)).map(({ code }) => code),
);
