/** Liquidations of an account, as the web app explains them; shapes: domain/web/liquidations.ts. */
import { AccountKind, accountOf, ownerOf } from '@halcyon/domain';
import { LIQUIDATIONS_MAX } from '@halcyon/domain/web';
import { liquidationRow } from '../translate/liquidation-row.ts';
import { namedInstrument } from './list-filters.ts';
import { pageOf, timesOf } from './pages.ts';
import { type WebRoute, webRoute } from './route.ts';

const liquidations = webRoute('GET /futures/liquidations', async (context, request) => {
  const { venueContext, account } = await context.trader(request);
  const { views, history } = venueContext;
  const query = request.fields;
  const instrument = namedInstrument(views, query, 'futures');
  const { before, limit } = pageOf(query, LIQUIDATIONS_MAX);
  const futures = accountOf(ownerOf(account), AccountKind.usdtFutures);
  const steps = await history.liquidations(
    { account: futures, instrument, ...timesOf(query), idLessThan: before, limit },
    { minSeq: views.lastAckSeq(futures) },
  );
  return { rows: steps.map((step) => liquidationRow(views, step)) };
});

/** The routes of this file. */
export const LIQUIDATION_ROUTES: readonly WebRoute[] = [liquidations];
