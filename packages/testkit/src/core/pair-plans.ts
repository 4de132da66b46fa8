/** Types of plans that streams of random commands place on pairs. */
import { PlanType, planTypesWhere } from '@halcyon/domain';

/** All that stand alone; trigger orders twice as often. */
export const PAIR_PLANS: readonly PlanType[] = [
  PlanType.trigger,
  ...planTypesWhere(({ binds }) => binds === null),
];
