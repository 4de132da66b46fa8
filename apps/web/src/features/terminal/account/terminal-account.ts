/** Which account the orders of the spot terminal are of: in the address, and remembered. */

import type { MarginKind } from '@halcyon/domain/web';
import { useCallback } from 'react';
import { useNavigate } from '../../../platform/links/navigation.tsx';
import { useLocation } from '../../../platform/links/router.tsx';
import { VENUE } from '../../../platform/simulation/venue.ts';
import { readLocal, writeLocal } from '../../../platform/storage/local.ts';

/** The accounts, as addresses name them. */
export type TerminalAccount = 'spot' | 'cross' | 'isolated';
const ALL: readonly TerminalAccount[] = ['spot', 'cross', 'isolated'];
/** In a terminal of margin alone. */
const OF_MARGIN: readonly TerminalAccount[] = ['cross', 'isolated'];

const KEY = `terminal-account:${VENUE}`;

/** The account that an address names, or the one chosen last. @param kept as it was remembered */
export function accountIn(pathname: string, search: string, kept: string | null): TerminalAccount {
  const offered = pathname.startsWith('/trade-margin/') ? OF_MARGIN : ALL;
  const named = new URLSearchParams(search).get('account');
  const found = offered.find((one) => one === named) ?? offered.find((one) => one === kept);
  return found ?? offered[0]!;
}

/** What the trading API calls a margin account of the terminal. */
export function kindOfAccount(account: TerminalAccount): MarginKind {
  return account === 'isolated' ? 'isolated' : 'crossed';
}

/** The account, those that are offered, and how to choose another. */
export function useTerminalAccount() {
  const { pathname, search } = useLocation();
  const go = useNavigate();
  const account = accountIn(pathname, search, readLocal(KEY));
  const choose = useCallback(
    (chosen: TerminalAccount) => {
      writeLocal(KEY, chosen);
      const query = new URLSearchParams(search);
      query.set('account', chosen);
      go(`${pathname}?${query}`, true);
    },
    [go, pathname, search],
  );
  const offered = pathname.startsWith('/trade-margin/') ? OF_MARGIN : ALL;
  return { account, offered, choose };
}
