/** What belongs to a person: security, API keys, sub-accounts, settings, and the switch that stops all. */
import {
  ANTI_PHISHING_MAX,
  API_KEY_IPS_MAX,
  API_KEY_LABEL_MAX,
  API_KEY_WINDOW_MS_MAX,
  type ClosingPart,
  KEY_GRANTS,
  PASSPHRASE_LENGTH_MAX,
  SETTING_NAME_MAX,
  SUB_ACCOUNT_LABEL_MAX,
} from '@halcyon/domain';
import {
  type ActingAs,
  type ApiKeyRow,
  type BrowserRow,
  type CancelledFamily,
  type CreatedApiKey,
  type FamilyRead,
  type KeyRequests,
  type LoginRow,
  type SecurityState,
  type SessionEntryRow,
  type Stopped,
  SUB_ACCOUNT_GRANTS,
  type SubAccountEntry,
} from '@halcyon/domain/web';
import { list, object, optional, text } from '../schema/fields.ts';
import {
  boolean,
  clearable,
  integer,
  json,
  moment,
  owned,
  pattern,
  texts,
  verbatim,
  word,
} from '../schema/web-fields.ts';
import { email, linkToken } from './person-fields.ts';
import { answer, webArea } from './spec.ts';

const security = webArea('Security');
const keys = webArea('API keys');
const subs = webArea('Sub-accounts');
const settings = webArea('Settings');

export const securityState = security('GET /security', {
  need: 'session',
  summary: 'What a page about security says first',
  answer: answer<SecurityState>('SecurityState'),
});

export const setAntiPhishing = security('PUT /anti-phishing', {
  need: 'proved',
  summary: 'Sets the text that mails begin with; nothing = none',
  // Its own rule answers for what is a little too long.
  fields: object({ antiPhishing: optional(verbatim('the text', ANTI_PHISHING_MAX * 2)) }),
  answer: answer<null>('null'),
});

export const sessions = security('GET /sessions', {
  need: 'session',
  summary: 'The sessions of the account',
  answer: answer<readonly SessionEntryRow[]>('SessionEntryRow[]'),
});

export const endSession = security('DELETE /sessions/:id', {
  need: 'present',
  summary: 'Ends one of them',
  fields: object({ id: owned(verbatim('the session', 200)) }),
  answer: answer<null>('null'),
});

export const endOtherSessions = security('DELETE /sessions', {
  need: 'present',
  summary: 'Ends all but this one',
  answer: answer<null>('null'),
});

export const logins = security('GET /logins', {
  need: 'session',
  summary: 'The sign-ins of the account',
  answer: answer<readonly LoginRow[]>('LoginRow[]'),
});

export const browsers = security('GET /browsers', {
  need: 'session',
  summary: 'Browsers whose sign-in gives no notice',
  answer: answer<readonly BrowserRow[]>('BrowserRow[]'),
});

export const forgetBrowser = security('DELETE /browsers/:id', {
  need: 'present',
  summary: 'Makes one of them unknown',
  fields: object({ id: owned(verbatim('the browser', 200)) }),
  answer: answer<null>('null'),
});

export const askEmailChange = security('POST /email', {
  need: 'proved',
  summary: 'Has a link mailed to a new address; whether somebody has it is not told',
  fields: object({ email: email() }),
  answer: answer<null>('null'),
});

export const confirmEmailChange = security('PUT /email-change', {
  need: 'public',
  summary: 'Takes the address by that link; every session ends',
  fields: object({ token: linkToken() }),
  answer: answer<null>('null'),
});

export const freeze = security('POST /freeze', {
  need: 'present',
  summary: 'Freezes the account until it is thawed: nobody signs in, no key works',
  answer: answer<null>('null'),
});

export const closing = security('GET /close-account', {
  need: 'session',
  summary: 'What keeps the account from being closed; empty = nothing does',
  answer: answer<readonly ClosingPart[]>('ClosingPart[]'),
});

export const closeAccount = security('POST /close-account', {
  need: 'proved',
  summary: 'Closes the account for good; refused while it has something open',
  answer: answer<null>('null'),
});

export const stop = security('POST /kill-switch', {
  need: 'present',
  summary: 'Switches all keys off and cancels all orders, of sub-accounts and on paper too',
  answer: answer<Stopped>('Stopped'),
});

const grants = () =>
  list(word('one', KEY_GRANTS), { description: 'what it may do', maxItems: KEY_GRANTS.length });
const ipList = () => texts('networks that it works from', API_KEY_IPS_MAX);
const keyId = () => owned(verbatim('the key', 128));
const ofAccount = () =>
  object({ account: optional(owned(verbatim('uid of a sub-account; absent = own keys', 20))) });
const ownWindow = () =>
  clearable(
    integer('window for request times; null = that of the wire', 0, API_KEY_WINDOW_MS_MAX, 'ms'),
  );

export const apiKeys = keys('GET /api-keys', {
  need: 'session',
  summary: 'The keys of the person, or of one of their sub-accounts',
  fields: ofAccount(),
  answer: answer<ApiKeyRow[]>('ApiKeyRow[]'),
});

