/** Routes of contracts: trigger orders, take profit, stop loss. */
import type { Route } from '../../../http/context.ts';

export const MIX_PLAN_ROUTES: readonly Route[] = [];
