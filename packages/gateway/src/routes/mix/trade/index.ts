/** Routes of contracts: orders. */
import type { Route } from '../../../http/context.ts';
import { batchCancelOrders, cancelAllOrders, cancelOrder } from './cancel-orders.ts';
import { closePositions, reverse } from './close-positions.ts';
import { orderFillHistory, orderFills } from './fills.ts';
import { modifyOrder } from './modify-order.ts';
import { orderDetail, ordersHistory, ordersPending } from './order-lists.ts';
import { batchPlaceOrder, placeOrder } from './place-order.ts';

export const MIX_TRADE_ROUTES: readonly Route[] = [
  placeOrder,
  batchPlaceOrder,
  reverse,
  modifyOrder,
  cancelOrder,
  batchCancelOrders,
  cancelAllOrders,
  closePositions,
  orderDetail,
  ordersPending,
  ordersHistory,
  orderFills,
  orderFillHistory,
];
