/** Faucet, saved settings, attribution, currency rates, coin marks and the API's description. */
import { openapi } from '@halcyon/protocol';
import { SETTING_NAME_MAX, SETTING_VALUE_MAX } from '@halcyon/records';
import { badField } from '../http/web-error.ts';
import { jsonText } from '../ws/json-text.ts';
import type { SignedIn, WebRoute } from './context.ts';
import { optionalFlag, text } from './fields.ts';

const AMOUNT_LENGTH_MAX = 40;
const SETTING_NAME = /^[a-zA-Z0-9][a-zA-Z0-9._-]*$/;

const faucet: WebRoute = {
  method: 'GET',
  path: '/faucet',
  access: 'session',
  handle: (context, request) => context.faucet.rows(request.session.uid),
};

const claim: WebRoute = {
  method: 'POST',
  path: '/faucet',
  access: 'present',
  handle(context, request) {
    const coin = text(request.body, 'coin', 20);
    const amount = text(request.body, 'amount', AMOUNT_LENGTH_MAX);
    const overChain = optionalFlag(request.body, 'overChain');
    return context.faucet.claim(request.session.uid, coin, amount, overChain);
  },
};

function settingName(request: SignedIn): string {
  const { name = '' } = request.raw.params as { readonly name?: string };
  if (name.length <= SETTING_NAME_MAX && SETTING_NAME.test(name)) return name;
  throw badField('name', `name must be 1 to ${SETTING_NAME_MAX} letters, digits, . _ or -`);
}

const settings: WebRoute = {
  method: 'GET',
  path: '/settings',
  subs: true,
  access: 'session',
  async handle(context, request) {
    const rows = await context.identity.listSettings({ uid: request.session.uid });
    const values: Record<string, unknown> = {};
    for (const { name, value } of rows) values[name] = JSON.parse(value) as unknown;
    return values;
  },
};

const setting: WebRoute = {
  method: 'GET',
  path: '/settings/:name',
  subs: true,
  access: 'session',
  async handle(context, request) {
    const name = settingName(request);
    const value = await context.identity.getSetting({ uid: request.session.uid, name });
    return value === null ? null : (JSON.parse(value) as unknown);
  },
};

const saveSetting: WebRoute = {
  method: 'PUT',
  path: '/settings/:name',
  subs: true,
  access: 'session',
  async handle(context, request) {
    const name = settingName(request);
    const given = request.body['value'];
    if (given === undefined) throw badField('value', 'value is required: any JSON');
    const value = jsonText(given);
    if (value.length > SETTING_VALUE_MAX) {
      throw badField('value', `value has more than ${SETTING_VALUE_MAX} characters of JSON`);
    }
    await context.identity.putSetting({ uid: request.session.uid, name, value });
    return null;
  },
};

const dropSetting: WebRoute = {
  method: 'DELETE',
  path: '/settings/:name',
  subs: true,
  access: 'session',
  async handle(context, request) {
    await context.identity.deleteSetting({ uid: request.session.uid, name: settingName(request) });
    return null;
  },
};

const attribution: WebRoute = {
  method: 'GET',
  path: '/attribution-config',
  access: 'public',
  handle: (context) => context.attribution.current(),
};

const currencyRates: WebRoute = {
  method: 'GET',
  path: '/currency-rates',
  access: 'public',
  handle: (context) => context.rates.current(),
};

const coins: WebRoute = {
  method: 'GET',
  path: '/coins',
  access: 'public',
  handle: (context) => context.coinIcons(),
};

const description: WebRoute = {
  method: 'GET',
  path: '/openapi.json',
  access: 'public',
  async handle(context, request) {
    const document = openapi(context.origins.base(request.raw.headers.host));
    // The document itself, as tools expect it, not the envelope.
    await request.reply.type('application/json; charset=utf-8').send(JSON.stringify(document));
    return request.reply;
  },
};

/** The routes of this file. */
export const SITE_ROUTES: readonly WebRoute[] = [
  faucet,
  claim,
  settings,
  setting,
  saveSetting,
  dropSetting,
  attribution,
  currencyRates,
  coins,
  description,
];
