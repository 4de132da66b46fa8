/** Cancelling a whole list of the signed-in person's orders, by the web app's own API. */

import type {
  Cancellable,
  CancelledOrders,
  CancelOrders,
  OrderListName,
} from '@halcyon/domain/web';
import { web } from './web.ts';

/** What cancelling a list would cancel now. */
export function fetchCancellable(list: OrderListName, symbol: string): Promise<Cancellable> {
  return web('GET /orders/cancellable', { list, symbol });
}

/** Cancels what was listed. */
export function cancelListed(body: CancelOrders): Promise<CancelledOrders> {
  return web('POST /orders/cancel', body);
}
