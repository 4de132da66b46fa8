/** The private stream of a futures account: keeps its queries live, and tells of fills. */

import type { ChannelArg, Push } from '@halcyon/client/streams';
import type { ChannelRow } from '@halcyon/protocol/web';
import { useEffect } from 'react';
import { useQueryClient } from '../query/use-query.ts';
import type { PositionMarginMode } from '../rest/types.ts';
import { privateLink } from '../ws/links.ts';
import { makeCatchUp, makeRefresh } from './account-stream.ts';
import { buys, FUTURES_KEYS } from './positions.ts';
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
const REVALUED = [FUTURES_KEYS.assets, FUTURES_KEYS.ranks];
/** All figures of a page are of the account: others may join its read, but not for long. */
const ACCOUNT_WAIT_MS = 30;

type RowOf<C extends string> = ChannelRow<'USDT-FUTURES', C>;

/** A fill of a contract, as the stream reports it. */
export interface ContractFillNote
  extends Pick<RowOf<'fill'>, 'orderId' | 'symbol' | 'side' | 'tradeSide' | 'price'> {
  readonly size: string;
}

function toNote(fill: RowOf<'fill'>): ContractFillNote {
  const { orderId, symbol, tradeSide, price, baseVolume } = fill;
  const side = buys(fill) ? 'buy' : 'sell';
  return { orderId, symbol, side, tradeSide, price, size: baseVolume };
}

/** What can be liquidated of an open position, as the stream reports it. */
export interface PositionNote {
  readonly symbol: string;
  readonly mode: PositionMarginMode;
  readonly margin: string;
  /** 1 is where it is liquidated. */
  readonly marginRatio: string;
}

function toPositionNote(position: RowOf<'positions'>): PositionNote {
  const { instId, marginMode, marginSize, marginRate } = position;
  return { symbol: instId, mode: marginMode, margin: marginSize, marginRatio: marginRate };
}

/** Who is told of a futures account. Both must stay the same between renders. */
export interface FuturesListener {
  readonly onFills: (fills: readonly ContractFillNote[]) => void;
  /** All that are open: when the stream begins, with each change, and about once a second as prices move. */
  readonly onPositions: (positions: readonly PositionNote[]) => void;
}

/** Keeps a futures account live while mounted. */
export function useFuturesStream({ onFills, onPositions }: FuturesListener): void {
  const { user } = useSession();
  const client = useQueryClient();
  const uid = user?.uid;
  useEffect(() => {
    if (uid === undefined) return;
    const touch = makeRefresh(client, TOUCHED);
    const rank = makeRefresh(client, REVALUED);
    const readAccount = makeRefresh(client, [FUTURES_KEYS.account], ACCOUNT_WAIT_MS);
    const revalue = () => {
      readAccount();
      rank();
    };
    const refresh = () => {
      touch();
      revalue();
    };
    const again = makeCatchUp(client, FUTURES_KEYS.all);
    const every = window.setInterval(() => {
      if (document.hidden) return;
      void client.invalidateQueries({ queryKey: FUTURES_KEYS.account });
    }, ACCOUNT_EVERY_MS);
    const listen = <C extends string>(
      arg: Omit<ChannelArg, 'instType'> & { readonly channel: C },
      onPush: (push: Push<RowOf<C>>) => void,
    ) =>
      privateLink.subscribe({ instType: INST_TYPES.futures, ...arg }, { onPush, onBegun: again });
    const each = { instId: 'default' };
    const stops = [
      listen({ channel: 'positions', ...each }, (push) => {
        revalue();
        onPositions(push.data.map(toPositionNote));
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
  }, [uid, client, onFills, onPositions]);
}
