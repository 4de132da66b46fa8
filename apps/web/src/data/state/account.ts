/** Open orders, plans and balances of the signed-in person. */

import {
  MARGIN_LISTS,
  type MarginKind,
  type OpenListName,
  type OpenOrderPage,
} from '@halcyon/domain/web';
import type { OpenOrderRows } from '@halcyon/protocol/web';
import { useMemo } from 'react';
import { venueKey } from '../../platform/simulation/venue.ts';
import type { QueryClient } from '../query/query-client.ts';
import { type CursorPage, type LoadedPages, type PagedList, usePages } from '../query/use-pages.ts';
import { useQuery } from '../query/use-query.ts';
import { fetchOpen } from '../rest/orders.ts';
import { fetchAssets, fetchFunding } from '../rest/trade.ts';
import type { AssetRow, FundingRow, PlanRow } from '../rest/types.ts';
import { fromUnfilled, type Order } from './orders.ts';
import { useSession } from './session.ts';

/** Keys of the account's queries; all start with the venue and `account`. */
export const KEYS = {
  all: venueKey('account'),
  open: venueKey('account', 'open'),
  plans: venueKey('account', 'plans'),
  parents: venueKey('account', 'parents'),
  assets: venueKey('account', 'assets'),
  funding: venueKey('account', 'funding'),
  history: venueKey('account', 'history'),
  fills: venueKey('account', 'fills'),
  notices: venueKey('account', 'notices'),
  marginOrders: venueKey('account', 'margin', 'orders'),
} as const;

/** A query that runs only while somebody is signed in. */
export function useAccountQuery<T>(key: readonly unknown[], read: () => Promise<T>) {
  const { user } = useSession();
  return useQuery({
    queryKey: key,
    queryFn: read,
    enabled: user !== null,
    staleTime: 30_000,
  });
}

/** A list of the account, newest first. @param read the page behind a cursor; '' = the first */
export function usePagedList<T, P extends CursorPage<T>>(
  key: readonly unknown[],
  read: (before: string) => Promise<P>,
  wanted = true,
): PagedList<T, P> {
  const { user } = useSession();
  const enabled = user !== null && wanted;
  return usePages<T, P>({ queryKey: key, read, enabled, staleTime: 30_000 });
}

/** A list of what has not ended. */
export interface OpenList<T> extends PagedList<T> {
  /** How many there are of all pairs; undefined until it is known. */
  readonly total: number | undefined;
}

/**
 * The rows of one pair, or of all. As long as one page holds everything a pair's rows are taken from
 * it; else they are asked for on their own, so that none is missed.
 */
export function useOpenList<List extends OpenListName, T extends { readonly symbol: string }>(
  key: readonly unknown[],
  list: List,
  from: (row: OpenOrderRows[List]) => T,
  symbol: string,
): OpenList<T> {
  const read = (ofSymbol: string) => async (before: string) => {
    const page = await fetchOpen({ list, symbol: ofSymbol, before });
    return { ...page, rows: page.rows.map(from) };
  };
  const all = usePagedList<T, OpenOrderPage<T>>(key, read(''));
  const apart = symbol !== '' && all.more !== undefined;
  const own = usePagedList<T, OpenOrderPage<T>>([...key, symbol], read(symbol), apart);
  const rows = useMemo(
    () => (symbol === '' ? all.rows : all.rows.filter((row) => row.symbol === symbol)),
    [all.rows, symbol],
  );
  const total = all.last?.total;
  return apart ? { ...own, total } : { ...all, rows, total };
}

/**
 * Open orders, newest first.
 * @param symbol of this pair alone; '' = of all
 * @param margin of this margin account; null = of spot
 */
export function useOpenOrders(symbol = '', margin: MarginKind | null = null): OpenList<Order> {
  const key = margin === null ? KEYS.open : [...KEYS.marginOrders, margin];
  const list = margin === null ? 'book' : MARGIN_LISTS[margin];
  return useOpenList(key, list, fromUnfilled, symbol);
}

/** Waiting plan orders, newest first. @param symbol of this pair alone; '' = of all */
export function usePlanOrders(symbol = ''): OpenList<PlanRow> {
  return useOpenList(KEYS.plans, 'plans', asItIs<PlanRow>, symbol);
}

/** Of a list whose rows are used as they come. */
export function asItIs<T>(row: T): T {
  return row;
}

/** Balances by coin. */
export function useAssets() {
  return useAccountQuery<ReadonlyMap<string, AssetRow>>(KEYS.assets, async () => {
    const rows = await fetchAssets(false);
    return new Map(rows.map((row) => [row.coin.toUpperCase(), row]));
  });
}

/** What the funding account holds, by coin. */
export function useFunding() {
  return useAccountQuery<readonly FundingRow[]>(KEYS.funding, fetchFunding);
}

/** Pages of open orders as they are kept. */
export type KeptOrders = LoadedPages<OpenOrderPage<Order>>;

/** Drops orders that have ended, before the refetched list arrives. */
export function dropOrders(known: KeptOrders, ended: ReadonlySet<string>): KeptOrders {
  const dropped = known.pages.reduce(
    (sum, page) => sum + page.rows.filter((order) => ended.has(order.id)).length,
    0,
  );
  if (dropped === 0) return known;
  const pages = known.pages.map((page) => ({
    ...page,
    total: page.total - dropped,
    rows: page.rows.filter((order) => !ended.has(order.id)),
  }));
  return { ...known, pages };
}

/** Drops an order that was cancelled from every list that is kept. */
export function forgetOrder(client: QueryClient, id: string): void {
  const ended = new Set([id]);
  client.setQueriesData<KeptOrders>({ queryKey: KEYS.open }, (known) => dropOrders(known, ended));
}
