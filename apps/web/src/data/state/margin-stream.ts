/** The private streams of the margin accounts: keep their queries live, and tell of orders and debts. */

import { MARGIN_KINDS, type MarginKind } from '@halcyon/domain/web';
import type { ChannelRow } from '@halcyon/protocol/web';
import { useEffect, useState } from 'react';
import { wide } from '../decimal.ts';
import { useQueryClient } from '../query/use-query.ts';
import { privateLink } from '../ws/links.ts';
import { KEYS } from './account.ts';
import { makeCatchUp, makeRefresh } from './account-stream.ts';
import { useSession } from './session.ts';

const OF_MARGIN = [...KEYS.all, 'margin'] as const;

type OrderRow = ChannelRow<'MARGIN', `orders-${MarginKind}`>;

/** A change of an order, as the stream reports it; amounts are all of the order. */
export interface MarginOrderNote
  extends Pick<OrderRow, 'orderId' | 'symbol' | 'side' | 'orderType' | 'status'> {
  readonly size: string;
  readonly price: string;
}

function toOrderNote({ baseVolume, fillPrice, ...row }: OrderRow): MarginOrderNote {
  return { ...row, size: baseVolume, price: fillPrice };
}

type Debt = Pick<
  ChannelRow<'MARGIN', `account-${MarginKind}`>,
  'coin' | 'borrow' | 'interest' | 'symbol'
>;

/** Takes the rows of a push of balances into what is known to be owed, by pair and coin. */
export function withDebts(known: ReadonlySet<string>, rows: readonly Debt[]): ReadonlySet<string> {
  const next = new Set(known);
  for (const { symbol = '', coin, borrow, interest } of rows) {
    const key = `${symbol} ${coin}`;
    if (wide(borrow) + wide(interest) > 0n) next.add(key);
    else next.delete(key);
  }
  return next;
}

const NONE: ReadonlySet<string> = new Set();

/** Keeps margin accounts live while mounted. @param onOrders must stay the same between renders */
export function useMarginStream(onOrders: (notes: readonly MarginOrderNote[]) => void) {
  const { user } = useSession();
  const client = useQueryClient();
  const uid = user?.uid;
  const [debts, setDebts] = useState<Readonly<Record<MarginKind, ReadonlySet<string>>>>({
    crossed: NONE,
    isolated: NONE,
  });
  useEffect(() => {
    if (uid === undefined) return;
    const refresh = makeRefresh(client, [OF_MARGIN]);
    const onBegun = makeCatchUp(client, OF_MARGIN);
    const stops = MARGIN_KINDS.flatMap((kind) => [
      privateLink.subscribe(
        { instType: 'MARGIN', channel: `account-${kind}`, coin: 'default' },
        {
          onBegun,
          onPush: ({ data }) => {
            refresh();
            setDebts((before) => ({ ...before, [kind]: withDebts(before[kind], data) }));
          },
        },
      ),
      privateLink.subscribe(
        { instType: 'MARGIN', channel: `orders-${kind}`, instId: 'default' },
        {
          onBegun,
          onPush: ({ data }) => {
            refresh();
            onOrders(data.map(toOrderNote));
          },
        },
      ),
    ]);
    return () => {
      for (const stop of stops) stop();
      setDebts({ crossed: NONE, isolated: NONE });
    };
  }, [uid, client, onOrders]);
  return { crossed: debts.crossed.size > 0, isolated: debts.isolated.size > 0 };
}
