/** The past of a futures account for the web app; shapes: domain/web/futures-records.ts. */
import { AccountKind, accountOf, ownerOf } from '@halcyon/domain';
import { FUTURES_LOG_MAX, type FuturesLogName } from '@halcyon/domain/web';
import { refusedField } from '../http/web-error.ts';
import { futuresLog } from '../translate/futures-log.ts';
import { exportFilterOf } from './export-filter.ts';
import { namedInstrument } from './list-filters.ts';
import { idOf, pageOf, timesOf } from './pages.ts';
import { type WebRoute, webRoute } from './route.ts';

function orderIn(given: string | undefined, list: FuturesLogName): number | undefined {
  const id = idOf('order', given);
  if (id !== undefined && list !== 'fills') throw refusedField('order', 'order is of fills only');
  return id;
}

const log = webRoute('GET /futures/log', async (context, request) => {
  const { venueContext, account } = await context.trader(request);
  const query = request.fields;
  const { list } = query;
  return futuresLog(venueContext, accountOf(ownerOf(account), AccountKind.usdtFutures), list, {
    ...pageOf(query, FUTURES_LOG_MAX),
    ...timesOf(query),
    ...exportFilterOf(query, list, 'futures'),
    instrument: namedInstrument(venueContext.views, query, 'futures'),
    order: orderIn(query.order, list),
  });
});

/** The routes of this file. */
export const FUTURES_LOG_ROUTES: readonly WebRoute[] = [log];
