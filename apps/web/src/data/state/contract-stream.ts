/** The private stream of a futures account: keeps its queries live, and tells of fills. */

import { useEffect } from 'react';
import { useQueryClient } from '../query/use-query.ts';
import type { PositionRow } from '../rest/positions.ts';
import { privateLink } from '../ws/links.ts';
import type { ChannelArg, Push } from '../ws/messages.ts';
import { makeCatchUp, makeRefresh } from './account-stream.ts';
import { buys, FUTURES_KEYS, type Position, toPosition } from './positions.ts';
import { INST_TYPES } from './product.ts';
import { useSession } from './session.ts';

/** Settings and the index are told by no channel. */
const ACCOUNT_EVERY_MS = 15_000;

/** What a change of an order or a position touches. */
const TOUCHED = [
  FUTURES_KEYS.orders,
  FUTURES_KEYS.plans,
  FUTURES_KEYS.history,
  FUTURES_KEYS.fills,
  FUTURES_KEYS.closed,
  FUTURES_KEYS.funding,
  FUTURES_KEYS.liquidations,
];

/** What a change of prices touches too. */
const REVALUED = [FUTURES_KEYS.assets, FUTURES_KEYS.ranks, FUTURES_KEYS.account];

/** A fill of a contract, as the stream tells it. */
export interface ContractFillNote {
  readonly orderId: string;
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly tradeSide: string;
  readonly size: string;
  readonly price: string;
}

function toNote(row: unknown): ContractFillNote {
  const fill = row as Readonly<Record<string, string | undefined>>;
  const tradeSide = fill['tradeSide'] ?? '';
  const posMode = fill['posMode'] === 'hedge_mode' ? 'hedge_mode' : 'one_way_mode';
  const side = fill['side'] === 'buy' ? 'buy' : 'sell';
  return {
    orderId: fill['orderId'] ?? '',
    symbol: fill['symbol'] ?? '',
    side: buys({ side, posMode, tradeSide }) ? 'buy' : 'sell',
    tradeSide,
    size: fill['baseVolume'] ?? '0',
    price: fill['price'] ?? '0',
  };
}

/** Keeps a futures account live while mounted. @param onFills must stay the same between renders */
export function useFuturesStream(onFills: (fills: readonly ContractFillNote[]) => void): void {
  const { user } = useSession();
  const client = useQueryClient();
  const uid = user?.uid;
  useEffect(() => {
    if (uid === undefined) return;
    const touch = makeRefresh(client, TOUCHED);
    const revalue = makeRefresh(client, REVALUED);
    const refresh = () => {
      touch();
      revalue();
    };
    const again = makeCatchUp(client, FUTURES_KEYS.all);
    const every = window.setInterval(() => {
      if (document.hidden) return;
      void client.invalidateQueries({ queryKey: FUTURES_KEYS.account });
    }, ACCOUNT_EVERY_MS);
    const listen = (arg: Omit<ChannelArg, 'instType'>, onPush: (push: Push) => void) =>
      privateLink.subscribe({ instType: INST_TYPES.futures, ...arg }, { onPush, onBegun: again });
    const each = { instId: 'default' };
    const stops = [
      listen({ channel: 'positions', ...each }, (push) => {
        const rows = (push.data as readonly PositionRow[]).map(toPosition);
        client.setQueryData<readonly Position[]>(FUTURES_KEYS.positions, rows);
        revalue();
      }),
      listen({ channel: 'orders', ...each }, refresh),
      listen({ channel: 'orders-algo', ...each }, refresh),
      listen({ channel: 'account', coin: 'default' }, revalue),
      listen({ channel: 'fill', ...each }, (push) => {
        refresh();
        onFills(push.data.map(toNote));
      }),
    ];
    return () => {
      for (const stop of stops) stop();
      clearInterval(every);
    };
  }, [uid, client, onFills]);
}
