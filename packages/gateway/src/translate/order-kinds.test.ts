import { ORDER_KIND_NAMES, PlanType } from '@halcyon/domain';
import { expect, test } from 'vitest';
import { kindOfPlan, spotSource, TPSL_PLANS, typesOfKind } from './order-kinds.ts';

test('who asks for a kind finds every type of plan that is shown as it, and no other', () => {
  for (const kind of ORDER_KIND_NAMES) {
    const types = typesOfKind(kind);
    const shown = Object.values(PlanType).filter((type) => kindOfPlan(type) === kind);
    expect([kind, 'plans' in types ? types.plans : []]).toEqual([kind, shown]);
  }
});

test('of pairs TP/SL are told by their source and their list, and no other plan is', () => {
  expect(TPSL_PLANS).toEqual([PlanType.takeProfit, PlanType.stopLoss]);
  const { takeProfit, stopLoss, trigger, trailing, ocoStop } = PlanType;
  const sources = [takeProfit, stopLoss, trigger, trailing, ocoStop].map(spotSource);
  expect(sources).toEqual(['profit', 'loss', null, null, null]);
});
