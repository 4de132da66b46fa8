/** API keys of the signed-in person, and of their sub-accounts. */
import type { UserId } from '@halcyon/domain';
import type { KeyRequests } from '@halcyon/domain/web';
import { type JsonObject, RECEIVE_WINDOW_MS } from '@halcyon/protocol';
import {
  API_KEY_IPS_MAX,
  API_KEY_LABEL_MAX,
  type ApiKeyRecord,
  type ApiKeySettings,
  GRANTS,
  type Grant,
  PASSPHRASE_LENGTH_MAX,
  RecordsError,
} from '@halcyon/records';
import { Turns } from '../base/turns.ts';
import { badField } from '../http/web-error.ts';
import type { SignedIn, WebContext, WebRoute } from './context.ts';
import {
  optionalFlag,
  optionalText,
  optionalTime,
  optionalWhole,
  text,
  texts,
  word,
} from './fields.ts';
import { memberOf } from './sub-account-routes.ts';

const PEM_LENGTH_MAX = 4_096;
const API_KEY_LENGTH_MAX = 128;
const UID_MAX = 20;

/** A key as the page shows it. */
function rowOf(record: ApiKeyRecord): Record<string, unknown> {
  return {
    id: record.apiKey,
    label: record.label,
    type: record.type,
    apiKey: record.apiKey,
    permissions: record.permissions,
    ipList: record.ipList,
    venue: record.venue,
    expiresAt: record.expiresAt === 0 ? null : record.expiresAt,
    windowMs: record.windowMs === 0 ? RECEIVE_WINDOW_MS : record.windowMs,
    createdAt: record.createdAt,
    lastUsedAt: record.lastUsedAt === 0 ? null : record.lastUsedAt,
    lastUsedAddress: record.lastUsedAddress,
    disabled: record.disabled,
  };
}

function permissionsOf(body: JsonObject): Grant[] {
  return texts(body, 'permissions', GRANTS.length).map((given) => {
    const found = GRANTS.find((permission) => permission === given);
    if (found !== undefined) return found;
    throw badField('permissions', `permissions may hold ${GRANTS.join(', ')}`);
  });
}

/** The key's own window; null sets it back to that of the wire. */
function windowOf(body: JsonObject): number | undefined {
  if (body['windowMs'] === undefined) return undefined;
  return optionalWhole(body, 'windowMs', 'a whole number of ms') ?? 0;
}

/** Whose keys: the person's, or those of the sub-account that the query names. */
async function ownerOf({ live }: WebContext, request: SignedIn): Promise<UserId> {
  const named = optionalText(request.raw.query as JsonObject, 'account', UID_MAX);
  if (named === undefined) return request.session.uid;
  return (await live.family.own(memberOf(request, named), 'account')).uid;
}

const list: WebRoute = {
  method: 'GET',
  path: '/api-keys',
  ids: ['account'],
  access: 'session',
  async handle(context, request) {
    const records = await context.identity.listApiKeys({ uid: await ownerOf(context, request) });
    return records.map(rowOf);
  },
};

const create: WebRoute = {
  method: 'POST',
  path: '/api-keys',
  ids: ['account'],
  access: 'proved',
  async handle(context, request) {
    const { body } = request;
    const made = await context.identity.createApiKey({
      uid: await ownerOf(context, request),
      label: text(body, 'label', API_KEY_LABEL_MAX),
      type: word(body, 'type', ['hmac', 'rsa', 'ed25519'], 'hmac'),
      publicKey: optionalText(body, 'publicKey', PEM_LENGTH_MAX),
      passphrase: optionalText(body, 'passphrase', PASSPHRASE_LENGTH_MAX),
      permissions: permissionsOf(body),
      ipList: texts(body, 'ipList', API_KEY_IPS_MAX),
      venue: word(body, 'venue', ['live', 'paper'], 'live'),
      tier: 'normal',
      expiresAt: optionalTime(body, 'expiresAt') ?? 0,
      windowMs: windowOf(body),
    });
    const secret = made.secretKey === '' ? {} : { secretKey: made.secretKey };
    return { ...rowOf(made.record), ...secret, passphrase: made.passphrase };
  },
};

async function ownKey(context: WebContext, request: SignedIn): Promise<ApiKeyRecord> {
  const id = idOf(request);
  const records = await context.identity.listApiKeys({ uid: await ownerOf(context, request) });
  const record = records.find((candidate) => candidate.apiKey === id);
  if (record !== undefined) return record;
  throw new RecordsError('keyNotFound', 'there is no such API key', { field: 'apiKey' });
}

function idOf(request: SignedIn): string {
  const { id } = request.raw.params as { readonly id?: string };
  return (id ?? '').slice(0, API_KEY_LENGTH_MAX);
}

/** Their next request reads them again; sockets that they opened are closed: both listen. */
function changed(context: WebContext, apiKeys: readonly string[]): void {
  for (const apiKey of apiKeys) context.revocations.key(apiKey);
}

/** What a request does not name stays: of two at once, each keeps what the other changed. */
function makeUpdate(): WebRoute {
  const turns = new Turns<UserId>();
  return {
    method: 'PATCH',
    path: '/api-keys/:id',
    ids: ['account'],
    access: 'proved',
    handle: (context, request) => turns.take(request.session.uid, () => change(context, request)),
  };
}

async function change(context: WebContext, request: SignedIn): Promise<unknown> {
  const { body } = request;
  const before = await ownKey(context, request);
  const settings: ApiKeySettings = {
    label: optionalText(body, 'label', API_KEY_LABEL_MAX) ?? before.label,
    permissions: 'permissions' in body ? permissionsOf(body) : before.permissions,
    ipList: 'ipList' in body ? texts(body, 'ipList', API_KEY_IPS_MAX) : before.ipList,
    expiresAt: 'expiresAt' in body ? (optionalTime(body, 'expiresAt') ?? 0) : before.expiresAt,
    windowMs: windowOf(body),
  };
  const { apiKey, uid } = before;
  const disabled = optionalFlag(body, 'disabled');
  const record = await context.identity.updateApiKey({ ...settings, uid, apiKey, disabled });
  changed(context, await context.identity.keysOf({ apiKey }));
  return rowOf(record);
}

const remove: WebRoute = {
  method: 'DELETE',
  path: '/api-keys/:id',
  ids: ['account'],
  access: 'present',
  async handle(context, request) {
    const apiKey = idOf(request);
    const uid = await ownerOf(context, request);
    changed(context, await context.identity.deleteApiKey({ uid, apiKey }));
    return null;
  },
};

/** What was asked with a key, for its owner and nobody else. */
const requests: WebRoute = {
  method: 'GET',
  path: '/api-keys/:id/requests',
  ids: ['account'],
  access: 'session',
  async handle(context, request): Promise<KeyRequests> {
    const { apiKey } = await ownKey(context, request);
    return context.requests.of(apiKey);
  },
};

/** The routes of this file, with turns of their own. */
export function keyRoutes(): readonly WebRoute[] {
  return [list, create, makeUpdate(), remove, requests];
}
