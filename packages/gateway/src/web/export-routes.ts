/** Files of a person's records; shapes: domain/web/exports.ts. */
import { type InstrumentId, ownerOf } from '@halcyon/domain';
import type { ExportAccount, ExportFormat } from '@halcyon/domain/web';
import type { Views } from '@halcyon/views';
import { refusedField } from '../http/web-error.ts';
import { userAckSeq } from '../translate/lists.ts';
import { exportFilterOf } from './export-filter.ts';
import { transferNames } from './family-sides.ts';
import { namedAsset, namedInstrument } from './list-filters.ts';
import { type WebRoute, webRoute } from './route.ts';

const TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
};

/** What `symbol` names; it wants its account. */
function instrumentIn(
  views: Views,
  fields: { readonly symbol?: string; readonly account?: ExportAccount },
): InstrumentId | undefined {
  if (fields.account !== undefined) return namedInstrument(views, fields, fields.account);
  if (fields.symbol === undefined) return undefined;
  throw refusedField('account', 'account is required with symbol');
}

const begin = webRoute('POST /records/export', async (context, request) => {
  const { fields, session } = request;
  const { venueContext, account: spot } = await context.trader(request);
  const { views, history } = venueContext;
  const user = ownerOf(spot);
  const { account, list, format, startTime, endTime } = fields;
  if (startTime !== undefined && endTime !== undefined && endTime < startTime) {
    throw refusedField('endTime', 'endTime must not be before startTime');
  }
  // Nothing else that is written names anybody.
  const names = list === 'transfers' ? await transferNames(context, request) : undefined;
  const query = {
    list,
    names,
    format,
    user,
    account,
    instrument: instrumentIn(views, fields),
    asset: namedAsset(views, fields),
    ...exportFilterOf(fields, list, account),
    startTime,
    endTime,
  };
  const minSeq = userAckSeq(views, user);
  return context.exports.begin({
    ...{ person: session.uid, session: session.id, query, history, minSeq },
  });
});

const progress = webRoute('GET /records/export', ({ exports }, { session }) => ({
  export: exports.state(session.uid),
}));

const file = webRoute(
  'GET /records/export/file',
  async ({ exports }, { raw, reply, session, fields: { id } }) => {
    // Who only asks what there is does not take it.
    if (raw.method === 'HEAD') return null;
    const { body, format } = await exports.file(session.uid, id);
    return reply
      .type(TYPES[format])
      .header('content-disposition', 'attachment')
      .header('cache-control', 'no-store')
      .send(body);
  },
);

const end = webRoute('DELETE /records/export', ({ exports }, { session }) => {
  exports.end(session.uid);
  return { export: null };
});

/** The routes of this file. */
export const EXPORT_ROUTES: readonly WebRoute[] = [begin, progress, file, end];
