/** The private stream of the signed-in person's account: keeps its queries live, and tells of its events. */

import { useEffect } from 'react';
import { toText, WIDE_SCALE, wide } from '../decimal.ts';
import type { QueryKey } from '../query/query.ts';
import type { QueryClient } from '../query/query-client.ts';
import { useQueryClient } from '../query/use-query.ts';
import type { AssetRow } from '../rest/types.ts';
import { privateLink } from '../ws/links.ts';
import type { ChannelArg, Push } from '../ws/messages.ts';
import { dropOrders, KEYS, type KeptOrders } from './account.ts';
import { gathered } from './gather.ts';
import { useSession } from './session.ts';

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

/** What a change of an order can touch. */
const TOUCHED = [KEYS.open, KEYS.plans, KEYS.history, KEYS.fills, KEYS.notices];

/**
 * Gives what is to be called when what these keys name may have changed: it is read again, once per
 * short while. A read that began after the last call is new enough.
 */
export function makeRefresh(
  client: QueryClient,
  keys: readonly QueryKey[],
  waitMs = REFRESH_MS,
): () => void {
  let asOf = 0;
  const read = gathered(() => {
    for (const queryKey of keys) void client.invalidateQueries({ queryKey, asOf });
  }, waitMs);
  return () => {
    asOf = performance.now();
    read();
  };
}

/**
 * Gives what is to be called when a stream begins: what was read before may be older than its first
 * push. All channels of a link begin at once.
 */
export function makeCatchUp(client: QueryClient, key: QueryKey): () => void {
  return makeRefresh(client, [key], BEGIN_MS);
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

/** Drops orders that a push says have ended. */
export function dropEnded(known: KeptOrders, rows: readonly unknown[]): KeptOrders {
  return dropOrders(known, endedIn(rows));
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
    if (uid === undefined) return;
    const refresh = makeRefresh(client, TOUCHED);
    const teller = makeTeller(onFill);
    const again = makeCatchUp(client, KEYS.all);
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
