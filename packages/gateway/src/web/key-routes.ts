/** API keys of the signed-in person, and of their sub-accounts. */
import { type UserId, wireUserId } from '@halcyon/domain';
import type { ApiKeyRow } from '@halcyon/domain/web';
import { RECEIVE_WINDOW_MS } from '@halcyon/protocol';
import { type ApiKeyRecord, type ApiKeySettings, RecordsError } from '@halcyon/records';
import { KeyedMutex } from '../base/keyed-mutex.ts';
import type { SignedIn, WebContext } from './context.ts';
import { type ParsedRequest, type WebRoute, webRoute } from './route.ts';
import { memberOf } from './sub-account-routes.ts';

/** A key as the page shows it. */
function rowOf(record: ApiKeyRecord): ApiKeyRow {
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
    portfolio: record.portfolio === undefined ? '' : wireUserId(record.portfolio),
  };
}

/** The store's word for none; undefined stays as it is. */
function zeroOf(given: number | null | undefined): number | undefined {
  return given === null ? 0 : given;
}

/** A request about the keys of an account. */
type OfAccount = SignedIn & { readonly fields: { readonly account?: string } };
/** A request about one of them. */
type OfKey = OfAccount & { readonly fields: { readonly id: string } };

/** Whose keys: the person's, or those of the sub-account that the query names. */
async function ownerOf({ live }: WebContext, request: OfAccount): Promise<UserId> {
  const named = request.fields.account;
  if (named === undefined) return request.session.uid;
  return (await live.family.own(memberOf(request, named), 'account')).uid;
}

const list = webRoute('GET /api-keys', async (context, request) => {
  const records = await context.identity.listApiKeys({ uid: await ownerOf(context, request) });
  return records.map(rowOf);
});

/** The key that a request wants. */
async function newKey(context: WebContext, request: ParsedRequest<'POST /api-keys'>) {
  const { fields } = request;
  return {
    uid: await ownerOf(context, request),
    label: fields.label,
    type: fields.type ?? 'hmac',
    publicKey: fields.publicKey,
    passphrase: fields.passphrase,
    permissions: fields.permissions ?? [],
    ipList: fields.ipList ?? [],
    venue: fields.venue ?? 'live',
    tier: 'normal',
    expiresAt: fields.expiresAt ?? 0,
    windowMs: zeroOf(fields.windowMs),
  } as const;
}

const create = webRoute(
  'POST /api-keys',
  async (context, request) => {
    const made = await context.identity.createApiKey(await newKey(context, request));
    const secret = made.secretKey === '' ? {} : { secretKey: made.secretKey };
    return { ...rowOf(made.record), ...secret, passphrase: made.passphrase };
  },
  async (context, request) => context.identity.checkNewApiKey(await newKey(context, request)),
);

async function ownKey(context: WebContext, request: OfKey): Promise<ApiKeyRecord> {
  const { id } = request.fields;
  const records = await context.identity.listApiKeys({ uid: await ownerOf(context, request) });
  const record = records.find((candidate) => candidate.apiKey === id);
  if (record !== undefined) return record;
  throw new RecordsError('keyNotFound', 'there is no such API key', { field: 'apiKey' });
}

/** Their next request reads them again; sockets that they opened are closed: both listen. */
function changed(context: WebContext, apiKeys: readonly string[]): void {
  for (const apiKey of apiKeys) context.revocations.key(apiKey);
}

/** What a request does not name stays: of two at once, each keeps what the other changed. */
function makeUpdate(): WebRoute {
  const turns = new KeyedMutex<UserId>();
  return webRoute(
    'PATCH /api-keys/:id',
    (context, request) => turns.take(request.session.uid, () => change(context, request)),
    async (context, request) => {
      const before = await ownKey(context, request);
      const settings = settingsAfter(before, request.fields);
      const { uid, portfolio } = before;
      await context.identity.checkKeyChange({ ...settings, uid, portfolio });
    },
  );
}

/** The settings that a key has afterwards. */
function settingsAfter(
  before: ApiKeyRecord,
  fields: ParsedRequest<'PATCH /api-keys/:id'>['fields'],
): ApiKeySettings {
  return {
    label: fields.label ?? before.label,
    permissions: 'permissions' in fields ? (fields.permissions ?? []) : before.permissions,
    ipList: 'ipList' in fields ? (fields.ipList ?? []) : before.ipList,
    expiresAt: zeroOf(fields.expiresAt) ?? before.expiresAt,
    windowMs: zeroOf(fields.windowMs),
  };
}

async function change(
  context: WebContext,
  request: ParsedRequest<'PATCH /api-keys/:id'>,
): Promise<ApiKeyRow> {
  const { fields } = request;
  const before = await ownKey(context, request);
  const { apiKey, uid } = before;
  const { disabled } = fields;
  const settings = settingsAfter(before, fields);
  const record = await context.identity.updateApiKey({ ...settings, uid, apiKey, disabled });
  changed(context, await context.identity.keysOf({ apiKey }));
  return rowOf(record);
}

const remove = webRoute('DELETE /api-keys/:id', async (context, request) => {
  const { id: apiKey } = request.fields;
  const uid = await ownerOf(context, request);
  changed(context, await context.identity.deleteApiKey({ uid, apiKey }));
  return null;
});

/** What was asked with a key, for its owner and nobody else. */
const requests = webRoute('GET /api-keys/:id/requests', async (context, request) => {
  const { apiKey } = await ownKey(context, request);
  return context.requests.of(apiKey);
});

/** The routes of this file, with turns of their own. */
export function keyRoutes(): readonly WebRoute[] {
  return [list, create, makeUpdate(), remove, requests];
}
