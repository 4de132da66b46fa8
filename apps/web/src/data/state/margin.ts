/**
 * The margin accounts of the signed-in person, as the engine reckons with them. All figures that come
 * of them are those of `@halcyon/domain`.
 */

import {
  coinDivisor,
  crossRisk,
  type LendingTerms,
  type MarginHoldings,
  mostBorrowable,
  type PricedCoin,
  pairRisk,
  spareUnits,
} from '@halcyon/domain';
import type {
  LentCoin,
  MarginAccountRead,
  MarginBalance,
  MarginKind,
  MarginPair,
  MarginPocket,
} from '@halcyon/domain/web';
import { useMemo } from 'react';
import { parseTruncated, toText } from '../decimal.ts';
import { useQuery } from '../query/use-query.ts';
import { fetchMarginAccount, fetchMarginFills } from '../rest/margin.ts';
import { KEYS, useAccountQuery } from './account.ts';
import { type MarginIndices, useMarginIndices } from './margin-index.ts';
import { useSession } from './session.ts';

const OF_MARGIN = [...KEYS.all, 'margin'] as const;

/** Keys of what margin accounts have; they go with the account's own. */
export const MARGIN_KEYS = {
  all: OF_MARGIN,
  account: [...OF_MARGIN, 'account'],
  orders: KEYS.marginOrders,
  fills: [...OF_MARGIN, 'fills'],
  liquidations: [...OF_MARGIN, 'liquidations'],
} as const;

/** Pools and rates change with no news of the account. */
const ACCOUNT_EVERY_MS = 15_000;
const FILLS = 100;

/** A coin of an account. */
export interface MarginCoin extends PricedCoin {
  readonly coin: string;
  /** Decimals of its amounts. */
  readonly digits: number;
  /** Units: available, in orders, owed without interest, interest that is owed. */
  readonly available: number;
  readonly inOrders: number;
  readonly principal: number;
  readonly interest: number;
  readonly lent: LentCoin;
}

/** What is liquidated as one, with what its figures need. */
export interface MarginPlace extends MarginHoldings<MarginCoin> {
  readonly kind: MarginKind;
  /** The pair with isolated margin; '' with cross margin. */
  readonly symbol: string;
  /** The coin of all values, and their decimals. */
  readonly settle: { readonly coin: string; readonly scale: number };
  readonly level: number;
  readonly feePpm: number;
}

/** An account with its pockets. */
export interface MarginAccountState {
  readonly read: MarginAccountRead;
  readonly places: readonly MarginPlace[];
}

const NOTHING: Omit<MarginBalance, 'coin'> = {
  available: 0,
  inOrders: 0,
  principal: 0,
  interest: 0,
};

/** A lent coin at the price of the stream; that of the read where the stream has told none. */
function atIndex(lent: LentCoin, indices: MarginIndices): LentCoin {
  const live = Number(parseTruncated(indices.get(lent.market) ?? '', lent.priceScale) ?? 0n);
  return live === 0 ? lent : { ...lent, index: live };
}

function coinOf(lent: LentCoin, balance: MarginBalance, pair: MarginPair | undefined): MarginCoin {
  const { available, inOrders, principal, interest } = balance;
  const { coin, scale, priceScale, index, terms } = lent;
  const [ofBase, ofQuote] = pair === undefined ? [] : pairRisk(pair.terms);
  const ofPair = coin === pair?.base ? ofBase : ofQuote;
  return {
    coin,
    digits: scale,
    available,
    inOrders,
    principal,
    interest,
    held: available + inOrders,
    debt: principal + interest,
    risk: ofPair ?? crossRisk(terms),
    scale: { price: index, divisor: coinDivisor(scale, priceScale) },
    lent,
  };
}

