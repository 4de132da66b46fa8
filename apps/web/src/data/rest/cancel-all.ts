/** Cancelling a whole list of the signed-in person's orders, by the web app's own API. */

import type {
  Cancellable,
  CancelledOrders,
  CancelOrders,
  OrderListName,
} from '@halcyon/domain/web';
import { get, post } from './http.ts';

const ORDERS = '/api/web/v1/orders';

/** What cancelling a list would cancel now. */
export function fetchCancellable(list: OrderListName, symbol: string): Promise<Cancellable> {
  return get<Cancellable>(`${ORDERS}/cancellable`, { list, symbol });
}

/** Cancels what was listed. */
export function cancelListed(body: CancelOrders): Promise<CancelledOrders> {
  return post<CancelledOrders>(`${ORDERS}/cancel`, body);
}
