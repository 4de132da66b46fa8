import { type AccountId, CommandKind, type InstrumentId, wireId } from '@halcyon/domain';
import { specs } from '@halcyon/protocol';
import { type RestContext, signedRoute } from '../../../http/context.ts';
import { type BatchAnswer, batchAnswer, submitBatch } from '../../../translate/batch.ts';
import { cancelNamed, listedPlan } from '../../../translate/cancel-listed.ts';
import { contractFilter, futuresAccount } from '../../../translate/contract-requests.ts';
import { type ContractPlanWord, isPlanOf } from '../../../translate/contract-sources.ts';
import { waitingPlan } from './modify-plans.ts';

const NOTHING: BatchAnswer = { successList: [], failureList: [] };

/** Cancels the named plans, or without a list all of a kind, or all. */
export const cancelPlanOrder = signedRoute(
  specs.mix.cancelPlanOrder,
  async (context, request, caller) => {
    const { views } = context;
    const { orderIdList, planType, productType, symbol } = request;
    const chosen = contractFilter(views, request);
    if (chosen === null) return NOTHING;
    const account = futuresAccount(caller);
    if (orderIdList === undefined) return cancelAll(context, account, chosen, planType);
    const wanted = symbol === undefined ? { productType } : { productType, symbol };
    const results = await submitBatch(context, orderIdList, (item) => {
      const { plan } = waitingPlan(views, { ...wanted, ...item }, account);
      const command = { kind: CommandKind.cancelPlan, account, order: plan, clientId: '' };
      return { command, refused: {} };
    });
    return batchAnswer(orderIdList, results, (item, outcome) => ({
      orderId: outcome === null ? (item.orderId ?? '') : wireId(outcome.id),
      clientOid: item.clientOid ?? (outcome && views.plan(outcome.id)?.clientId) ?? '',
    }));
  },
);

/** Cancels what waits when it is asked. @param word for the kind, where only one is meant */
function cancelAll(
  context: RestContext,
  account: AccountId,
  chosen: { readonly instrument?: InstrumentId | undefined },
  word: ContractPlanWord | undefined,
): Promise<BatchAnswer> {
  const waiting = context.views.plans(account, chosen);
  const wanted = waiting.filter((plan) => word === undefined || isPlanOf(plan, word));
  return cancelNamed(context, account, 'plan', wanted.map(listedPlan));
}
