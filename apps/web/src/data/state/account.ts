/** Open orders, plans and balances of the signed-in person, kept live by the private stream. */

import type { OpenOrderPage } from '@halcyon/domain/web';
import { useEffect, useMemo } from 'react';
import { venueKey } from '../../platform/simulation/venue.ts';
import { toText, WIDE_SCALE, wide } from '../decimal.ts';
import type { QueryClient } from '../query/query-client.ts';
import { type Page, type PagedList, type Pages, usePages } from '../query/use-pages.ts';
import { useQuery, useQueryClient } from '../query/use-query.ts';
import { fetchOpen, type OpenQuery } from '../rest/orders.ts';
import { fetchAssets } from '../rest/trade.ts';
import type { AssetRow, PlanRow, UnfilledRow } from '../rest/types.ts';
import { privateLink } from '../ws/links.ts';
import type { ChannelArg, Push } from '../ws/messages.ts';
import { gathered } from './gather.ts';
import { fromUnfilled, type Order } from './orders.ts';
import { useSession } from './session.ts';

/** Keys of the account's queries; all start with the venue and `account`. */
export const KEYS = {
  all: venueKey('account'),
  open: venueKey('account', 'open'),
  plans: venueKey('account', 'plans'),
  assets: venueKey('account', 'assets'),
  history: venueKey('account', 'history'),
  fills: venueKey('account', 'fills'),
  notices: venueKey('account', 'notices'),
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
export function usePagedList<T, P extends Page<T>>(
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
export function useOpenList<Row, T extends { readonly symbol: string }>(
  key: readonly unknown[],
  list: OpenQuery['list'],
  from: (row: Row) => T,
  symbol: string,
): OpenList<T> {
  const read = (ofSymbol: string) => async (before: string) => {
    const page = await fetchOpen<Row>({ list, symbol: ofSymbol, before });
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

/** Open orders, newest first. @param symbol of this pair alone; '' = of all */
export function useOpenOrders(symbol = ''): OpenList<Order> {
  return useOpenList<UnfilledRow, Order>(KEYS.open, 'book', fromUnfilled, symbol);
}

/** Waiting plan orders, newest first. @param symbol of this pair alone; '' = of all */
export function usePlanOrders(symbol = ''): OpenList<PlanRow> {
  return useOpenList<PlanRow, PlanRow>(KEYS.plans, 'plans', asItIs, symbol);
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

const REFRESH_MS = 150;
/** Between the beginning of a stream and the read of what came before it. */
const BEGIN_MS = 30;

/** Gathers fills and tells them by order: one that goes through many levels is one piece of news. */
function makeTeller(tell: (note: FillNote) => void) {
  let timer = 0;
  let waiting: FillNote[] = [];
  const note = (notes: readonly FillNote[]) => {
    waiting.push(...notes);
    if (timer !== 0) return;
    timer = window.setTimeout(() => {
      timer = 0;
      const told = joinFills(waiting);
      waiting = [];
      for (const one of told) tell(one);
    }, REFRESH_MS);
  };
  return { note, stop: () => clearTimeout(timer) };
}

/** Asks for everything that a change of an order can touch, once per short while. */
function makeRefresh(client: QueryClient): () => void {
  return gathered(() => {
    for (const key of [KEYS.open, KEYS.plans, KEYS.history, KEYS.fills, KEYS.notices]) {
      void client.invalidateQueries({ queryKey: key });
    }
  }, REFRESH_MS);
}

/** Takes an account push into the cached balances. */
export function mergeAssets(
  known: ReadonlyMap<string, AssetRow>,
  rows: readonly unknown[],
): ReadonlyMap<string, AssetRow> {
  const next = new Map(known);
  for (const row of rows) {
    if (typeof row !== 'object' || row === null || !('coin' in row)) continue;
    const coin = String(row.coin).toUpperCase();
    next.set(coin, { ...(next.get(coin) ?? EMPTY_ASSET), ...row, coin });
  }
  return next;
}

const EMPTY_ASSET: AssetRow = { coin: '', available: '0', frozen: '0', locked: '0', uTime: '0' };
const ENDED = new Set(['filled', 'canceled', 'cancelled']);

/** Pages of open orders as they are kept. */
export type KeptOrders = Pages<OpenOrderPage<Order>>;

/** The ids of a push's orders that have ended. */
function endedIn(rows: readonly unknown[]): ReadonlySet<string> {
  const ended = new Set<string>();
  for (const row of rows) {
    if (typeof row !== 'object' || row === null) continue;
    const { orderId, status } = row as { orderId?: unknown; status?: unknown };
    if (typeof orderId === 'string' && ENDED.has(String(status))) ended.add(orderId);
  }
  return ended;
}

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

/** Drops orders that a push says have ended. */
export function dropEnded(known: KeptOrders, rows: readonly unknown[]): KeptOrders {
  return dropOrders(known, endedIn(rows));
}

/** Drops an order that was cancelled from every list that is kept. */
export function forgetOrder(client: QueryClient, id: string): void {
  const ended = new Set([id]);
  client.setQueriesData<KeptOrders>({ queryKey: KEYS.open }, (known) => dropOrders(known, ended));
}

/** A fill of the account, as the stream tells it, or all of one order within a short while. */
export interface FillNote {
  readonly orderId: string;
  readonly symbol: string;
  readonly side: string;
  readonly size: string;
  readonly price: string;
}

/** Who is told of the account's events. Both functions must stay the same between renders. */
export interface AccountListener {
  readonly onFill: (note: FillNote) => void;
  /** A market order has ended and nothing of it was filled. */
  readonly onUnfilled: (order: Pick<FillNote, 'symbol' | 'side'>) => void;
  /** An order has ended without being filled whole. */
  readonly onCancelled: () => void;
}

/** The fills of each order as one: the sizes together, at their average price. */
export function joinFills(notes: readonly FillNote[]): readonly FillNote[] {
  const orders = new Map<string, FillNote>();
  for (const note of notes) {
    const before = orders.get(note.orderId);
    orders.set(note.orderId, before === undefined ? note : joined(before, note));
  }
  return [...orders.values()];
}

function joined(a: FillNote, b: FillNote): FillNote {
  const [sizeA, sizeB] = [wide(a.size), wide(b.size)];
  const size = sizeA + sizeB;
  if (size === 0n) return a;
  const price = (wide(a.price) * sizeA + wide(b.price) * sizeB) / size;
  return { ...a, size: toText(size, WIDE_SCALE), price: toText(price, WIDE_SCALE) };
}

/** Market orders of a push that ended without a fill. */
export function unfilledIn(rows: readonly unknown[]): readonly Pick<FillNote, 'symbol' | 'side'>[] {
  return rows.flatMap((row) => {
    const order = (typeof row === 'object' && row !== null ? row : {}) as Record<string, unknown>;
    const ended = ENDED.has(String(order['status'])) && order['orderType'] === 'market';
    if (!ended || wide(String(order['accBaseVolume'] ?? '0')) !== 0n) return [];
    return [{ symbol: String(order['instId']), side: String(order['side']) }];
  });
}

/** How many orders of a push ended without being filled whole. */
export function cancelledIn(rows: readonly unknown[]): number {
  return rows.filter(isCancelled).length;
}

/** Whether a row is of an order that was cancelled; the wire has it in either spelling. */
export function isCancelled(row: unknown): boolean {
  const status = typeof row === 'object' && row !== null && 'status' in row ? row.status : '';
  return status === 'cancelled' || status === 'canceled';
}

/** Keeps the account's queries live while mounted and tells of its events. */
export function useAccountStream({ onFill, onUnfilled, onCancelled }: AccountListener): void {
  const { user } = useSession();
  const client = useQueryClient();
  const uid = user?.uid;
  useEffect(() => {
    if (uid === undefined) {
      client.removeQueries({ queryKey: KEYS.all });
      return;
    }
    const refresh = makeRefresh(client);
    const teller = makeTeller(onFill);
    // All channels of a link begin at once. What was read before may be older than their first push.
    const again = gathered(() => void client.invalidateQueries({ queryKey: KEYS.all }), BEGIN_MS);
    const listen = (arg: Omit<ChannelArg, 'instType'>, onPush: (push: Push) => void) =>
      privateLink.subscribe({ instType: 'SPOT', ...arg }, { onPush, onBegun: again });
    const stops = [
      listen({ channel: 'account', coin: 'default' }, (push) => {
        client.setQueryData<ReadonlyMap<string, AssetRow>>(KEYS.assets, (known) =>
          // Before the first read a push of changed coins would look like the whole account.
          known === undefined ? undefined : mergeAssets(known, push.data),
        );
      }),
      listen({ channel: 'orders', instId: 'default' }, (push) => {
        client.setQueriesData<KeptOrders>({ queryKey: KEYS.open }, (known) =>
          dropEnded(known, push.data),
        );
        refresh();
        if (cancelledIn(push.data) > 0) onCancelled();
        for (const order of unfilledIn(push.data)) onUnfilled(order);
      }),
      listen({ channel: 'orders-algo', instId: 'default' }, refresh),
      listen({ channel: 'fill', instId: 'default' }, (push) => {
        refresh();
        teller.note(push.data.map(toFillNote));
      }),
    ];
    return () => {
      for (const stop of stops) stop();
      teller.stop();
    };
  }, [uid, client, onFill, onUnfilled, onCancelled]);
}

function toFillNote(row: unknown): FillNote {
  const fill = (typeof row === 'object' && row !== null ? row : {}) as Record<string, unknown>;
  const text = (key: string) => String(fill[key] ?? '');
  return {
    orderId: text('orderId'),
    symbol: text('symbol'),
    side: text('side'),
    size: text('size'),
    price: text('priceAvg'),
  };
}
