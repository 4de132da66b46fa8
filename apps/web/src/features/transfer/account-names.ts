/** What each account is called that money is moved between. */

import type { FamilyAccount } from '@halcyon/domain/web';
import type { FamilyTransferRow } from '../../data/rest/movements.ts';
import type { MessageId, Translate } from '../../platform/locale/intl.tsx';

export const ACCOUNT_NAMES: Readonly<Record<FamilyAccount, MessageId>> = {
  spot: 'transfer.spot',
  p2p: 'assets.funding',
  usdt_futures: 'transfer.futures',
  crossed_margin: 'transfer.cross',
  isolated_margin: 'transfer.isolated',
};

/** An account by its word on the wire; a word that is not known stands for itself. */
export function accountText(t: Translate, word: string): string {
  const id = Object.entries(ACCOUNT_NAMES).find(([key]) => key === word)?.[1];
  return id === undefined ? word : t(id);
}

/** One side of a transfer: whose account where it is not one's own, and of which pair. */
export function sideText(
  t: Translate,
  side: { readonly name: string | null; readonly kind: string; readonly symbol?: string },
): string {
  const account = `${accountText(t, side.kind)} ${side.symbol ?? ''}`.trim();
  if (side.name === null) return account;
  return `${side.name === '' ? t('subs.main') : side.name}: ${account}`;
}

/** Where a transfer came from. */
export function fromText(t: Translate, row: FamilyTransferRow): string {
  return sideText(t, { name: row.fromName, kind: row.fromType, symbol: row.fromSymbol });
}

/** Where it went. */
export function toText(t: Translate, row: FamilyTransferRow): string {
  return sideText(t, { name: row.toName, kind: row.toType, symbol: row.toSymbol });
}
