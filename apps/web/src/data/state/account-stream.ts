/** The private stream of the signed-in person's account: keeps its queries live, and tells of its events. */

import type { ChannelArg, Push } from '@halcyon/client/streams';
import { NOTICES_CHANNEL } from '@halcyon/domain/web';
import type { ChannelRow } from '@halcyon/protocol/web';
import { useEffect } from 'react';
import type { QueryKey } from '../query/query.ts';
import type { QueryClient } from '../query/query-client.ts';
import { useQueryClient } from '../query/use-query.ts';
import type { AssetRow } from '../rest/types.ts';
import { privateLink } from '../ws/links.ts';
import { dropOrders, KEYS, type KeptOrders } from './account.ts';
import { gathered } from './gather.ts';
import { useSession } from './session.ts';

const REFRESH_MS = 150;
/** Between the beginning of a stream and the read of what came before it. */
const BEGIN_MS = 30;

export type OrderRows = readonly ChannelRow<'SPOT', 'orders'>[];
export type FillRows = readonly ChannelRow<'SPOT', 'fill'>[];

/** Gathers fills for a moment: an order that goes through many levels is one piece of news. */
function makeTeller(tell: (rows: FillRows) => void) {
  let timer = 0;
  let waiting: FillRows[number][] = [];
  const notifyAll = () => {
    timer = 0;
    tell(waiting);
    waiting = [];
  };
  const note = (rows: FillRows) => {
    waiting.push(...rows);
    if (timer === 0) timer = window.setTimeout(notifyAll, REFRESH_MS);
  };
  return { note, stop: () => clearTimeout(timer) };
}

/** What a change of an order can touch. */
const TOUCHED = [KEYS.open, KEYS.plans, KEYS.parents, KEYS.history, KEYS.fills];
/** Many orders of a program are counted together, ms. */
const NOTICES_MS = 250;

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
  rows: readonly AssetRow[],
): ReadonlyMap<string, AssetRow> {
  const next = new Map(known);
  for (const row of rows) next.set(row.coin, row);
  return next;
}

/** Drops orders that a push says have ended. */
export function dropEnded(
  known: KeptOrders,
  rows: readonly Pick<OrderRows[number], 'orderId' | 'status'>[],
): KeptOrders {
  const ended = rows.filter(hasEnded);
  return dropOrders(known, new Set(ended.map(({ orderId }) => orderId)));
}

/** Who is told of the account's events, with rows of the stream. Both must stay the same between renders. */
export interface AccountListener {
  /** What was filled within a short while. */
  readonly onFills: (rows: FillRows) => void;
  /** Orders as they change, before their fills. */
  readonly onOrders: (rows: OrderRows) => void;
}

/** Whether an order of a push, of spot or margin, has ended. */
export function hasEnded(row: Pick<OrderRows[number], 'status'>): boolean {
  return row.status === 'filled' || isCancelled(row);
}

/** Whether an order was cancelled, in part or whole. */
export function isCancelled({ status }: Pick<OrderRows[number], 'status'>): boolean {
  return status === 'canceled';
}

/** Keeps the account's queries live while mounted and tells of its events. */
export function useAccountStream({ onFills, onOrders }: AccountListener): void {
  const { user } = useSession();
  const client = useQueryClient();
  const uid = user?.uid;
  useEffect(() => {
    if (uid === undefined) return;
    const refresh = makeRefresh(client, TOUCHED);
    const teller = makeTeller(onFills);
    const again = makeCatchUp(client, KEYS.all);
    const listen = <C extends string>(
      arg: Omit<ChannelArg, 'instType'> & { readonly channel: C },
      onPush: (push: Push<ChannelRow<'SPOT', C>>) => void,
    ) => privateLink.subscribe({ instType: 'SPOT', ...arg }, { onPush, onBegun: again });
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
        onOrders(push.data);
      }),
      listen({ channel: NOTICES_CHANNEL }, makeRefresh(client, [KEYS.notices], NOTICES_MS)),
      listen({ channel: 'orders-algo', instId: 'default' }, refresh),
      listen({ channel: 'orders-parent', instId: 'default' }, refresh),
      listen({ channel: 'fill', instId: 'default' }, (push) => {
        refresh();
        teller.note(push.data);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
      teller.stop();
    };
  }, [uid, client, onFills, onOrders]);
}
