/** Every route with its handler. */
import type { Route } from '../http/context.ts';
import { coins } from './market/coins.ts';
import { orderbook } from './market/orderbook.ts';
import { publicTime } from './market/public-time.ts';
import { symbols } from './market/symbols.ts';
import { tickers } from './market/tickers.ts';
import { cancelOrder } from './trade/cancel-order.ts';
import { placeOrder } from './trade/place-order.ts';

/** All routes that are served. */
export const ROUTE_HANDLERS: readonly Route[] = [
  publicTime,
  coins,
  symbols,
  tickers,
  orderbook,
  placeOrder,
  cancelOrder,
];
