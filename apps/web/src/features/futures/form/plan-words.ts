/** Words of plans, out of the domain's table; the build puts values in its place. */

import {
  type ContractPlanRequestType,
  contractPlanRequestOf,
  type FormKindName,
  formKinds,
} from '@halcyon/domain';

const words = formKinds().map(([kind]) => [kind, contractPlanRequestOf(kind)] as const);
/** `planType` of requests that place a plan of a contract. */
export const CONTRACT_PLANS: { readonly [K in FormKindName]?: ContractPlanRequestType } =
  Object.fromEntries(words.filter(([, word]) => word !== undefined));
