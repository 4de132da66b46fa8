import { PlanType } from '@halcyon/domain';
import { ORDER_KINDS } from '@halcyon/domain/web';
import { expect, test } from 'vitest';
import { kindOfPlan, typesOfKind } from './order-kinds.ts';

test('who asks for a kind finds every type of plan that is shown as it, and no other', () => {
  for (const kind of ORDER_KINDS) {
    const types = typesOfKind(kind);
    const shown = Object.values(PlanType).filter((type) => kindOfPlan(type) === kind);
    expect([kind, 'plans' in types ? types.plans : []]).toEqual([kind, shown]);
  }
});