export const createApiKey = keys('POST /api-keys', {
  need: 'proved',
  summary: 'Makes a key; its secret is told this once',
  query: ofAccount(),
  fields: object({
    label: verbatim('its name', API_KEY_LABEL_MAX),
    type: optional(word('how requests are signed; absent = hmac', ['hmac', 'rsa', 'ed25519'])),
    publicKey: optional(verbatim('of rsa and ed25519, PEM', 4_096)),
    passphrase: optional(verbatim('absent = one is made', PASSPHRASE_LENGTH_MAX)),
    permissions: optional(grants()),
    ipList: optional(ipList()),
    venue: optional(word('where it works; absent = live', ['live', 'paper'])),
    expiresAt: clearable(moment('until when it works; null = always')),
    windowMs: ownWindow(),
  }),
  answer: answer<CreatedApiKey>('CreatedApiKey'),
});

export const changeApiKey = keys('PATCH /api-keys/:id', {
  need: 'proved',
  summary: 'Changes a key; what is absent stays',
  query: ofAccount(),
  fields: object({
    id: keyId(),
    label: optional(verbatim('its name', API_KEY_LABEL_MAX)),
    permissions: clearable(grants()),
    ipList: clearable(ipList()),
    expiresAt: clearable(moment('until when it works; null = always')),
    windowMs: ownWindow(),
    disabled: optional(boolean('whether it is switched off')),
  }),
  answer: answer<ApiKeyRow>('ApiKeyRow'),
});

export const removeApiKey = keys('DELETE /api-keys/:id', {
  need: 'present',
  summary: 'Removes a key',
  query: ofAccount(),
  fields: object({ id: keyId() }),
  answer: answer<null>('null'),
});

export const keyRequests = keys('GET /api-keys/:id/requests', {
  need: 'session',
  summary: 'The last requests with a key',
  fields: object({ id: keyId(), ...ofAccount().properties }),
  answer: answer<KeyRequests>('KeyRequests'),
});

const subId = () => owned(verbatim('its uid', 200));
const subName = () => verbatim('its name', 40);

export const subAccounts = subs('GET /sub-accounts', {
  need: 'session',
  summary: 'The person and all sub-accounts, with what each has',
  answer: answer<FamilyRead>('FamilyRead'),
});

export const identities = subs('GET /identities', {
  need: 'session',
  subs: true,
  summary: 'Whom the page may act as',
  answer: answer<ActingAs[]>('ActingAs[]'),
});

export const createSubAccount = subs('POST /sub-accounts', {
  need: 'present',
  summary: 'Opens a sub-account',
  fields: object({ name: subName() }),
  answer: answer<SubAccountEntry>('SubAccountEntry'),
});

export const changeSubAccount = subs('PATCH /sub-accounts/:id', {
  need: 'proved',
  summary: 'Changes a sub-account; what is absent stays',
  fields: object({
    id: subId(),
    name: optional(subName()),
    remark: clearable(text('a note', SUB_ACCOUNT_LABEL_MAX)),
    permissions: optional(
      list(word('one', SUB_ACCOUNT_GRANTS), {
        description: 'all that it may do',
        maxItems: SUB_ACCOUNT_GRANTS.length,
        minItems: 1,
      }),
    ),
    frozen: optional(boolean('whether it can do nothing')),
  }),
  answer: answer<SubAccountEntry>('SubAccountEntry'),
});

export const freezeSubAccount = subs('POST /sub-accounts/:id/freeze', {
  need: 'present',
  summary: 'Lets a sub-account do nothing until it is thawed',
  fields: object({ id: subId() }),
  answer: answer<SubAccountEntry>('SubAccountEntry'),
});

export const cancelOfSubAccount = subs('POST /sub-accounts/:id/cancellation', {
  need: 'present',
  summary: 'Cancels all that a sub-account has open, in both venues',
  fields: object({ id: subId() }),
  answer: answer<CancelledFamily>('CancelledFamily'),
});

const settingName = () =>
  owned(
    pattern(
      'the setting',
      `1 to ${SETTING_NAME_MAX} letters, digits, . _ or -`,
      new RegExp(`^[a-zA-Z0-9][a-zA-Z0-9._-]{0,${SETTING_NAME_MAX - 1}}$`),
    ),
  );

export const allSettings = settings('GET /settings', {
  need: 'session',
  subs: true,
  summary: 'All settings of the person, by name',
  answer: answer<Record<string, unknown>>('JSON'),
});

export const setting = settings('GET /settings/:name', {
  need: 'session',
  subs: true,
  summary: 'One of them; null = it is not set',
  fields: object({ name: settingName() }),
  answer: answer<unknown>('JSON'),
});

export const settingVersions = settings('GET /setting-versions', {
  need: 'session',
  subs: true,
  summary: 'The version of each of them, by name; it grows with each change',
  answer: answer<Record<string, number>>('Record<string, number>'),
});

export const saveSetting = settings('PUT /settings/:name', {
  need: 'session',
  subs: true,
  summary: 'Sets one of them, and answers its version',
  fields: object({
    name: settingName(),
    value: json('any JSON'),
    replaces: optional(
      integer('the version that it replaces, 0 = none; absent = any', 0, Number.MAX_SAFE_INTEGER),
    ),
  }),
  answer: answer<number>('number'),
});

export const dropSetting = settings('DELETE /settings/:name', {
  need: 'session',
  subs: true,
  summary: 'Forgets one of them',
  fields: object({ name: settingName() }),
  query: object({
    version: optional(
      integer('the version that is forgotten; absent = any', 0, Number.MAX_SAFE_INTEGER),
    ),
  }),
  answer: answer<null>('null'),
});
