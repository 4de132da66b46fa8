/** Routes of contracts: their market. */
import type { Route } from '../../../http/context.ts';

export const MIX_MARKET_ROUTES: readonly Route[] = [];
