/**
 * The tables of the identity database: people, not money. Rows here follow from nothing else, so
 * every change is a transaction of its own and durable when the call returns.
 */
import type { Kysely } from 'kysely';
import type { DatabaseKind } from '../sql/connect.ts';
import { FACTS } from '../sql/facts.ts';
import type { Migration, TableSpec } from '../sql/migrate.ts';
import { ALERT_COUNTER, ALERTS } from './alert-tables.ts';
import { NOTICE_MARKS, NOTICES_READ } from './notice-tables.ts';

const FIRST_TABLES = {
  users: {
    name: 'users',
    columns: {
      uid: 'int',
      email: 'text',
      password_hash: 'text',
      status: 'text',
      attribution: 'text',
      key_count: 'int',
      created_at: 'int',
      password_changed_at: 'int',
    },
    key: ['uid'],
    unique: [['email']],
  },
  sessions: {
    name: 'sessions',
    columns: {
      token_hash: 'text',
      uid: 'int',
      created_at: 'int',
      last_seen_at: 'int',
      expires_at: 'int',
      address: 'text',
      user_agent: 'text',
    },
    key: ['token_hash'],
  },
  devices: {
    name: 'devices',
    columns: { token_hash: 'text', uid: 'int', created_at: 'int', last_used_at: 'int' },
    key: ['token_hash'],
  },
  login_budgets: {
    name: 'login_budgets',
    columns: { subject: 'text', spent_until: 'int' },
    key: ['subject'],
  },
  api_keys: {
    name: 'api_keys',
    columns: {
      api_key: 'text',
      uid: 'int',
      label: 'text',
      type: 'text',
      secret: 'text',
      public_key: 'text',
      passphrase_mac: 'text',
      permissions: 'text',
      ip_list: 'text',
      venue: 'text',
      tier: 'text',
      expires_at: 'int',
      created_at: 'int',
      last_used_at: 'int',
      last_used_address: 'text',
      deleted_at: 'int',
    },
    key: ['api_key'],
  },
  settings: {
    name: 'settings',
    columns: { uid: 'int', name: 'text', value: 'text', updated_at: 'int' },
    key: ['uid', 'name'],
  },
  faucet_claims: {
    name: 'faucet_claims',
    columns: {
      uid: 'int',
      venue: 'text',
      day: 'text',
      asset: 'int',
      amount: 'int',
      claims: 'int',
    },
    key: ['uid', 'venue', 'day', 'asset'],
  },
  facts: FACTS,
} as const satisfies Record<string, TableSpec>;

type RowOf<Spec extends TableSpec> = {
  [Column in keyof Spec['columns']]: Spec['columns'][Column] extends 'int' ? number : string;
};

const GUESTS = {
  name: 'guests',
  columns: { token_hash: 'text', uid: 'int', created_at: 'int', last_seen_at: 'int' },
  key: ['token_hash'],
  unique: [['uid']],
} as const satisfies TableSpec;

const MAILS = {
  name: 'mails',
  columns: {
    /** Grows with time. */
    mail_id: 'text',
    uid: 'int',
    recipient: 'text',
    kind: 'text',
    language: 'text',
    /** What the text is about, encrypted: it may hold a token. */
    contents: 'text',
    created_at: 'int',
    /** Not worth sending from then on. */
    expires_at: 'int',
    next_try_at: 'int',
    tries: 'int',
    fault: 'text',
  },
  key: ['mail_id'],
} as const satisfies TableSpec;

const PASSWORD_RESETS = {
  name: 'password_resets',
  columns: { token_hash: 'text', uid: 'int', expires_at: 'int' },
  key: ['token_hash'],
} as const satisfies TableSpec;

const AUTHENTICATORS = {
  name: 'authenticators',
  /** `last_step`: the step of the code that was used last; no earlier one is taken. */
  columns: { uid: 'int', secret: 'text', made_at: 'int', last_step: 'int' },
  key: ['uid'],
} as const satisfies TableSpec;

