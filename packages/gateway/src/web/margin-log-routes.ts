/** The past of margin accounts for the web app; shapes: domain/web/margin-records.ts. */
import { ownerOf, parseWireId, parseWireLoanId } from '@halcyon/domain';
import {
  MARGIN_KINDS,
  MARGIN_LEDGER_GROUPS,
  MARGIN_LOG_MAX,
  MARGIN_LOGS,
  type MarginLog,
  ORDER_ENDS,
  ORDER_KINDS,
} from '@halcyon/domain/web';
import type { JsonObject } from '@halcyon/protocol';
import type { Views } from '@halcyon/views';
import { assetOf } from '../http/context.ts';
import { badField } from '../http/web-error.ts';
import { marginLog } from '../translate/margin-log.ts';
import { sideOf } from '../translate/words.ts';
import type { WebRoute } from './context.ts';
import { familySides } from './family-sides.ts';
import { optionalText, optionalWord, word } from './fields.ts';
import { namedInstrument } from './named-instrument.ts';
import { pageOf, timesOf } from './pages.ts';

const CODE_LENGTH_MAX = 40;
const ID_LENGTH_MAX = 19;
const SIDES = ['buy', 'sell'] as const;

function coinIn(views: Views, query: JsonObject): number | undefined {
  const coin = optionalText(query, 'coin', CODE_LENGTH_MAX)?.toUpperCase();
  return coin === undefined ? undefined : assetOf(views, coin).id;
}

function orderIn(query: JsonObject): number | undefined {
  const given = optionalText(query, 'order', ID_LENGTH_MAX);
  const id = given === undefined ? undefined : parseWireId(given);
  if (id === null) throw badField('order', 'order must be an order id');
  return id;
}

function loanIn(query: JsonObject) {
  const given = optionalText(query, 'loan', ID_LENGTH_MAX);
  const named = given === undefined ? undefined : parseWireLoanId(given);
  if (named === null) throw badField('loan', 'loan must be the id of a loan or a repayment');
  return named;
}

const log: WebRoute = {
  method: 'GET',
  path: '/margin/log',
  ids: ['order', 'loan'],
  subs: true,
  access: 'session',
  guests: true,
  async handle(context, request): Promise<MarginLog> {
    const { rooms, account } = await context.trader(request);
    const query = request.raw.query as JsonObject;
    const side = optionalWord(query, 'side', SIDES);
    const named = { ...rooms, sidesOf: familySides(context, request) };
    return marginLog(named, ownerOf(account), word(query, 'list', MARGIN_LOGS), {
      ...pageOf(query, MARGIN_LOG_MAX),
      ...timesOf(query),
      account: optionalWord(query, 'account', MARGIN_KINDS),
      instrument: namedInstrument(rooms.views, query, 'margin'),
      asset: coinIn(rooms.views, query),
      side: side === undefined ? undefined : sideOf(side),
      kind: optionalWord(query, 'kind', ORDER_KINDS),
      status: optionalWord(query, 'status', ORDER_ENDS),
      group: optionalWord(query, 'group', MARGIN_LEDGER_GROUPS),
      order: orderIn(query),
      loan: loanIn(query),
    });
  },
};

/** The routes of this file. */
export const MARGIN_LOG_ROUTES: readonly WebRoute[] = [log];
