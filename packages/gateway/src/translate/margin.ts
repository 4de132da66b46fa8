/** What requests about margin accounts name: an account with its pair, a coin that it may have. */
import {
  AccountKind,
  type Asset,
  accountOf,
  type Instrument,
  type InstrumentId,
  NO_PAIR,
} from '@halcyon/domain';
import { type MarginWord, WireError } from '@halcyon/protocol';
import type { Views } from '@halcyon/views';
import type { Caller } from '../auth/authenticate.ts';
import { assetOf, instrumentOf, knownAsset } from '../http/context.ts';

/** A cross margin account, or a pair of an isolated one. */
export interface MarginAccountRef {
  readonly account: number;
  /** NO_PAIR with cross margin. */
  readonly instrument: InstrumentId;
}

/** The caller's margin account of a kind. */
export function marginAccount(kind: MarginWord, { user }: Pick<Caller, 'user'>): number {
  const { crossMargin, isolatedMargin } = AccountKind;
  return accountOf(user, kind === 'crossed' ? crossMargin : isolatedMargin);
}

/** The pair of a symbol. Throws WireError where it has no isolated margin. */
export function marginPair(views: Views, symbol: string | undefined): Instrument {
  if (symbol === undefined) throw new WireError('fieldMissing', { field: 'symbol' });
  const instrument = instrumentOf(views, symbol);
  if (views.loans.pair(instrument.id) === undefined) {
    throw new WireError('noMarginPair', { value: symbol, kind: 'isolated' });
  }
  return instrument;
}

/** The pair of an order of a kind of account. Throws WireError where it is not traded there. */
export function tradedPair(views: Views, kind: MarginWord, symbol: string): Instrument {
  if (kind === 'isolated') return marginPair(views, symbol);
  const instrument = instrumentOf(views, symbol);
  const { base, quote } = instrument;
  const lent = [base, quote].every((asset) => views.loans.coin(asset) !== undefined);
  if (!lent) throw new WireError('noMarginPair', { value: symbol, kind: 'cross' });
  return instrument;
}

/** What a request of a kind is about. */
export function placeOf(
  views: Views,
  kind: MarginWord,
  caller: Pick<Caller, 'user'>,
  { symbol }: { readonly symbol?: string },
): MarginAccountRef {
  const account = marginAccount(kind, caller);
  const instrument = kind === 'crossed' ? NO_PAIR : marginPair(views, symbol).id;
  return { account, instrument };
}

/** A coin that may be in such a place. Throws WireError for others. */
export function marginCoin(views: Views, { instrument }: MarginAccountRef, code: string): Asset {
  const asset = assetOf(views, code);
  const pair = instrument === NO_PAIR ? null : views.loans.pair(instrument);
  const isOf = pair == null || asset.id === pair.base || asset.id === pair.quote;
  if (!isOf || views.loans.coin(asset.id) === undefined) {
    throw new WireError('noMarginCoin', { value: code });
  }
  return asset;
}

/** Base and quote coin of a pair. */
export function coinsOf(views: Views, { base, quote }: Instrument): [Asset, Asset] {
  return [knownAsset(views, base), knownAsset(views, quote)];
}

/** The pair of a row, where it has one. */
export function pairOfRow(views: Views, instrument: InstrumentId): { symbol?: string } {
  if (instrument === NO_PAIR) return {};
  return { symbol: views.instrument(instrument)?.symbol ?? '' };
}
