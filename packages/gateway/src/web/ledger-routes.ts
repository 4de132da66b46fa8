/** The ledgers of the spot and the funding account for the web app; shapes: domain/web/ledger.ts. */
import { namedAccount, ownerOf } from '@halcyon/domain';
import { LEDGER_MAX } from '@halcyon/domain/web';
import { ledgerFilter, ledgerRow } from '../translate/ledger-rows.ts';
import { pageOfFound, ROWS_BEHIND } from '../translate/margin-log.ts';
import { namedAsset } from './list-filters.ts';
import { pageOf, timesOf } from './pages.ts';
import { type WebRoute, webRoute } from './route.ts';

const ledger = webRoute('GET /ledger', async (context, request) => {
  const { venueContext, account: spot } = await context.trader(request);
  const { views, history } = venueContext;
  const query = request.fields;
  const account = namedAccount(ownerOf(spot), query.account);
  const { before, limit } = pageOf(query, LEDGER_MAX);
  const asked = {
    account,
    asset: namedAsset(views, query),
    ...timesOf(query),
    idLessThan: before,
    limit: limit + ROWS_BEHIND,
  };
  const narrowed = ledgerFilter(query.businessType);
  // The wire has names for movements that there are none of here.
  if (narrowed === null) return { rows: [], next: null };
  const wait = { minSeq: views.lastAckSeq(account) };
  const found = await history.bills({ ...asked, ...narrowed }, wait);
  return pageOfFound(
    found.map((bill) => [bill.id, ledgerRow(views, bill)] as const),
    limit,
  );
});

/** The routes of this file. */
export const LEDGER_ROUTES: readonly WebRoute[] = [ledger];
