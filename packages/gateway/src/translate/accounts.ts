/** Kinds of account on the wire. */
import {
  type AccountId,
  AccountKind,
  type Asset,
  type AssetId,
  type Instrument,
  kindOf,
} from '@halcyon/domain';
import type { FamilyAccount } from '@halcyon/domain/web';
import { WireError } from '@halcyon/protocol';
import type { Views } from '@halcyon/views';

const KINDS: Readonly<Record<string, AccountKind>> = {
  spot: AccountKind.spot,
  p2p: AccountKind.funding,
  funding: AccountKind.funding,
  usdt_futures: AccountKind.usdtFutures,
  crossed_margin: AccountKind.crossMargin,
  isolated_margin: AccountKind.isolatedMargin,
};

/** What a transfer is between. */
interface Kinds {
  readonly from: AccountKind;
  readonly to: AccountKind;
}

/** What a transfer names. */
type KindWords = Readonly<Record<'fromType' | 'toType', string>>;

/** The two kinds of account of one user. Throws WireError for kinds that are not open, or the same. */
export function kindOfWord(words: KindWords): Kinds {
  const kinds = kindsOf(words);
  if (kinds.from === kinds.to) throw new WireError('sameAccount');
  return kinds;
}

/** The kinds of account of two users. Throws WireError for kinds that are not open. */
export function kindsOf(words: KindWords): Kinds {
  const from = KINDS[words.fromType];
  const to = KINDS[words.toType];
  if (from === undefined || to === undefined) throw new WireError('transferKinds', words);
  return { from, to };
}

/** The kind of account a word names; null for kinds that are not open yet. */
export function openKind(word: string): AccountKind | null {
  return KINDS[word] ?? null;
}

/** The word of an account's kind. */
export function kindWord(account: AccountId): FamilyAccount {
  return WORDS[kindOf(account)] ?? 'spot';
}

const WORDS: Readonly<Partial<Record<AccountKind, FamilyAccount>>> = {
  [AccountKind.funding]: 'p2p',
  [AccountKind.usdtFutures]: 'usdt_futures',
  [AccountKind.crossMargin]: 'crossed_margin',
  [AccountKind.isolatedMargin]: 'isolated_margin',
};

/**
 * The coins that can move between two kinds of account: a futures account takes its margin coin alone,
 * margin accounts what is lent, of a pair its two coins.
 * @param pair of an isolated margin account, where it is known
 */
export function movableAssets(views: Views, kinds: Kinds, pair?: Instrument): readonly Asset[] {
  const takes = [kinds.from, kinds.to].map((kind) => takenBy(views, kind, pair));
  return views.assets().filter(({ id }) => takes.every((isTaken) => isTaken(id)));
}

/** Whether an account of a kind takes an asset. */
function takenBy(views: Views, kind: AccountKind, pair?: Instrument): (asset: AssetId) => boolean {
  switch (kind) {
    case AccountKind.usdtFutures: {
      const settle = views.contracts.settleAsset;
      return (asset) => asset === settle;
    }
    case AccountKind.crossMargin:
      return (asset) => views.loans.coin(asset) !== undefined;
    case AccountKind.isolatedMargin: {
      const coins = pair === undefined ? views.loans.pairs() : [pair];
      return (asset) => coins.some(({ base, quote }) => asset === base || asset === quote);
    }
    default:
      return () => true;
  }
}