const AUTHENTICATOR_SETUPS = {
  name: 'authenticator_setups',
  columns: { uid: 'int', secret: 'text', expires_at: 'int' },
  key: ['uid'],
} as const satisfies TableSpec;

const BACKUP_CODES = {
  name: 'backup_codes',
  columns: { uid: 'int', code_mac: 'text' },
  key: ['uid', 'code_mac'],
} as const satisfies TableSpec;

const LOGINS = {
  name: 'logins',
  columns: {
    uid: 'int',
    /** Grows with time. */
    login_id: 'text',
    at: 'int',
    address: 'text',
    user_agent: 'text',
    /** 1 = from a browser that had never signed in to this account, while others had. */
    unusual: 'int',
  },
  key: ['uid', 'login_id'],
} as const satisfies TableSpec;

const EMAIL_CHANGES = {
  name: 'email_changes',
  columns: { token_hash: 'text', uid: 'int', email: 'text', expires_at: 'int' },
  key: ['token_hash'],
} as const satisfies TableSpec;

const PASSKEYS = {
  name: 'passkeys',
  columns: {
    /** Grows with time. */
    passkey_id: 'text',
    uid: 'int',
    credential_id: 'text',
    /** COSE, base64url. */
    public_key: 'text',
    /** How often the key says that it was used; 0 = it does not count. */
    counter: 'int',
    name: 'text',
    made_at: 'int',
    used_at: 'int',
  },
  key: ['passkey_id'],
  unique: [['credential_id']],
} as const satisfies TableSpec;

const USED_CHALLENGES = {
  name: 'used_challenges',
  /** What counts once: challenges of passkeys, and withdrawals that were told of. */
  columns: { challenge: 'text', expires_at: 'int' },
  key: ['challenge'],
} as const satisfies TableSpec;

const AUDIT = {
  name: 'audit',
  /** `mac`: over the entry and the `mac` before it. */
  columns: { seq: 'int', at: 'int', uid: 'int', act: 'text', detail: 'text', mac: 'text' },
  key: ['seq'],
} as const satisfies TableSpec;

const AUDIT_END = {
  name: 'audit_end',
  /** One row: the newest entry, and a MAC that says that it is. */
  columns: { seq: 'int', mac: 'text' },
  key: ['seq'],
} as const satisfies TableSpec;

const SUB_ACCOUNTS = {
  name: 'sub_accounts',
  columns: {
    uid: 'int',
    root: 'int',
    name: 'text',
    label: 'text',
    /** Words, with commas. */
    permissions: 'text',
    /** Unix ms at which its root froze it; 0 = it did not. */
    frozen_at: 'int',
    created_at: 'int',
    updated_at: 'int',
  },
  key: ['uid'],
  unique: [['root', 'name']],
} as const satisfies TableSpec;

const THAWS = {
  name: 'thaws',
  columns: { token_hash: 'text', uid: 'int', expires_at: 'int' },
  key: ['token_hash'],
} as const satisfies TableSpec;

const WITHDRAWAL_ADDRESSES = {
  name: 'withdrawal_addresses',
  columns: {
    uid: 'int',
    coin: 'text',
    chain: 'text',
    address: 'text',
    label: 'text',
    added_at: 'int',
    usable_at: 'int',
  },
  key: ['uid', 'coin', 'chain', 'address'],
} as const satisfies TableSpec;

