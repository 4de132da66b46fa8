/** Files of a person's records; shapes: domain/web/exports.ts. */
import { type InstrumentId, ownerOf } from '@halcyon/domain';
import {
  EXPORT_ACCOUNTS,
  EXPORT_FORMATS,
  EXPORT_LISTS,
  type ExportAccount,
  type ExportFormat,
  type ExportProgress,
  type ExportStarted,
} from '@halcyon/domain/web';
import type { JsonObject } from '@halcyon/protocol';
import type { Views } from '@halcyon/views';
import { assetOf } from '../http/context.ts';
import { badField } from '../http/web-error.ts';
import { userAckSeq } from '../translate/lists.ts';
import type { WebRoute } from './context.ts';
import { narrowingOf } from './export-narrowing.ts';
import { familyNames } from './family-sides.ts';
import { optionalText, optionalWord, text, word } from './fields.ts';
import { namedInstrument } from './named-instrument.ts';
import { timesOf } from './pages.ts';

const CODE_LENGTH_MAX = 40;
const ID_LENGTH_MAX = 40;
const TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
};

/** What `symbol` names; it wants its account. */
function instrumentIn(
  views: Views,
  body: JsonObject,
  account: ExportAccount | undefined,
): InstrumentId | undefined {
  if (account !== undefined) return namedInstrument(views, body, account);
  if ((body['symbol'] ?? '') === '') return undefined;
  throw badField('account', 'account is required with symbol');
}

const begin: WebRoute = {
  method: 'POST',
  path: '/records/export',
  access: 'session',
  guests: true,
  async handle(context, request): Promise<ExportStarted> {
    const { body, session } = request;
    const { rooms, account: spot } = await context.trader(request);
    const { views, history } = rooms;
    const user = ownerOf(spot);
    const account = optionalWord(body, 'account', EXPORT_ACCOUNTS);
    const coin = optionalText(body, 'coin', CODE_LENGTH_MAX)?.toUpperCase();
    const { startTime, endTime } = timesOf(body);
    if (startTime !== undefined && endTime !== undefined && endTime < startTime) {
      throw badField('endTime', 'endTime must not be before startTime');
    }
    const list = word(body, 'list', EXPORT_LISTS);
    // Nothing else that is written names anybody.
    const names = list === 'transfers' ? await familyNames(context, request) : undefined;
    const query = {
      list,
      names,
      format: word(body, 'format', EXPORT_FORMATS),
      user,
      account,
      instrument: instrumentIn(views, body, account),
      asset: coin === undefined ? undefined : assetOf(views, coin).id,
      ...narrowingOf(body, list, account),
      startTime,
      endTime,
    };
    const minSeq = userAckSeq(views, user);
    return context.exports.begin({
      ...{ person: session.uid, session: session.id, query, history, minSeq },
    });
  },
};

const progress: WebRoute = {
  method: 'GET',
  path: '/records/export',
  access: 'session',
  guests: true,
  handle: ({ exports }, { session }): ExportProgress => ({ export: exports.state(session.uid) }),
};

const file: WebRoute = {
  method: 'GET',
  path: '/records/export/file',
  ids: ['id'],
  access: 'session',
  guests: true,
  async handle({ exports }, { raw, reply, session }) {
    const id = text(raw.query as JsonObject, 'id', ID_LENGTH_MAX);
    // Who only asks what there is does not take it.
    if (raw.method === 'HEAD') return null;
    const { body, format } = await exports.file(session.uid, id);
    return reply
      .type(TYPES[format])
      .header('content-disposition', 'attachment')
      .header('cache-control', 'no-store')
      .send(body);
  },
};

const end: WebRoute = {
  method: 'DELETE',
  path: '/records/export',
  access: 'session',
  guests: true,
  handle: ({ exports }, { session }): ExportProgress => {
    exports.end(session.uid);
    return { export: null };
  },
};

/** The routes of this file. */
export const EXPORT_ROUTES: readonly WebRoute[] = [begin, progress, file, end];
