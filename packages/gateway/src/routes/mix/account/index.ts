/** Routes of contracts: accounts and positions. */
import type { Route } from '../../../http/context.ts';

export const MIX_ACCOUNT_ROUTES: readonly Route[] = [];