/** The tables as they are after all migrations. */
export const IDENTITY_TABLES = {
  ...FIRST_TABLES,
  guests: GUESTS,
  mails: MAILS,
  password_resets: PASSWORD_RESETS,
  email_changes: EMAIL_CHANGES,
  logins: LOGINS,
  authenticators: AUTHENTICATORS,
  authenticator_setups: AUTHENTICATOR_SETUPS,
  backup_codes: BACKUP_CODES,
  passkeys: PASSKEYS,
  used_challenges: USED_CHALLENGES,
  audit: AUDIT,
  audit_end: AUDIT_END,
  sub_accounts: {
    ...SUB_ACCOUNTS,
    /**
     * `frozen_by`: of a frozen one the API key that froze it; '' = a person did.
     * `withheld`: permissions that a person took away, words with commas: no key gives them back.
     */
    columns: { ...SUB_ACCOUNTS.columns, frozen_by: 'text', withheld: 'text' },
  },
  withdrawal_addresses: WITHDRAWAL_ADDRESSES,
  thaws: THAWS,
  alerts: ALERTS,
  alert_counter: ALERT_COUNTER,
  /** `alert_seq`: up to which fired alert. */
  notice_marks: { ...NOTICE_MARKS, columns: { ...NOTICE_MARKS.columns, alert_seq: 'int' } },
  notices_read: NOTICES_READ,
  users: {
    ...FIRST_TABLES.users,
    /**
     * `anti_phishing`: a text of the person's choice that every mail of ours shows; '' = none.
     * `secured_at`: Unix ms at which what the person proves itself with was changed, 0 = never; no
     * two changes have the same.
     * `self_frozen`: 1 = its owner froze it, and can thaw it; of others only the operator can.
     * `language`: code of the one that the person last used; '' = not known.
     */
    columns: {
      ...FIRST_TABLES.users.columns,
      anti_phishing: 'text',
      secured_at: 'int',
      self_frozen: 'int',
      language: 'text',
    },
  },
  devices: {
    ...FIRST_TABLES.devices,
    columns: { ...FIRST_TABLES.devices.columns, user_agent: 'text' },
  },
  sessions: {
    ...FIRST_TABLES.sessions,
    /** `active_at`: Unix ms at which its person last did something. */
    columns: { ...FIRST_TABLES.sessions.columns, active_at: 'int' },
  },
  api_keys: {
    ...FIRST_TABLES.api_keys,
    /**
     * `window_ms`: how far the time of a request may be off; 0 = as far as the wire allows.
     * `disabled_at`: Unix ms at which its owner switched it off; 0 = it is on.
     * `made_by`: the API key that made it and that it ends with; '' = a person did.
     * `portfolio`: the copy portfolio that it acts for; 0 = its person.
     */
    columns: {
      ...FIRST_TABLES.api_keys.columns,
      window_ms: 'int',
      disabled_at: 'int',
      made_by: 'text',
      portfolio: 'int',
    },
  },
} as const satisfies Record<string, TableSpec>;

/** The identity database as Kysely sees it. */
export type IdentityTables = {
  [Name in keyof typeof IDENTITY_TABLES]: RowOf<(typeof IDENTITY_TABLES)[Name]>;
};

/** An open identity database. */
export interface IdentityDatabase {
  readonly kind: DatabaseKind;
  readonly db: Kysely<IdentityTables>;
}

