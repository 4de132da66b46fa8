/** What of an own copy portfolio is told beside its orders: exits, orders that waited, its ledger. */
import { wireId } from '@halcyon/domain';
import { COPY_ROWS_MAX } from '@halcyon/domain/web/copying';
import { exitRow, gatheredRow } from '../translate/copy-activity-rows.ts';
import { copyAccount } from '../translate/copy-rows.ts';
import { contractLedger } from '../translate/futures-log.ts';
import { ownOf } from './copy-portfolio-routes.ts';
import { pageOfRows, sharesBefore } from './copy-trader-routes.ts';
import { idOf, pageOf } from './pages.ts';
import { type WebRoute, webRoute } from './route.ts';

const exits = webRoute('GET /copy/portfolios/:id/exits', async (context, request) => {
  const { views, history } = context.live;
  const { id, coin } = await ownOf(context, request);
  const { limit = COPY_ROWS_MAX, cursor } = request.fields;
  const { before, beforePortfolio: place = 0 } = sharesBefore(cursor);
  // A cursor has no sign: the instrument, of which -1 stands for all, is one higher in it.
  const query = { portfolio: id, before, beforeInstrument: place - 1, limit: limit + 1 };
  const found = await history.copyExits(query, { minSeq: views.seq });
  return pageOfRows(
    found,
    limit,
    (exit) => exitRow(views, coin, exit),
    ({ seq, instrument }) => `${seq}-${instrument + 1}`,
  );
});

const gathered = webRoute('GET /copy/portfolios/:id/gathered', async (context, request) => {
  const { views, history } = context.live;
  const { id } = await ownOf(context, request);
  const { limit = COPY_ROWS_MAX } = request.fields;
  const before = idOf('before', request.fields.before);
  const query = { trader: id, before, limit: limit + 1 };
  const found = await history.copyGathered(query, { minSeq: views.seq });
  return pageOfRows(
    found,
    limit,
    (order) => gatheredRow(views, order),
    ({ batch }) => wireId(batch),
  );
});

const ledger = webRoute('GET /copy/portfolios/:id/ledger', async (context, request) => {
  const { id } = await ownOf(context, request);
  const page = pageOf(request.fields, COPY_ROWS_MAX);
  return contractLedger(context.live, copyAccount(id), page);
});

const file = webRoute('POST /copy/portfolios/:id/export', async (context, request) => {
  const { views, history } = context.live;
  const { session, fields } = request;
  const { id: user } = await ownOf(context, request);
  const { list, format } = fields;
  const query = { list, format, user, account: 'futures' } as const;
  return context.exports.begin({
    ...{ person: session.uid, session: session.id, query, history, minSeq: views.seq },
  });
});

/** The routes of this file. */
export const COPY_ACTIVITY_ROUTES: readonly WebRoute[] = [exits, gathered, ledger, file];
