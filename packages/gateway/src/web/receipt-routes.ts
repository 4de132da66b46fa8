/** Receipts of one's own entries; shapes: domain/web/receipts.ts. */
import { ACCOUNT_WORDS, namedAccount, ownerOf, parseWireId, type Receipt } from '@halcyon/domain';
import {
  RECEIPT_SUBJECTS,
  type ReceiptAnswer,
  type ReceiptSubject,
  SEALS_PAGE,
  type SealsAnswer,
} from '@halcyon/domain/web';
import type { JsonObject } from '@halcyon/protocol';
import { Liquidity } from '@halcyon/records';
import type { RestContext } from '../http/context.ts';
import { badField, WebError } from '../http/web-error.ts';
import { LongOrderError, type ReceiptQuery, receiptOf } from '../translate/receipts.ts';
import type { SignedIn, WebContext, WebRoute } from './context.ts';
import { optionalWhole, optionalWord, text, word } from './fields.ts';

const ID_LENGTH_MAX = 19;
const ROLES = ['maker', 'taker'] as const;

/** Levels are of the live venue, and the root's: its sub-accounts pay as it does. */
async function ownerIn(context: WebContext, request: SignedIn, of: ReceiptSubject) {
  const { live } = context;
  if (of === 'level') return { rooms: live, user: live.views.rootOf(request.session.uid) };
  const { rooms, account } = await context.trader(request);
  return { rooms, user: ownerOf(account) };
}

/** @throws WebError for what has too much in it for one receipt */
async function askedOf(rooms: Parameters<typeof receiptOf>[0], query: ReceiptQuery) {
  try {
    return await receiptOf(rooms, query);
  } catch (error) {
    if (error instanceof LongOrderError) throw badField('id', error.message);
    throw error;
  }
}

const receipt: WebRoute = {
  method: 'GET',
  path: '/receipt',
  ids: ['id'],
  subs: true,
  access: 'session',
  guests: true,
  async handle(context, request): Promise<ReceiptAnswer> {
    const query = request.raw.query as JsonObject;
    const of = word(query, 'of', RECEIPT_SUBJECTS);
    const { rooms, user } = await ownerIn(context, request, of);
    const id = parseWireId(text(query, 'id', ID_LENGTH_MAX));
    if (id === null) throw badField('id', 'id must be that of an entry');
    const role = optionalWord(query, 'role', ROLES);
    const found = await askedOf(rooms, {
      ...{ exchange: context.exchange, of, id },
      account: namedAccount(user, word(query, 'account', ACCOUNT_WORDS, 'spot')),
      liquidity: role === undefined ? undefined : Liquidity[role],
    });
    if (found === null) {
      throw new WebError('notFound', 404, '40034', 'There is no such entry.', { field: 'id' });
    }
    return { receipt: found, proof: proofOf(rooms, found) };
  },
};

/** Orders and positions are sums over many commands; each of these is sealed by itself. */
function proofOf({ seals }: RestContext, receipt: Receipt): ReceiptAnswer['proof'] {
  if (receipt.kind === 'order' || receipt.kind === 'position') return 'parts';
  return seals?.proof(receipt) ?? 'none';
}

const VENUES = ['live', 'paper'] as const;

/** Of the venue that the receipt is of: levels are of live in simulation too. */
const seal: WebRoute = {
  method: 'POST',
  path: '/receipt/seal',
  subs: true,
  access: 'session',
  guests: true,
  handle(context, request) {
    context.seals[word(request.body, 'venue', VENUES)]?.want();
    return null;
  },
};

const seals: WebRoute = {
  method: 'GET',
  path: '/seals',
  access: 'public',
  handle(context, request): SealsAnswer {
    const query = request.raw.query as JsonObject;
    const venue = word(query, 'venue', VENUES, 'live');
    const after = optionalWhole(query, 'after', 'a place in the journal') ?? 0;
    const all = context.seals[venue]?.list() ?? [];
    return { seals: all.filter(({ from }) => from > after).slice(0, SEALS_PAGE) };
  },
};

/** The routes of this file. */
export const RECEIPT_ROUTES: readonly WebRoute[] = [receipt, seal, seals];
