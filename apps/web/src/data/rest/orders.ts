/** Open and ended orders of the signed-in person, by the web app's own API. */

import type {
  HistoryAccount,
  HistoryPart,
  OpenListName,
  OpenOrderPage,
  OrderDetail,
  OrderEndName,
  OrderHistoryRow,
  OrderKindName,
  OrderPage,
} from '@halcyon/domain/web';
import type { OpenOrderRows } from '@halcyon/protocol/web';
import { web } from './web.ts';

/** Which page of what has not ended; an empty text or none means all of it, from the start. */
export interface OpenQuery<List extends OpenListName> {
  readonly list: List;
  readonly symbol?: string | undefined;
  readonly before?: string | undefined;
}

/** Which ended orders are wanted. */
export interface HistoryQuery {
  /** Absent = spot. */
  readonly account?: HistoryAccount | undefined;
  readonly only?: HistoryPart | undefined;
  readonly symbol?: string | undefined;
  readonly side?: 'buy' | 'sell' | undefined;
  readonly kind?: OrderKindName | undefined;
  readonly status?: OrderEndName | undefined;
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
  readonly before?: string | undefined;
  readonly limit: number;
}

/** A page of open orders or waiting plans, newest first, with the number of them all. */
export async function fetchOpen<List extends OpenListName>(
  query: OpenQuery<List>,
): Promise<OpenOrderPage<OpenOrderRows[List]>> {
  return (await web('GET /orders/open', query)) as OpenOrderPage<OpenOrderRows[List]>;
}

/** A page of ended orders and plans, newest first. */
export function fetchEnded(query: HistoryQuery): Promise<OrderPage<OrderHistoryRow>> {
  return web('GET /orders/history', { ...query });
}

/** One order of the person's, open or ended, of any account. @throws ApiError 404 where there is none */
export function fetchOrder(order: string): Promise<OrderDetail> {
  return web('GET /orders/one', { order });
}
