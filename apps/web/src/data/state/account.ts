/** Open orders, plans and balances of the signed-in person, kept live by the private stream. */

import { useEffect } from 'react';
import { venueKey } from '../../platform/simulation/venue.ts';
import { toText, WIDE_SCALE, wide } from '../decimal.ts';
import type { QueryClient } from '../query/query-client.ts';
import { useQuery, useQueryClient } from '../query/use-query.ts';
import { fetchAssets, fetchOpenOrders, fetchPlanOrders } from '../rest/trade.ts';
import type { AssetRow, PlanRow } from '../rest/types.ts';
import { privateLink } from '../ws/links.ts';
import type { ChannelArg, Push } from '../ws/messages.ts';
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

/** Open orders of all instruments, newest first. */
export function useOpenOrders() {
  return useAccountQuery<readonly Order[]>(KEYS.open, async () =>
    (await fetchOpenOrders()).map(fromUnfilled),
  );
}

/** Waiting plan orders. */
export function usePlanOrders() {
  return useAccountQuery<readonly PlanRow[]>(
    KEYS.plans,
    async () => (await fetchPlanOrders()).orderList,
  );
}

/** Balances by coin. */
export function useAssets() {
  return useAccountQuery<ReadonlyMap<string, AssetRow>>(KEYS.assets, async () => {
    const rows = await fetchAssets(false);
    return new Map(rows.map((row) => [row.coin.toUpperCase(), row]));
  });
}

const REFRESH_MS = 150;

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
  let timer = 0;
  return () => {
    if (timer !== 0) return;
    timer = window.setTimeout(() => {
      timer = 0;
      for (const key of [KEYS.open, KEYS.plans, KEYS.history, KEYS.fills, KEYS.notices]) {
        void client.invalidateQueries({ queryKey: key });
      }
    }, REFRESH_MS);
  };
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

/** Drops orders that a push says have ended, before the refetched list arrives. */
export function dropEnded(known: readonly Order[], rows: readonly unknown[]): readonly Order[] {
  const ended = new Set<string>();
  for (const row of rows) {
    if (typeof row !== 'object' || row === null) continue;
    const { orderId, status } = row as { orderId?: unknown; status?: unknown };
    if (typeof orderId === 'string' && ENDED.has(String(status))) ended.add(orderId);
  }
  return ended.size === 0 ? known : known.filter((order) => !ended.has(order.id));
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
  return rows.filter((row) => {
    const status = typeof row === 'object' && row !== null && 'status' in row ? row.status : '';
    return status === 'cancelled' || status === 'canceled';
  }).length;
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
    const onGap = () => void client.invalidateQueries({ queryKey: KEYS.all });
    const listen = (arg: Omit<ChannelArg, 'instType'>, onPush: (push: Push) => void) =>
      privateLink.subscribe({ instType: 'SPOT', ...arg }, { onPush, onGap });
    const stops = [
      listen({ channel: 'account', coin: 'default' }, (push) => {
        client.setQueryData<ReadonlyMap<string, AssetRow>>(KEYS.assets, (known) =>
          // Before the first read a push of changed coins would look like the whole account.
          known === undefined ? undefined : mergeAssets(known, push.data),
        );
      }),
      listen({ channel: 'orders', instId: 'default' }, (push) => {
        client.setQueryData<readonly Order[]>(KEYS.open, (known) =>
          known === undefined ? undefined : dropEnded(known, push.data),
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