/** The schema of the identity database, oldest step first; a released step never changes. */
export const IDENTITY_MIGRATIONS: readonly Migration[] = [
  {
    name: 'first tables',
    async up({ createTable, createIndex }) {
      for (const table of Object.values(FIRST_TABLES)) await createTable(table);
      await createIndex('sessions_uid', 'sessions', ['uid']);
      await createIndex('sessions_expiry', 'sessions', ['expires_at']);
      await createIndex('devices_uid', 'devices', ['uid']);
      await createIndex('api_keys_uid', 'api_keys', ['uid']);
      await createIndex('login_budgets_time', 'login_budgets', ['spent_until']);
    },
  },
  {
    name: 'when the person of a session last acted',
    up: ({ addInteger }) => addInteger('sessions', 'active_at'),
  },
  {
    name: 'guests of the paper venue',
    async up({ createTable, createIndex }) {
      await createTable(GUESTS);
      await createIndex('guests_seen', 'guests', ['last_seen_at']);
    },
  },
  {
    name: 'how far off the time of a key may be',
    up: ({ addInteger }) => addInteger('api_keys', 'window_ms'),
  },
  {
    name: 'mails and the anti-phishing code',
    async up({ createTable, createIndex, addText }) {
      await createTable(MAILS);
      await createIndex('mails_next_try', 'mails', ['next_try_at']);
      await addText('users', 'anti_phishing');
    },
  },
  {
    name: 'password resets',
    async up({ createTable, createIndex }) {
      await createTable(PASSWORD_RESETS);
      await createIndex('password_resets_expiry', 'password_resets', ['expires_at']);
    },
  },
  {
    name: 'authenticator apps and backup codes',
    async up({ createTable, createIndex, addInteger }) {
      for (const table of [AUTHENTICATORS, AUTHENTICATOR_SETUPS, BACKUP_CODES]) {
        await createTable(table);
      }
      await createIndex('authenticator_setups_expiry', 'authenticator_setups', ['expires_at']);
      await addInteger('users', 'secured_at');
    },
  },
  {
    name: 'sign-ins',
    async up({ createTable, createIndex }) {
      await createTable(LOGINS);
      await createIndex('logins_at', 'logins', ['at']);
    },
  },
  {
    name: 'changes of the e-mail address',
    async up({ createTable, createIndex }) {
      await createTable(EMAIL_CHANGES);
      await createIndex('email_changes_expiry', 'email_changes', ['expires_at']);
    },
  },
  {
    name: 'passkeys',
    async up({ createTable, createIndex }) {
      await createTable(PASSKEYS);
      await createIndex('passkeys_uid', 'passkeys', ['uid']);
      await createTable(USED_CHALLENGES);
      await createIndex('used_challenges_expiry', 'used_challenges', ['expires_at']);
    },
  },
  {
    name: 'what known browsers say of themselves',
    up: ({ addText }) => addText('devices', 'user_agent'),
  },
  {
    name: 'keys that are switched off',
    up: ({ addInteger }) => addInteger('api_keys', 'disabled_at'),
  },
  {
    name: 'what was done to accounts',
    async up({ createTable, createIndex }) {
      await createTable(AUDIT);
      await createTable(AUDIT_END);
      await createIndex('audit_uid', 'audit', ['uid', 'seq']);
    },
  },
  {
    name: 'sub-accounts',
    up: ({ createTable }) => createTable(SUB_ACCOUNTS),
  },
  {
    name: 'addresses that money may be withdrawn to',
    up: ({ createTable }) => createTable(WITHDRAWAL_ADDRESSES),
  },
  {
    name: 'accounts that their owners thaw',
    async up({ createTable, createIndex, addInteger }) {
      await addInteger('users', 'self_frozen');
      await createTable(THAWS);
      await createIndex('thaws_expiry', 'thaws', ['expires_at']);
    },
  },
  {
    name: 'keys that keys made, and who froze a sub-account',
    async up({ createIndex, addText }) {
      await addText('api_keys', 'made_by');
      await addText('sub_accounts', 'frozen_by');
      await createIndex('api_keys_maker', 'api_keys', ['made_by']);
    },
  },
  {
    name: 'what is kept of one user has an end',
    async up({ createIndex }) {
      await createIndex('mails_uid', 'mails', ['uid', 'kind', 'mail_id']);
    },
  },
  {
    name: 'what a person took away from a sub-account',
    up: ({ addText }) => addText('sub_accounts', 'withheld'),
  },
  {
    name: 'up to where notices were read',
    async up({ createTable, addText }) {
      await createTable(NOTICE_MARKS);
      await addText('users', 'language');
    },
  },
  {
    name: 'notices that were read one by one',
    up: ({ createTable }) => createTable(NOTICES_READ),
  },
  {
    name: 'keys of copy portfolios',
    up: ({ addInteger }) => addInteger('api_keys', 'portfolio'),
  },
  {
    name: 'alerts',
    async up({ createTable, createIndex, addInteger }) {
      await createTable(ALERTS);
      await createTable(ALERT_COUNTER);
      await createIndex('alerts_of', 'alerts', ['uid', 'venue', 'fired_seq', 'id']);
      await createIndex('alerts_waiting', 'alerts', ['venue', 'id'], 'fired_seq = 0');
      await addInteger('notice_marks', 'alert_seq');
    },
  },
];
