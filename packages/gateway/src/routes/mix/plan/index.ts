/** Routes of contracts: trigger orders, take profit, stop loss. */
import type { Route } from '../../../http/context.ts';
import { cancelPlanOrder } from './cancel-plans.ts';
import { modifyPlanOrder, modifyTpslOrder } from './modify-plans.ts';
import { placePlanOrder, placePositionTpsl, placeTpslOrder } from './place-plans.ts';
import { planSubOrder, plansHistory, plansPending } from './plan-lists.ts';

export const MIX_PLAN_ROUTES: readonly Route[] = [
  placePlanOrder,
  placeTpslOrder,
  placePositionTpsl,
  modifyPlanOrder,
  modifyTpslOrder,
  cancelPlanOrder,
  planSubOrder,
  plansPending,
  plansHistory,
];
