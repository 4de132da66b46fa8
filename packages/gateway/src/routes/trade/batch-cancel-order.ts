import { specs } from '@halcyon/protocol';
import { instrumentOf, signedRoute } from '../../http/context.ts';
import { batchAnswer, batchSymbol, checkBatchMode, submitBatch } from '../../translate/batch.ts';
import { cancelCommand } from '../../translate/orders.ts';
import { mustBeIn, orderNames } from './cancel-order.ts';

/** Cancels several orders; one result an item. */
export const batchCancelOrder = signedRoute(
  specs.trade.batchCancelOrder,
  async (context, request, { account }) => {
    const { views } = context;
    checkBatchMode(request);
    const { orderList } = request;
    const results = await submitBatch(context, orderList, (item, i) => {
      const symbol = batchSymbol(request, item, i);
      if (symbol !== undefined) {
        instrumentOf(views, symbol);
        mustBeIn(views, item, account, symbol);
      }
      return { command: cancelCommand(item, account), refused: {} };
    });
    return batchAnswer(orderList, results, orderNames(views));
  },
);
