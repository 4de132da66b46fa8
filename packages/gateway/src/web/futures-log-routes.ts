/** The past of a futures account for the web app; shapes: domain/web/futures-records.ts. */
import { AccountKind, accountOf, ownerOf, parseWireId } from '@halcyon/domain';
import {
  FUTURES_LOG_MAX,
  FUTURES_LOGS,
  type FuturesLog,
  type FuturesLogName,
} from '@halcyon/domain/web';
import type { JsonObject } from '@halcyon/protocol';
import { badField } from '../http/web-error.ts';
import { futuresLog } from '../translate/futures-log.ts';
import type { WebRoute } from './context.ts';
import { narrowingOf } from './export-narrowing.ts';
import { optionalText, word } from './fields.ts';
import { namedInstrument } from './named-instrument.ts';
import { pageOf, timesOf } from './pages.ts';

const ID_LENGTH_MAX = 19;

function orderIn(query: JsonObject, list: FuturesLogName): number | undefined {
  const given = optionalText(query, 'order', ID_LENGTH_MAX);
  const id = given === undefined ? undefined : parseWireId(given);
  if (id === null) throw badField('order', 'order must be an order id');
  if (id !== undefined && list !== 'fills') throw badField('order', 'order is of fills only');
  return id;
}

const log: WebRoute = {
  method: 'GET',
  path: '/futures/log',
  ids: ['order'],
  subs: true,
  access: 'session',
  guests: true,
  async handle(context, request): Promise<FuturesLog> {
    const { rooms, account } = await context.trader(request);
    const query = request.raw.query as JsonObject;
    const list = word(query, 'list', FUTURES_LOGS);
    return futuresLog(rooms, accountOf(ownerOf(account), AccountKind.usdtFutures), list, {
      ...pageOf(query, FUTURES_LOG_MAX),
      ...timesOf(query),
      ...narrowingOf(query, list, 'futures'),
      instrument: namedInstrument(rooms.views, query, 'futures'),
      order: orderIn(query, list),
    });
  },
};

/** The routes of this file. */
export const FUTURES_LOG_ROUTES: readonly WebRoute[] = [log];
