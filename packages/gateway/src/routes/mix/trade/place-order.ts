import { wireId } from '@halcyon/domain';
import { type RequestOf, specs, WireError } from '@halcyon/protocol';
import type { Caller } from '../../../auth/authenticate.ts';
import { type RestContext, signedRoute, signedTextRoute, submit } from '../../../http/context.ts';
import { batchAnswer, submitBatch } from '../../../translate/batch.ts';
import { contractOrder } from '../../../translate/contract-orders.ts';
import { futuresAccount, requestedContract } from '../../../translate/contract-requests.ts';
import { checkTiming } from '../../../translate/timing.ts';
import { placeCopied } from '../../copy/orders.ts';
import { namedText } from '../../trade/place-order.ts';

/** Places an order of a contract. */
export const placeOrder = signedTextRoute(specs.mix.placeOrder, place);

async function place(
  context: RestContext,
  request: RequestOf<typeof specs.mix.placeOrder>,
  caller: Caller,
): Promise<string> {
  const { views } = context;
  checkTiming(request, context.clock());
  if (caller.portfolio !== undefined) {
    return namedText(await placeCopied(context, request, caller), '');
  }
  const contract = requestedContract(views, request);
  const { command, refused } = contractOrder(views, futuresAccount(caller), contract, request);
  const { id } = await submit(context, command, refused);
  return namedText(id, request.clientOid ?? '');
}

/** Places several orders of a contract; one result an item. */
export const batchPlaceOrder = signedRoute(
  specs.mix.batchPlaceOrder,
  async (context, request, caller) => {
    const { views } = context;
    const { orderList, symbol, marginMode } = request;
    const contract = requestedContract(views, request);
    const account = futuresAccount(caller);
    const results = await submitBatch(context, orderList, (item, i) => {
      if (item.symbol !== undefined && item.symbol !== symbol) {
        const field = `orderList[${i}].symbol`;
        throw new WireError('fieldValue', { field, expected: symbol, value: item.symbol });
      }
      return contractOrder(views, account, contract, { marginMode, ...item });
    });
    return batchAnswer(orderList, results, (item, outcome) => ({
      orderId: outcome === null ? '' : wireId(outcome.id),
      clientOid: item.clientOid ?? '',
    }));
  },
);
