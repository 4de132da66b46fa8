/** The web app's parent orders that ended, one of any, and its orders. */
import { ORDER_PAGE_MAX } from '@halcyon/domain/web';
import { WireError } from '@halcyon/protocol';
import { parentPageRow } from '../translate/parent-page-rows.ts';
import { childOrders, endedParents, findParent } from '../translate/parent-pages.ts';
import { namedInstrument, namedSide } from './list-filters.ts';
import { idOf, pageOf, timesOf } from './pages.ts';
import { type WebRoute, webRoute } from './route.ts';

const ended = webRoute('GET /orders/parents', async (context, request) => {
  const { venueContext, account } = await context.trader(request);
  const { fields } = request;
  return endedParents(venueContext, account, {
    ...pageOf(fields, ORDER_PAGE_MAX),
    instrument: namedInstrument(venueContext.views, fields, 'spot'),
    side: namedSide(fields),
    kind: fields.kind,
    status: fields.status,
    ...timesOf(fields),
  });
});

const one = webRoute('GET /orders/parent', async (context, request) => {
  const { venueContext, account } = await context.trader(request);
  const parent = await findParent(venueContext, account, idOf('order', request.fields.order));
  if (parent === null) throw unknownParent('order');
  return parentPageRow(venueContext.views, parent);
});

const children = webRoute('GET /orders/children', async (context, request) => {
  const { venueContext, account } = await context.trader(request);
  const id = idOf('parent', request.fields.parent);
  if ((await findParent(venueContext, account, id)) === null) throw unknownParent('parent');
  return childOrders(venueContext, account, id, pageOf(request.fields, ORDER_PAGE_MAX));
});

function unknownParent(field: string): WireError {
  return new WireError('notFound', { field, sentence: 'There is no such parent order.' });
}

/** The routes of this file. */
export const PARENT_WEB_ROUTES: readonly WebRoute[] = [ended, one, children];
