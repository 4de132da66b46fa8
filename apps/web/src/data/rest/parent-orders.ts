/** Parent orders of the signed-in person, by the web app's own API. */
import type { ChildOrderRow, OrderPage } from '@halcyon/domain/web';
import type { WebAsked } from '@halcyon/protocol/web';
import { web } from './web.ts';

/** A page of the orders of a parent, open and ended, newest first. @throws ApiError 404 where there is none */
export function fetchChildren(
  query: WebAsked<'GET /orders/children'>,
): Promise<OrderPage<ChildOrderRow>> {
  return web('GET /orders/children', query);
}
