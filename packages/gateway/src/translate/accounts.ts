/** Kinds of account on the wire. */
import { type AccountId, AccountKind, kindOf } from '@halcyon/domain';
import { WireError } from '@halcyon/protocol';

const KINDS: Readonly<Record<string, AccountKind>> = {
  spot: AccountKind.spot,
  p2p: AccountKind.funding,
  funding: AccountKind.funding,
};

/** The kind of account a word names. Throws WireError for kinds that are not open yet. */
export function kindOfWord(words: { readonly fromType: string; readonly toType: string }): {
  readonly from: AccountKind;
  readonly to: AccountKind;
} {
  const from = KINDS[words.fromType];
  const to = KINDS[words.toType];
  if (from === undefined || to === undefined) throw new WireError('transferKinds', words);
  if (from === to) throw new WireError('sameAccount');
  return { from, to };
}

/** The kind of account a word names; null for kinds that are not open yet. */
export function openKind(word: string): AccountKind | null {
  return KINDS[word] ?? null;
}

/** The word of an account's kind. */
export function kindWord(account: AccountId): string {
  return kindOf(account) === AccountKind.funding ? 'p2p' : 'spot';
}
