/** Routes of contracts: orders. */
import type { Route } from '../../../http/context.ts';

export const MIX_TRADE_ROUTES: readonly Route[] = [];
