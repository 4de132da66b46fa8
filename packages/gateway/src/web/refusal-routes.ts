/** Orders that were refused when they were placed; shapes: domain/web/refusals.ts. */
import { AccountKind, accountOf, ownerOf, wireId } from '@halcyon/domain';
import { REFUSALS_MAX, type RefusalAccount, type RefusalRow } from '@halcyon/domain/web';
import { userAckSeq } from '../translate/lists.ts';
import { pageOfFound, ROWS_BEHIND } from '../translate/margin-log.ts';
import { refusalOfRow } from '../translate/receipts.ts';
import { namedInstrument, namedSide } from './list-filters.ts';
import { pageOf, timesOf } from './pages.ts';
import { type WebRoute, webRoute } from './route.ts';

const { spot, crossMargin, isolatedMargin, usdtFutures } = AccountKind;
const KINDS: Readonly<Record<RefusalAccount, readonly AccountKind[]>> = {
  spot: [spot],
  margin: [crossMargin, isolatedMargin],
  crossed: [crossMargin],
  isolated: [isolatedMargin],
  futures: [usdtFutures],
};

const refused = webRoute('GET /orders/refused', async (context, request) => {
  const { venueContext, account: own } = await context.trader(request);
  const { views, history } = venueContext;
  const query = request.fields;
  const { account: of = 'spot' } = query;
  const { before: idLessThan, limit } = pageOf(query, REFUSALS_MAX);
  const asked = {
    instrument: namedInstrument(views, query, of),
    side: namedSide(query),
    ...timesOf(query),
    idLessThan,
    limit: limit + ROWS_BEHIND,
  };
  const user = ownerOf(own);
  const wait = { minSeq: userAckSeq(views, user) };
  const accounts = KINDS[of].map((kind) => accountOf(user, kind));
  const pages = accounts.map((account) => history.refusals({ account, ...asked }, wait));
  const found = (await Promise.all(pages)).flat().sort((one, other) => other.id - one.id);
  return pageOfFound(
    found.map((row): [number, RefusalRow] => {
      const refusal = refusalOfRow(venueContext, context.exchange, row);
      return [row.id, { id: wireId(row.id), refusal }];
    }),
    limit,
  );
});

/** The routes of this file. */
export const REFUSAL_ROUTES: readonly WebRoute[] = [refused];