/** A pocket with every coin that it may have; what its orders may do names coins by their places. */
function placeOf(read: MarginAccountRead, { symbol, balances, moves }: MarginPocket): MarginPlace {
  const pair = read.pairs.find((one) => one.symbol === symbol);
  const others = read.coins.filter(
    ({ coin }) =>
      (pair === undefined || coin === pair.base || coin === pair.quote) &&
      !balances.some((own) => own.coin === coin),
  );
  const all = [...balances, ...others.map(({ coin }) => ({ coin, ...NOTHING }))];
  const coins = all.flatMap((balance): MarginCoin[] => {
    const lent = read.coins.find(({ coin }) => coin === balance.coin);
    return lent === undefined ? [] : [coinOf(lent, balance, pair)];
  });
  const { kind, coin, scale, level, feePpm } = read;
  return { kind, symbol, settle: { coin, scale }, level, feePpm, coins, moves };
}

/** What a read account is at the prices of the stream. */
export function marginAccountState(
  given: MarginAccountRead,
  indices: MarginIndices = new Map(),
): MarginAccountState {
  const read = { ...given, coins: given.coins.map((lent) => atIndex(lent, indices)) };
  return { read, places: read.pockets.map((pocket) => placeOf(read, pocket)) };
}

/** By what a coin of an account is lent. */
export function lendingOf(
  { level }: Pick<MarginPlace, 'level'>,
  { lent }: MarginCoin,
): LendingTerms {
  return { terms: lent.terms, rate: lent.ratePpm, lent: lent.lent, unlent: lent.unlent, level };
}

/** Whether a coin has no price to act on: of those that an account has, owes, or is to borrow. */
export function isStuck({ coins }: MarginPlace, borrowed = ''): boolean {
  return coins.some(
    ({ lent, held, debt, coin }) => lent.stale && (held > 0 || debt > 0 || coin === borrowed),
  );
}

/** Units of a coin as text. */
export function coinText({ digits }: Pick<MarginCoin, 'digits'>, units: number): string {
  return toText(BigInt(units), digits);
}

/** A coin of an account; undefined where it cannot have it. */
export function coinIn({ coins }: MarginPlace, coin: string): MarginCoin | undefined {
  return coins.find((own) => own.coin === coin);
}

/** Units of a coin that may be borrowed now, as the server says; 0 where the smallest loan is larger. */
export function borrowable(place: MarginPlace, own: MarginCoin): number {
  if (isStuck(place, own.coin)) return 0;
  return mostBorrowable(place, place.coins.indexOf(own), lendingOf(place, own));
}

/** Units of a coin that may be transferred out now. */
export function transferable(place: MarginPlace, own: MarginCoin): number {
  if (place.coins.some(({ debt }) => debt > 0) && isStuck(place)) return 0;
  return spareUnits(place, place.coins.indexOf(own), own.available);
}

/**
 * The account; undefined until it is known, and for nobody.
 * @param symbol of this pair alone; '' = all
 */
export function useMarginAccount(kind: MarginKind, symbol = '', wanted = true) {
  const { user } = useSession();
  const asked = kind === 'crossed' ? '' : symbol;
  const query = useQuery({
    queryKey: [...MARGIN_KEYS.account, kind, asked],
    queryFn: () => fetchMarginAccount(kind, asked),
    enabled: user !== null && wanted,
    refetchInterval: ACCOUNT_EVERY_MS,
  });
  const read = user === null ? undefined : query.data;
  const indices = useMarginIndices(user !== null && wanted);
  const account = useMemo(
    () => (read === undefined ? undefined : marginAccountState(read, indices)),
    [read, indices],
  );
  return { account, error: query.error, refetch: query.refetch };
}

/** The cross account, or the pair of the isolated one; undefined until it is known. */
export function useMarginPlace(kind: MarginKind, symbol: string, wanted = true) {
  const { account, error, refetch } = useMarginAccount(kind, symbol, wanted);
  return { place: account?.places[0], read: account?.read, error, refetch };
}

/** The newest fills of a pair. */
export function useMarginFills(kind: MarginKind, symbol: string) {
  return useAccountQuery([...MARGIN_KEYS.fills, kind, symbol], () =>
    fetchMarginFills(kind, symbol, FILLS),
  );
}
