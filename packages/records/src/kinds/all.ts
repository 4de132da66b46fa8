/** Every kind of record that is declared, by its table. */
import { BILLS } from './bills.ts';
import { FEE_CHANGES } from './fee-changes.ts';
import { FILLS } from './fills.ts';
import { FUND_ENTRIES } from './fund-entries.ts';
import { FUNDING_ROUNDS, FUNDINGS } from './fundings.ts';
import { LIQUIDATIONS, MARGIN_LIQUIDATIONS } from './liquidations.ts';
import { ASSETS, INSTRUMENTS, USERS } from './listed.ts';
import { LOANS } from './loans.ts';
import { MOVEMENTS } from './movements.ts';
import { NOTICES } from './notices.ts';
import { ORDERS } from './orders.ts';
import { PARENTS } from './parents.ts';
import { PLAN_FAILURES, PLANS } from './plans.ts';
import { POSITIONS } from './positions.ts';
import { PREVENTED_MATCHES } from './prevented.ts';
import { REFUSALS } from './refusals.ts';

/** In the order in which the digest of a database has them: see dump.ts. */
export const RECORD_KINDS = {
  users: USERS,
  assets: ASSETS,
  instruments: INSTRUMENTS,
  orders: ORDERS,
  fills: FILLS,
  bills: BILLS,
  plans: PLANS,
  movements: MOVEMENTS,
  prevented_matches: PREVENTED_MATCHES,
  plan_failures: PLAN_FAILURES,
  positions: POSITIONS,
  fundings: FUNDINGS,
  funding_rounds: FUNDING_ROUNDS,
  liquidations: LIQUIDATIONS,
  fund_entries: FUND_ENTRIES,
  loans: LOANS,
  margin_liquidations: MARGIN_LIQUIDATIONS,
  fee_changes: FEE_CHANGES,
  refusals: REFUSALS,
  notices: NOTICES,
  parent_orders: PARENTS,
} as const;
