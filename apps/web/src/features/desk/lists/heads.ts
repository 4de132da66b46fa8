/** What lists and records of orders, plans and fills call their columns: each is written once. */

import type { MessageId } from '../../../platform/locale/intl.tsx';

interface Head {
  readonly label: MessageId;
  /** Figures, at the end of their column. */
  readonly end?: true;
  /** When it goes where there is no room: see components/column-fit.ts. */
  readonly goes?: number;
}

const HEADS = {
  time: { label: 'orders.time' },
  pair: { label: 'orders.pair' },
  account: { label: 'marginPage.account' },
  kind: { label: 'order.kind' },
  side: { label: 'order.side' },
  trigger: { label: 'order.trigger', end: true },
  price: { label: 'order.price', end: true },
  execution: { label: 'order.execution', end: true },
  force: { label: 'order.force' },
  average: { label: 'orders.average', end: true },
  size: { label: 'order.size', end: true },
  filled: { label: 'orders.filled', end: true },
  children: { label: 'algo.openOrders', end: true },
  value: { label: 'order.total', end: true },
  fee: { label: 'orders.fee', end: true },
  profit: { label: 'positions.realised', end: true },
  role: { label: 'orders.role' },
  reduce: { label: 'positions.reduceOnly' },
  tpsl: { label: 'orders.tpsl', end: true },
  status: { label: 'orders.status' },
  reason: { label: 'orders.reason' },
  order: { label: 'records.orderId' },
  positionSize: { label: 'positions.size', end: true },
  entry: { label: 'positions.entryPrice', end: true },
  exit: { label: 'positions.exitPrice', end: true },
  funding: { label: 'positions.funding', end: true },
  net: { label: 'positions.net', end: true },
  opened: { label: 'positions.opened' },
  closed: { label: 'positions.closed' },
  actions: { label: 'orders.actions', end: true, goes: 0 },
} as const satisfies Readonly<Record<string, Head>>;

/** Names of the columns. */
export type ListColumn = keyof typeof HEADS;

/** When columns go, where a list has an order of its own. */
export type GoingOrder = Partial<Readonly<Record<ListColumn, number>>>;

/** A column as a list and a table of records have it, without what is in it. */
export interface HeadOf<Key extends ListColumn = ListColumn> extends Head {
  readonly key: Key;
}

/** The columns with these names. @param goes where the list has an order of its own */
export function headsOf<Key extends ListColumn>(
  keys: readonly Key[],
  goes: GoingOrder = {},
): readonly HeadOf<Key>[] {
  return keys.map((key) => {
    const head: Head = HEADS[key];
    const own = goes[key];
    return { key, ...head, ...(own !== undefined && { goes: own }) };
  });
}
