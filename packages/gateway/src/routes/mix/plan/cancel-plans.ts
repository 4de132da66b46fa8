import { type AccountId, CommandKind, type InstrumentId, wireId } from '@halcyon/domain';
import { RefusedItem, specs, WireError } from '@halcyon/protocol';
import type { Views } from '@halcyon/views';
import type { Caller } from '../../../auth/authenticate.ts';
import { type RestContext, signedRoute } from '../../../http/context.ts';
import type { NamedOrder } from '../../../refusals/order-name.ts';
import { type BatchAnswer, batchAnswer, submitBatch } from '../../../translate/batch.ts';
import { cancelNamed, listedPlan } from '../../../translate/cancel-listed.ts';
import { contractFilter, futuresAccount } from '../../../translate/contract-requests.ts';
import { type ContractPlanWord, isPlanOf } from '../../../translate/contract-sources.ts';
import { cancelCopiedPlans } from '../../copy/plans.ts';
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
    if (orderIdList === undefined) return cancelAll(context, caller, chosen, planType);
    const wanted = symbol === undefined ? { productType } : { productType, symbol };
    if (caller.portfolio !== undefined) {
      const named = orderIdList.map((item) => copiedPlan(views, item, wanted, account));
      return cancelCopiedPlans(context, named, caller);
    }
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

/** The waiting plan of a portfolio that an item names, or why there is none. */
function copiedPlan(
  views: Views,
  item: NamedOrder | RefusedItem,
  wanted: Omit<Parameters<typeof waitingPlan>[1], keyof NamedOrder>,
  account: AccountId,
) {
  if (item instanceof RefusedItem) return item.error;
  try {
    return { id: waitingPlan(views, { ...wanted, ...item }, account).plan };
  } catch (error) {
    if (error instanceof WireError) return error;
    throw error;
  }
}

/** Cancels what waits when it is asked. @param word for the kind, where only one is meant */
function cancelAll(
  context: RestContext,
  caller: Caller,
  chosen: { readonly instrument?: InstrumentId | undefined },
  word: ContractPlanWord | undefined,
): Promise<BatchAnswer> {
  const account = futuresAccount(caller);
  const waiting = context.views.plans(account, chosen);
  const wanted = waiting.filter((plan) => word === undefined || isPlanOf(plan, word));
  const listed = wanted.map(listedPlan);
  return caller.portfolio === undefined
    ? cancelNamed(context, account, 'plan', listed)
    : cancelCopiedPlans(context, listed, caller);
}
