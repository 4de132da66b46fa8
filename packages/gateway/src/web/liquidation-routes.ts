/** Liquidations of an account, as the web app explains them; shapes: domain/web/liquidations.ts. */
import { AccountKind, accountOf, ownerOf } from '@halcyon/domain';
import { LIQUIDATIONS_MAX, type Liquidations } from '@halcyon/domain/web';
import type { JsonObject } from '@halcyon/protocol';
import { liquidationRow } from '../translate/liquidation-row.ts';
import type { WebRoute } from './context.ts';
import { namedInstrument } from './named-instrument.ts';
import { pageOf, timesOf } from './pages.ts';

const liquidations: WebRoute = {
  method: 'GET',
  path: '/futures/liquidations',
  subs: true,
  access: 'session',
  guests: true,
  async handle(context, request): Promise<Liquidations> {
    const { rooms, account } = await context.trader(request);
    const { views, history } = rooms;
    const query = request.raw.query as JsonObject;
    const instrument = namedInstrument(views, query, 'futures');
    const { before, limit } = pageOf(query, LIQUIDATIONS_MAX);
    const futures = accountOf(ownerOf(account), AccountKind.usdtFutures);
    const steps = await history.liquidations(
      { account: futures, instrument, ...timesOf(query), idLessThan: before, limit },
      { minSeq: views.lastAckSeq(futures) },
    );
    return { rows: steps.map((step) => liquidationRow(views, step)) };
  },
};

/** The routes of this file. */
export const LIQUIDATION_ROUTES: readonly WebRoute[] = [liquidations];
