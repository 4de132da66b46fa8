/** Routes of margin accounts. */
import type { Route } from '../../http/context.ts';
import { MARGIN_ACCOUNT_ROUTES } from './account.ts';
import { loanRoutes } from './loans.ts';
import { MARGIN_MARKET_ROUTES } from './market.ts';
import { marginOrderRoutes } from './orders.ts';
import { marginRecordRoutes } from './records.ts';
import { MARGIN_TERMS_ROUTES } from './terms.ts';

export const MARGIN_ROUTES: readonly Route[] = [
  ...MARGIN_ACCOUNT_ROUTES,
  ...MARGIN_MARKET_ROUTES,
  ...loanRoutes('crossed'),
  ...loanRoutes('isolated'),
  ...MARGIN_TERMS_ROUTES,
  ...marginOrderRoutes('crossed'),
  ...marginOrderRoutes('isolated'),
  ...marginRecordRoutes('crossed'),
  ...marginRecordRoutes('isolated'),
];
