import {
  type AccountId,
  CommandKind,
  EVERY_INSTRUMENT,
  type InstrumentId,
  wireId,
} from '@halcyon/domain';
import { specs } from '@halcyon/protocol';
import type { PlanView } from '@halcyon/views';
import { type RestContext, signedRoute, submit } from '../../../http/context.ts';
import { type BatchAnswer, batchAnswer, submitBatch } from '../../../translate/batch.ts';
import { contractFilter, futuresAccount } from '../../../translate/contract-requests.ts';
import { type ContractPlanWord, planTypesOf } from '../../../translate/contract-sources.ts';
import { planNames } from '../../plan/batch-cancel-plan-order.ts';
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
    if (orderIdList === undefined && planType === undefined) {
      return cancelAll(context, account, chosen.instrument);
    }
    const listed = orderIdList ?? namesOf(views.plans(account, chosen), planType);
    const wanted = symbol === undefined ? { productType } : { productType, symbol };
    const results = await submitBatch(context, listed, (item) => {
      const { plan } = waitingPlan(views, { ...wanted, ...item }, account);
      const command = { kind: CommandKind.cancelPlan, account, order: plan, clientId: '' };
      return { command, refused: {} };
    });
    return batchAnswer(listed, results, (item, outcome) => ({
      orderId: outcome === null ? (item.orderId ?? '') : wireId(outcome.id),
      clientOid: item.clientOid ?? (outcome && views.plan(outcome.id)?.clientId) ?? '',
    }));
  },
);

function namesOf(plans: readonly PlanView[], word: ContractPlanWord | undefined) {
  const types = word === undefined ? null : planTypesOf(word);
  return plans.filter(({ planType }) => types === null || types.includes(planType)).map(planNames);
}

/** Cancels all, and tells which waited when it was asked. */
async function cancelAll(
  context: RestContext,
  account: AccountId,
  instrument: InstrumentId | undefined,
): Promise<BatchAnswer> {
  const waiting = context.views.plans(account, { instrument });
  const kind = CommandKind.cancelAllPlans;
  await submit(context, { kind, account, instrument: instrument ?? EVERY_INSTRUMENT }, {});
  return { successList: waiting.map(planNames), failureList: [] };
}
