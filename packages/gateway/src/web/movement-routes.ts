/** All that a person ever deposited, withdrew, converted or moved: the trading API tells 90 days at a time. */
import { ownerOf } from '@halcyon/domain';
import { MOVEMENTS_MAX } from '@halcyon/domain/web';
import { convertRow } from '../convert/convert-rows.ts';
import { knownAsset, type RestContext } from '../http/context.ts';
import { userAckSeq } from '../translate/lists.ts';
import { depositRows, transferRow, withdrawalRow } from '../translate/movement-rows.ts';
import { amountText } from '../translate/text.ts';
import type { SignedIn, WebContext } from './context.ts';
import { familySides } from './family-sides.ts';
import { namedAsset, namedInstrument } from './list-filters.ts';
import { pageOf, timesOf } from './pages.ts';
import { type WebRoute, webRoute } from './route.ts';

type AskedTransfers = Parameters<RestContext['history']['allTransfers']>[0];

/** Every transfer of somebody; what is of another account of the family says of which. */
async function transfersOf(context: WebContext, request: SignedIn, asked: AskedTransfers) {
  const { venueContext } = await context.trader(request);
  const { views, history } = venueContext;
  const { user } = asked;
  const found = await history.allTransfers(asked, { minSeq: userAckSeq(views, user) });
  const sides = await familySides(context, request)(user, found);
  return found.map((row) => ({ ...transferRow(views, row), ...sides(row) }));
}

const movements = webRoute('GET /records/movements', async (context, request) => {
  const { venueContext, account } = await context.trader(request);
  const { views, history } = venueContext;
  const query = request.fields;
  const { list } = query;
  const asset = namedAsset(views, query);
  const { before, limit } = pageOf(query, MOVEMENTS_MAX);
  const user = ownerOf(account);
  if (list === 'converts') {
    const instrument = namedInstrument(views, query, 'spot');
    const page = { instrument, ...timesOf(query), idLessThan: before, limit };
    const wait = { minSeq: views.lastAckSeq(account) };
    const found = await history.orderHistory({ account, converts: true, ...page }, wait);
    return { rows: found.map((row) => convertRow(views, row)) };
  }
  const asked = { user, asset, ...timesOf(query), idLessThan: before, limit };
  const wait = { minSeq: userAckSeq(views, user) };
  if (list === 'transfers') return { rows: await transfersOf(context, request, asked) };
  const needed = venueContext.chainTerms.confirmationsNeeded;
  if (list === 'deposits') {
    return { confirmationsNeeded: needed, rows: await depositRows(venueContext, asked, wait) };
  }
  const found = await history.withdrawals(asked, wait);
  return {
    confirmationsNeeded: needed,
    rows: found.map((row) => withdrawalRow(venueContext, row)),
  };
});

/** Only the own ones: what is on its way to somebody else is nobody's business. */
const arriving = webRoute(
  'GET /records/arriving',
  ({ live: { chain, chainTerms, views } }, { session }) => {
    if (chain === null) return { confirmationsNeeded: 0, rows: [] };
    const own = chain.arriving().filter(({ account }) => ownerOf(account) === session.uid);
    const rows = own.map(({ transaction, asset, amount, seenAt, confirmations }) => {
      const found = knownAsset(views, asset);
      return {
        transaction,
        coin: found.code,
        size: amountText(found, amount),
        toAddress: chainTerms.addressOf(session.uid, asset),
        ...{ seenAt, confirmations },
      };
    });
    return { confirmationsNeeded: chainTerms.confirmationsNeeded, rows };
  },
);

/** The routes of this file. */
export const MOVEMENT_ROUTES: readonly WebRoute[] = [movements, arriving];
