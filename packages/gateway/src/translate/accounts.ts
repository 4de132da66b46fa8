/** Kinds of account on the wire. */
import { type AccountId, AccountKind, type Asset, kindOf } from '@halcyon/domain';
import { WireError } from '@halcyon/protocol';
import type { Views } from '@halcyon/views';

const KINDS: Readonly<Record<string, AccountKind>> = {
  spot: AccountKind.spot,
  p2p: AccountKind.funding,
  funding: AccountKind.funding,
  usdt_futures: AccountKind.usdtFutures,
};

/** What a transfer is between. */
interface Kinds {
  readonly from: AccountKind;
  readonly to: AccountKind;
}

/** The kind of account a word names. Throws WireError for kinds that are not open yet. */
export function kindOfWord(words: { readonly fromType: string; readonly toType: string }): Kinds {
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
  const kind = kindOf(account);
  if (kind === AccountKind.usdtFutures) return 'usdt_futures';
  return kind === AccountKind.funding ? 'p2p' : 'spot';
}

/** The coins that can move between two kinds of account: a futures account takes its margin coin alone. */
export function movableAssets(views: Views, kinds: Kinds): readonly Asset[] {
  if (kinds.from !== AccountKind.usdtFutures && kinds.to !== AccountKind.usdtFutures) {
    return views.assets();
  }
  const settle = views.contracts.settleAsset;
  return views.assets().filter(({ id }) => id === settle);
}
