/** Faucet, saved settings, attribution, currency rates, coin marks and the API's description. */
import { isCopyRoute, openapi, type RouteSpec } from '@halcyon/protocol';
import { SETTING_VALUE_MAX } from '@halcyon/records';
import { refusedField } from '../http/web-error.ts';
import { jsonText } from '../ws/json-text.ts';
import { type WebRoute, webRoute } from './route.ts';

const faucet = webRoute('GET /faucet', (context, request) =>
  context.faucet.rows(request.session.uid),
);

const claim = webRoute('POST /faucet', (context, request) => {
  const { coin, amount, overChain } = request.fields;
  return context.faucet.claim(request.session.uid, coin, amount, overChain);
});

const settings = webRoute('GET /settings', async (context, request) => {
  const rows = await context.identity.listSettings({ uid: request.session.uid });
  const values: Record<string, unknown> = {};
  for (const { name, value } of rows) values[name] = JSON.parse(value) as unknown;
  return values;
});

const setting = webRoute('GET /settings/:name', async (context, request) => {
  const { name } = request.fields;
  const value = await context.identity.getSetting({ uid: request.session.uid, name });
  return value === null ? null : (JSON.parse(value) as unknown);
});

const settingVersions = webRoute('GET /setting-versions', async (context, request) => {
  const rows = await context.identity.settingVersions({ uid: request.session.uid });
  return Object.fromEntries(rows.map(({ name, version }) => [name, version]));
});

const saveSetting = webRoute('PUT /settings/:name', async (context, request) => {
  const { name, replaces } = request.fields;
  const value = jsonText(request.fields.value);
  if (value.length > SETTING_VALUE_MAX) {
    throw refusedField('value', `value has more than ${SETTING_VALUE_MAX} characters of JSON`);
  }
  return context.identity.putSetting({ uid: request.session.uid, name, value, replaces });
});

const dropSetting = webRoute('DELETE /settings/:name', async (context, request) => {
  await context.identity.deleteSetting({ uid: request.session.uid, ...request.fields });
  return null;
});

const attribution = webRoute('GET /attribution-config', (context) => context.attribution.current());

const currencyRates = webRoute('GET /currency-rates', (context) => context.rates.current());

const coins = webRoute('GET /coins', (context) => context.coinIcons());

const description = webRoute('GET /openapi.json', async (context, request) => {
  const offered = (route: RouteSpec) => context.copyTrading || !isCopyRoute(route);
  const document = openapi(context.origins.base(request.raw.headers.host), offered);
  // The document itself, as tools expect it, not the envelope.
  await request.reply.type('application/json; charset=utf-8').send(JSON.stringify(document));
  return request.reply;
});

/** The routes of this file. */
export const SITE_ROUTES: readonly WebRoute[] = [
  faucet,
  claim,
  settings,
  setting,
  settingVersions,
  saveSetting,
  dropSetting,
  attribution,
  currencyRates,
  coins,
  description,
];
