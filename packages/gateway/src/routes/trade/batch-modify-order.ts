import { specs } from '@halcyon/protocol';
import { signedRoute } from '../../http/context.ts';
import { batchAnswer, submitBatch } from '../../translate/batch.ts';
import { orderNames } from './cancel-order.ts';
import { amendItem } from './modify-order.ts';

/** Amends several orders in place; one result an item. */
export const batchModifyOrder = signedRoute(
  specs.trade.batchModifyOrder,
  async (context, { orderList }, caller) => {
    const { views } = context;
    const results = await submitBatch(context, orderList, (item) => amendItem(views, item, caller));
    return batchAnswer(orderList, results, orderNames(views));
  },
);
