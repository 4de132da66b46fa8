/** Words of exits, out of the domain's table; the build puts values in its place. */

import { CONTRACT_PLAN_WORDS, type ContractPlanType, PLAN_KINDS } from '@halcyon/domain';

/** `planType` of contracts' plans that take a profit or limit a loss. */
export const EXIT_WORDS: readonly ContractPlanType[] = Object.entries(CONTRACT_PLAN_WORDS)
  .filter(([, { places }]) => PLAN_KINDS[places].exit)
  .map(([word]) => word as ContractPlanType);
