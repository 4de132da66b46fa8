import { wireId } from '@halcyon/domain';
import { specs, WireError } from '@halcyon/protocol';
import { signedRoute } from '../../http/context.ts';
import { batchAnswer, batchSymbol, checkBatchMode, submitBatch } from '../../translate/batch.ts';
import { orderCommand } from './place-order.ts';

/** Places several orders; one result an item. */
export const batchOrders = signedRoute(
  specs.trade.batchOrders,
  async (context, request, caller) => {
    checkBatchMode(request);
    const { orderList } = request;
    const results = await submitBatch(context, orderList, (item, i) => {
      const symbol = batchSymbol(request, item, i);
      if (symbol === undefined) throw new WireError('fieldMissing', { field: 'symbol' });
      return orderCommand(context.views, item, symbol, caller);
    });
    return batchAnswer(orderList, results, (item, outcome) => ({
      orderId: outcome === null ? '' : wireId(outcome.id),
      clientOid: item.clientOid ?? '',
    }));
  },
);
