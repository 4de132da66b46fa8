/** Receipts of one's own entries; shapes: domain/web/receipts.ts. */
import { namedAccount, ownerOf } from '@halcyon/domain';
import { type ReceiptSubject, SEALS_PAGE } from '@halcyon/domain/web';
import { WireError } from '@halcyon/protocol';
import { Liquidity } from '@halcyon/records';
import { refusedField } from '../http/web-error.ts';
import { LongOrderError, type ReceiptQuery, receiptOf } from '../translate/receipts.ts';
import type { SignedIn, WebContext } from './context.ts';
import { idOf } from './pages.ts';
import { proofOf } from './receipt-proof.ts';
import { type WebRoute, webRoute } from './route.ts';

/** Levels are of the live venue, and the root's: its sub-accounts pay as it does. */
async function ownerIn(context: WebContext, request: SignedIn, of: ReceiptSubject) {
  const { live } = context;
  if (of === 'level') return { venueContext: live, user: live.views.rootOf(request.session.uid) };
  const { venueContext, account } = await context.trader(request);
  return { venueContext, user: ownerOf(account) };
}

/** @throws WireError for what has too much in it for one receipt */
async function askedOf(venueContext: Parameters<typeof receiptOf>[0], query: ReceiptQuery) {
  try {
    return await receiptOf(venueContext, query);
  } catch (error) {
    if (error instanceof LongOrderError) throw refusedField('id', error.message);
    throw error;
  }
}

const receipt = webRoute('GET /receipt', async (context, request) => {
  const query = request.fields;
  const { of, role } = query;
  const { venueContext, user } = await ownerIn(context, request, of);
  const id = idOf('id', query.id);
  const found = await askedOf(venueContext, {
    ...{ exchange: context.exchange, of, id },
    account: namedAccount(user, query.account ?? 'spot'),
    liquidity: role === undefined ? undefined : Liquidity[role],
  });
  if (found === null) {
    throw new WireError('notFound', { field: 'id', sentence: 'There is no such entry.' });
  }
  return { receipt: found, proof: proofOf(venueContext, found) };
});

/** Of the venue that the receipt is of: levels are of live in simulation too. */
const seal = webRoute('POST /receipt/seal', (context, request) => {
  context.seals[request.fields.venue]?.want();
  return null;
});

const seals = webRoute('GET /seals', (context, request) => {
  const query = request.fields;
  const { venue = 'live', after = 0 } = query;
  const all = context.seals[venue]?.list() ?? [];
  return { seals: all.filter(({ from }) => from > after).slice(0, SEALS_PAGE) };
});

/** The routes of this file. */
export const RECEIPT_ROUTES: readonly WebRoute[] = [receipt, seal, seals];
