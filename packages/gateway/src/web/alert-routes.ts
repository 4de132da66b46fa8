/** Alerts on prices; shapes: domain/web/alerts.ts. */
import { ALERTS_MAX, type AlertTerms, type Instrument, parseWireId } from '@halcyon/domain';
import type { AlertProduct } from '@halcyon/domain/web';
import { USDT_FUTURES, WireError } from '@halcyon/protocol';
import type { WebAsked } from '@halcyon/protocol/web';
import type { AlertOwner, AlertSetting } from '@halcyon/records';
import { priceNow } from '../alerts/venue-alerts.ts';
import { contractOf, instrumentOf, type RestContext } from '../http/context.ts';
import { refusedField } from '../http/web-error.ts';
import { alertRow } from '../translate/alert-rows.ts';
import { ticksOf } from '../translate/scaled.ts';
import type { SignedIn, WebContext } from './context.ts';
import { type WebRoute, webRoute } from './route.ts';

interface Asker {
  readonly venueContext: RestContext;
  readonly owner: AlertOwner;
}

async function askerOf(context: WebContext, request: SignedIn): Promise<Asker> {
  const { venueContext } = await context.trader(request);
  return { venueContext, owner: { uid: request.actor.user, venue: venueContext.venue } };
}

function listed({ views }: RestContext, product: AlertProduct, symbol: string): Instrument {
  return product === 'spot' ? instrumentOf(views, symbol) : contractOf(views, USDT_FUTURES, symbol);
}

type Said = Omit<WebAsked<'PATCH /alerts/:id'>, 'id'>;

function termsOf({ views }: RestContext, instrument: Instrument, said: Said): AlertTerms {
  const { price = 'last', condition } = said;
  const { id, symbol, contract } = instrument;
  if (price !== 'last' && contract === null) {
    throw refusedField('price', `price must be last: ${symbol} is no contract and has no ${price}`);
  }
  const level = ticksOf('level', said.level, instrument);
  if (condition !== 'crosses') return { price, condition, level, rises: condition === 'above' };
  const now = priceNow(views, id, price);
  if (now === 0) {
    throw refusedField('condition', `${symbol} has no such price yet: say above or below`);
  }
  if (now === level) {
    throw refusedField('level', 'level must be above or below the price, which is there now');
  }
  return { price, condition, level, rises: now < level };
}

function settingOf(venueContext: RestContext, instrument: Instrument, said: Said): AlertSetting {
  const { note = '', mail = false } = said;
  if (mail && venueContext.venue === 'paper') {
    throw refusedField('mail', 'mail must be false: nothing of simulation trading is mailed');
  }
  return {
    terms: termsOf(venueContext, instrument, said),
    note,
    mail,
    armedAt: venueContext.views.time,
  };
}

const list = webRoute('GET /alerts', async (context, request) => {
  const { venueContext, owner } = await askerOf(context, request);
  const { state, product, symbol } = request.fields;
  if (symbol !== undefined && product === undefined) {
    throw new WireError('fieldMissing', { field: 'product' });
  }
  const only =
    product && symbol !== undefined ? listed(venueContext, product, symbol).id : undefined;
  const rows = await context.identity.listAlerts({
    ...owner,
    fired: state === 'fired',
    instrument: only,
    limit: ALERTS_MAX,
  });
  const all = rows.map((row) => alertRow(venueContext.views, row));
  return product === undefined ? all : all.filter((row) => row.product === product);
});

const set = webRoute('POST /alerts', async (context, request) => {
  const { venueContext, owner } = await askerOf(context, request);
  const { product, symbol, ...said } = request.fields;
  const instrument = listed(venueContext, product, symbol);
  const setting = settingOf(venueContext, instrument, said);
  const input = { ...owner, ...setting, instrument: instrument.id };
  const alert = await context.identity.createAlert(input);
  context.alerts.put(alert);
  return alertRow(venueContext.views, alert);
});

const change = webRoute('PATCH /alerts/:id', async (context, request) => {
  const { venueContext, owner } = await askerOf(context, request);
  const { id: given, ...said } = request.fields;
  const id = parseWireId(given) ?? 0;
  const known = await context.identity.waitingAlert({ ...owner, id });
  const instrument = venueContext.views.instrument(known.instrument);
  if (instrument === undefined) throw new WireError('symbolUnknown', { value: '' });
  const setting = settingOf(venueContext, instrument, said);
  const alert = await context.identity.amendAlert({ ...owner, ...setting, id });
  context.alerts.put(alert);
  return alertRow(venueContext.views, alert);
});

const forget = webRoute('DELETE /alerts/:id', async (context, request) => {
  const { owner } = await askerOf(context, request);
  const id = parseWireId(request.fields.id) ?? 0;
  await context.identity.deleteAlert({ ...owner, id });
  context.alerts.remove(owner.venue, id);
  return null;
});

/** The routes of this file. */
export const ALERT_ROUTES: readonly WebRoute[] = [list, set, change, forget];
