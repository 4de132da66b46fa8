import type { AccountId, InstrumentId } from '@halcyon/domain';
import { specs } from '@halcyon/protocol';
import { type RestContext, signedRoute, signedTextRoute, submit } from '../../../http/context.ts';
import { type BatchAnswer, batchAnswer, submitBatch } from '../../../translate/batch.ts';
import { cancelNamed } from '../../../translate/cancel-listed.ts';
import {
  contractFilter,
  futuresAccount,
  requestedContract,
} from '../../../translate/contract-requests.ts';
import { cancelCommand } from '../../../translate/orders.ts';
import { checkTiming } from '../../../translate/timing.ts';
import { cancelAllCopied, cancelCopied, cancelCopiedList } from '../../copy/orders.ts';
import { clientIdOf, mustBeIn, orderNames } from '../../trade/cancel-order.ts';
import { namedText } from '../../trade/place-order.ts';

const NOTHING: BatchAnswer = { successList: [], failureList: [] };

/** Cancels an order. */
export const cancelOrder = signedTextRoute(
  specs.mix.cancelOrder,
  async (context, request, caller) => {
    const { views } = context;
    const { symbol } = requestedContract(views, request);
    if (caller.portfolio !== undefined) {
      return namedText(await cancelCopied(context, request, caller), '');
    }
    const account = futuresAccount(caller);
    mustBeIn(views, request, account, symbol);
    const { id } = await submit(context, cancelCommand(request, account), {});
    return namedText(id, clientIdOf(views, request, id));
  },
);

/** Cancels the named orders, or without a list all of a contract, or of all contracts. */
export const batchCancelOrders = signedRoute(
  specs.mix.batchCancelOrders,
  async (context, request, caller) => {
    const { views } = context;
    const { orderIdList, symbol } = request;
    const chosen = contractFilter(views, request);
    if (chosen === null) return NOTHING;
    if (caller.portfolio !== undefined) {
      return orderIdList === undefined
        ? cancelAllCopied(context, chosen.instrument, caller)
        : cancelCopiedList(context, orderIdList, caller);
    }
    const account = futuresAccount(caller);
    if (orderIdList === undefined) return cancelAll(context, account, chosen.instrument);
    const results = await submitBatch(context, orderIdList, (item) => {
      if (symbol !== undefined) mustBeIn(views, item, account, symbol);
      return { command: cancelCommand(item, account), refused: {} };
    });
    return batchAnswer(orderIdList, results, orderNames(views));
  },
);

/** Cancels every open order of a contract, or of all. */
export const cancelAllOrders = signedRoute(
  specs.mix.cancelAllOrders,
  async (context, request, caller) => {
    checkTiming(request, context.clock());
    const chosen = contractFilter(context.views, request);
    if (chosen === null) return NOTHING;
    return caller.portfolio === undefined
      ? cancelAll(context, futuresAccount(caller), chosen.instrument)
      : cancelAllCopied(context, chosen.instrument, caller);
  },
);

/** Cancels what is open when it is asked. */
function cancelAll(
  context: RestContext,
  account: AccountId,
  instrument: InstrumentId | undefined,
): Promise<BatchAnswer> {
  const open = context.views.openOrders(account, { instrument });
  const listed = open.map(({ order, clientId }) => ({ id: order, clientId }));
  return cancelNamed(context, account, 'order', listed);
}
