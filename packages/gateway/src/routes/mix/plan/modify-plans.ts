import type { AccountId } from '@halcyon/domain';
import { specs, WireError } from '@halcyon/protocol';
import type { PlanView, Views } from '@halcyon/views';
import {
  type ContractInstrument,
  type RestContext,
  signedTextRoute,
  submit,
} from '../../../http/context.ts';
import type { NamedOrder } from '../../../refusals/order-name.ts';
import {
  ATTACHED_CHANGES,
  changedAttached,
  contractPlanChange,
  type PlanChange,
} from '../../../translate/contract-plans.ts';
import { contractFilter, futuresAccount } from '../../../translate/contract-requests.ts';
import { rowInstrument } from '../../../translate/order-rows.ts';
import { planOf } from '../../plan/modify-plan-order.ts';
import { namedText } from '../../trade/place-order.ts';

const PLAN_FIELDS = {
  triggerPrice: 'newTriggerPrice',
  triggerType: 'newTriggerType',
  price: 'newPrice',
  size: 'newSize',
  quantity: 'newSize',
  callback: 'newCallbackRatio',
  ...ATTACHED_CHANGES,
} as const;

/** Changes a trigger order or a trailing stop that waits. */
export const modifyPlanOrder = signedTextRoute(
  specs.mix.modifyPlanOrder,
  (context, request, caller) => {
    const { views } = context;
    const plan = waitingPlan(views, request, futuresAccount(caller));
    const contract = rowInstrument(views, plan.instrument) as ContractInstrument;
    const change = {
      triggerPrice: request.newTriggerPrice,
      triggerType: request.newTriggerType,
      price: request.newPrice,
      size: request.newSize,
      callback: request.newCallbackRatio,
      attached: changedAttached(contract, plan.attached, request),
    };
    return carryOut(context, plan, change, PLAN_FIELDS);
  },
);

const TPSL_FIELDS = {
  triggerPrice: 'triggerPrice',
  triggerType: 'triggerType',
  price: 'executePrice',
  size: 'size',
  quantity: 'size',
  callback: 'rangeRate',
} as const;

/** Changes a take profit or a stop loss that waits. */
export const modifyTpslOrder = signedTextRoute(
  specs.mix.modifyTpslOrder,
  (context, request, caller) => {
    const plan = waitingPlan(context.views, request, futuresAccount(caller));
    const change = {
      triggerPrice: request.triggerPrice,
      triggerType: request.triggerType,
      price: request.executePrice,
      size: request.size,
      callback: request.rangeRate,
    };
    return carryOut(context, plan, change, TPSL_FIELDS);
  },
);

/** The waiting plan that a request means. Throws that there is none where it is of another contract. */
export function waitingPlan(
  views: Views,
  request: NamedOrder & Parameters<typeof contractFilter>[1],
  account: AccountId,
): PlanView {
  const chosen = contractFilter(views, request);
  const plan = planOf(views, request, account);
  const meant = chosen?.instrument === undefined || chosen.instrument === plan.instrument;
  if (chosen !== null && meant) return plan;
  throw new WireError('planNotFound');
}

async function carryOut(
  context: RestContext,
  plan: PlanView,
  change: PlanChange,
  fields: Parameters<typeof contractPlanChange>[4],
): Promise<string> {
  const { views } = context;
  const contract = rowInstrument(views, plan.instrument) as ContractInstrument;
  const { command, refused } = contractPlanChange(views, contract, plan, change, fields);
  const { id } = await submit(context, command, refused);
  return namedText(id, plan.clientId);
}
