import { wireId } from '@halcyon/domain';
import { specs } from '@halcyon/protocol';
import { signedRoute } from '../../http/context.ts';
import { submitBatch } from '../../translate/batch.ts';
import { replaceItem } from './cancel-replace-order.ts';

/** Cancels and replaces several orders; one result an item, in their order. */
export const batchCancelReplaceOrder = signedRoute(
  specs.trade.batchCancelReplaceOrder,
  async (context, { orderList }, caller) => {
    const { views } = context;
    const results = await submitBatch(context, orderList, (item) =>
      replaceItem(views, item, caller),
    );
    return results.map((result, i) => {
      const clientOid = orderList[i]?.newClientOid || null;
      return 'outcome' in result
        ? { orderId: wireId(result.outcome.id), clientOid, success: 'success', msg: null }
        : { orderId: null, clientOid, success: 'failure', msg: result.error.message };
    });
  },
);
