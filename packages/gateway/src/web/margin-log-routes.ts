/** The past of margin accounts for the web app; shapes: domain/web/margin-records.ts. */
import { ownerOf, parseWireLoanId } from '@halcyon/domain';
import { MARGIN_LOG_MAX } from '@halcyon/domain/web';
import { refusedField } from '../http/web-error.ts';
import { marginLog } from '../translate/margin-log.ts';
import { familySides } from './family-sides.ts';
import { namedAsset, namedInstrument, namedSide } from './list-filters.ts';
import { idOf, pageOf, timesOf } from './pages.ts';
import { type WebRoute, webRoute } from './route.ts';

function loanIn(given: string | undefined) {
  const named = given === undefined ? undefined : parseWireLoanId(given);
  if (named === null) throw refusedField('loan', 'loan must be the id of a loan or a repayment');
  return named;
}

const log = webRoute('GET /margin/log', async (context, request) => {
  const { venueContext, account } = await context.trader(request);
  const query = request.fields;
  const named = { ...venueContext, sidesOf: familySides(context, request) };
  return marginLog(named, ownerOf(account), query.list, {
    ...pageOf(query, MARGIN_LOG_MAX),
    ...timesOf(query),
    account: query.account,
    instrument: namedInstrument(venueContext.views, query, 'margin'),
    asset: namedAsset(venueContext.views, query),
    side: namedSide(query),
    kind: query.kind,
    status: query.status,
    group: query.group,
    order: idOf('order', query.order),
    loan: loanIn(query.loan),
  });
});

/** The routes of this file. */
export const MARGIN_LOG_ROUTES: readonly WebRoute[] = [log];
