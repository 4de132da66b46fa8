/**
 * Exchanges with people in them, as earlier versions wrote them: a start of this version takes them over
 * on either database, and nobody has to do or to know anything. `record-identity.ts` adds a version.
 */
import { createHmac, createPrivateKey, sign } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../packages/records/src/sql/connect.ts';
import { placeOf } from '../../packages/records/src/sql/place.ts';
import { startPostgres } from '../../packages/testkit/src/postgres/index.ts';
import { ExchangeProcess } from '../support/exchange-process.ts';
import type { RecordedIdentity, RecordedKey, RecordedSession } from './recorded-identity.ts';

const recorded = join(import.meta.dirname, 'identity');
/** The tables of those versions, with how many rows the recording has in each. */
const ROWS = {
  users: 3,
  sessions: 1,
  devices: 1,
  login_budgets: 3,
  api_keys: 5,
  settings: 1,
  faucet_claims: 1,
  facts: 2,
  guests: 1,
} as const;
/** Its person acted so long ago: within the 15 minutes of presence, beyond the five of a proof. */
const AGO_MS = 6 * 60_000;

type Row = Readonly<Record<string, unknown>>;

const undo: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const step of undo.toReversed()) await step();
});

describe.each(readdirSync(recorded).filter((name) => !name.includes('.md')))(
  'people of %s',
  (version) => {
    const from = join(recorded, version);
    const said = JSON.parse(readFileSync(join(from, 'says.json'), 'utf8')) as RecordedIdentity;

    test.each(['sqlite', 'postgres'] as const)('B11 go on in this version (%s)', async (kind) => {
      const exchange = await ExchangeProcess.prepare(kind === 'sqlite' ? {} : await dumped(from));
      undo.push(() => exchange.remove());
      unpack(from, exchange.folder, kind);
      await makeRecent(exchange, Date.now() - said.at);
      const before = await rowsOf(exchange);
      expect(countsOf(before)).toEqual(ROWS);
      await exchange.launch();
      await exchange.paperReady();
      const after = await rowsOf(exchange);
      expect(after).toMatchObject(before);
      expect(countsOf(after)).toEqual(ROWS);
      checkNewColumns(after);
      await checkKeys(exchange, said);
      await checkSession(exchange, said.session);
      await checkGuest(exchange, said.guest);
      await checkLogins(exchange, said);
    });
  },
);

/** A database that the recorded dump was read into; its address, as a setting. */
async function dumped(from: string): Promise<Record<string, string>> {
  const postgres = await startPostgres();
  undo.push(() => postgres.stop());
  const url = await postgres.createDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(readFileSync(join(from, 'identity.sql'), 'utf8'));
  await client.end();
  return { HALCYON_DATABASE_URL: url.replace('@/', '@localhost/') };
}

function unpack(from: string, folder: string, kind: 'sqlite' | 'postgres'): void {
  for (const name of readdirSync(from, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.zst') || (kind === 'postgres' && name === 'identity.db.zst')) continue;
    const to = join(folder, name.slice(0, -'.zst'.length));
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, zstdDecompressSync(readFileSync(join(from, name))), { mode: 0o600 });
  }
}

type AnyDatabase = Database<Record<string, Record<string, unknown>>>;

async function withIdentity<Result>(
  { folder, env }: ExchangeProcess,
  work: (db: AnyDatabase['db']) => Promise<Result>,
): Promise<Result> {
  const place = { dataFolder: folder, databaseUrl: env['HALCYON_DATABASE_URL'] };
  const database: AnyDatabase = await openDatabase(placeOf(place, 'identity'));
  try {
    return await work(database.db);
  } finally {
    await database.close();
  }
}

/** What runs out with time is as it would be had the other version stopped a moment ago. */
async function makeRecent(exchange: ExchangeProcess, byMs: number): Promise<void> {
  const moves = [
    { table: 'sessions', columns: ['created_at', 'active_at'], ms: byMs - AGO_MS },
    { table: 'sessions', columns: ['last_seen_at', 'expires_at'], ms: byMs },
    { table: 'devices', columns: ['created_at', 'last_used_at'], ms: byMs },
    { table: 'guests', columns: ['created_at', 'last_seen_at'], ms: byMs },
    { table: 'login_budgets', columns: ['spent_until'], ms: byMs },
  ];
  await withIdentity(exchange, async (db) => {
    for (const { table, columns, ms } of moves) {
      await db
        .updateTable(table)
        .set((eb) => Object.fromEntries(columns.map((name) => [name, eb(name, '+', ms)])))
        .execute();
    }
  });
}

async function rowsOf(exchange: ExchangeProcess): Promise<Record<string, Row[]>> {
  return withIdentity(exchange, async (db) => {
    const tables: Record<string, Row[]> = {};
    for (const table of Object.keys(ROWS)) {
      const rows: Row[] = await db.selectFrom(table).selectAll().execute();
      tables[table] = rows.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
    }
    return tables;
  });
}

/** In the same order whatever columns come to it. */
function nameOf(row: Row): string {
  const key = ['uid', 'token_hash', 'subject', 'api_key', 'name'].map((column) => row[column]);
  return JSON.stringify(key);
}

function countsOf(tables: Readonly<Record<string, readonly Row[]>>): Record<string, number> {
  return Object.fromEntries(Object.entries(tables).map(([name, rows]) => [name, rows.length]));
}

/** What earlier versions did not know of says that nothing of it was done. */
function checkNewColumns({ users, api_keys: keys, devices }: Record<string, Row[]>): void {
  for (const user of users ?? []) {
    expect(user).toMatchObject({ anti_phishing: '', secured_at: 0, self_frozen: 0 });
  }
  for (const key of keys ?? []) expect(key).toMatchObject({ disabled_at: 0 });
  expect(devices).toMatchObject([{ user_agent: '' }]);
}

async function checkKeys(exchange: ExchangeProcess, said: RecordedIdentity): Promise<void> {
  expect(said.keys.map(({ type }) => type)).toEqual(['hmac', 'rsa', 'ed25519']);
  for (const key of said.keys) {
    const assets = await signed(exchange, key);
    expect(assets).toMatchObject({ code: '00000' });
    expect(assets.data).toContainEqual(expect.objectContaining({ coin: 'BTC', available: '2' }));
  }
  const paper = await signed(exchange, said.paperKey, { paptrading: '1' });
  expect(paper).toMatchObject({ code: '00000' });
  expect(await signed(exchange, said.deletedKey)).toMatchObject({ code: '40037' });
  const trades = ['spot_trade', 'margin_trade', 'contract_trade'];
  const kept = { windowMs: 0, expiresAt: 0 };
  const listed = exchange.command<Row[]>('key', 'list', '--email', 'ada@example.com');
  const byLabel = Object.fromEntries(listed.map((row) => [row['label'], row]));
  expect(byLabel).toMatchObject({
    everything: {
      ...kept,
      permissions: ['read', ...trades, 'transfer', 'withdraw'],
      ipList: ['127.0.0.1', '10.0.0.0/8'],
    },
    'of a bot': { ...kept, permissions: ['read', ...trades], ipList: [] },
    looks: { ...kept, permissions: ['read'], windowMs: 5_000 },
  });
}

/** The answer to a signed request for what its user has. */
async function signed(
  { baseUrl }: ExchangeProcess,
  key: RecordedKey,
  headers: Record<string, string> = {},
): Promise<{ code: string; data: unknown }> {
  const path = '/api/v2/spot/account/assets';
  const timestamp = String(Date.now());
  const response = await fetch(baseUrl + path, {
    headers: {
      ...headers,
      'ACCESS-KEY': key.apiKey,
      'ACCESS-SIGN': signatureOf(key, `${timestamp}GET${path}`),
      'ACCESS-TIMESTAMP': timestamp,
      'ACCESS-PASSPHRASE': key.passphrase,
    },
  });
  return (await response.json()) as { code: string; data: unknown };
}

function signatureOf({ type, secret }: RecordedKey, text: string): string {
  if (type === 'hmac') return createHmac('sha256', secret).update(text).digest('base64');
  const der = { key: Buffer.from(secret, 'base64'), format: 'der', type: 'pkcs8' } as const;
  const digest = type === 'rsa' ? 'sha256' : null;
  return sign(digest, Buffer.from(text), createPrivateKey(der)).toString('base64');
}

interface WebAnswer {
  readonly status: number;
  readonly reason?: string;
  readonly data: Row | null;
}

async function web(
  { baseUrl }: ExchangeProcess,
  method: string,
  path: string,
  session?: RecordedSession,
  body?: object,
): Promise<WebAnswer> {
  const json = body === undefined ? {} : { 'content-type': 'application/json' };
  const bearer =
    session === undefined ? {} : { cookie: session.cookie, 'x-csrf-token': session.csrfToken };
  const response = await fetch(`${baseUrl}/api/web/v1${path}`, {
    method,
    headers: { ...json, ...bearer } as Record<string, string>,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, ...((await response.json()) as Omit<WebAnswer, 'status'>) };
}

/** A browser stays signed in with what it has; what is grave wants a proof first, as it does today. */
async function checkSession(exchange: ExchangeProcess, session: RecordedSession): Promise<void> {
  const { data } = await web(exchange, 'GET', '/session', session);
  expect(data).toMatchObject({
    user: { email: 'cara@example.com' },
    csrfToken: session.csrfToken,
  });
  const favourites = '/settings/favourites';
  expect((await web(exchange, 'GET', favourites, session)).data).toEqual(['BTCUSDT', 'ETHUSDT']);
  const change = await web(exchange, 'PUT', favourites, session, { value: ['BTCUSDT'] });
  expect(change.status).toBe(200);
  const key = { label: 'more', permissions: ['read'], ipList: [] };
  const refused = await web(exchange, 'POST', '/api-keys', session, key);
  expect(refused).toMatchObject({ status: 403, reason: 'proof' });
  const coins = (await web(exchange, 'GET', '/faucet', session)).data;
  expect(coins).toContainEqual(expect.objectContaining({ coin: 'USDT' }));
}

async function checkGuest(exchange: ExchangeProcess, guest: RecordedSession): Promise<void> {
  const { data } = await web(exchange, 'GET', '/session', guest);
  expect(data).toMatchObject({ user: { guest: true }, csrfToken: guest.csrfToken });
  const path = '/api/v2/spot/account/assets';
  const headers = { cookie: guest.cookie, paptrading: '1' };
  const answer = await fetch(exchange.baseUrl + path, { headers });
  const assets = ((await answer.json()) as { data: Row[] }).data;
  expect(assets.find(({ coin }) => coin === 'USDT')).toMatchObject({ available: '100077' });
}

/** Passwords are as they were, and so are frozen accounts. */
async function checkLogins(exchange: ExchangeProcess, said: RecordedIdentity): Promise<void> {
  const answers = ['ada', 'bert', 'cara'].map(async (name) => {
    const who = { email: `${name}@example.com`, password: said.password };
    return (await web(exchange, 'POST', '/login', undefined, who)).status;
  });
  expect(await Promise.all(answers)).toEqual([200, 403, 200]);
  const wrong = { email: 'ada@example.com', password: 'not her password' };
  expect((await web(exchange, 'POST', '/login', undefined, wrong)).status).toBe(401);
  exchange.command('user', 'thaw', '--email', 'bert@example.com');
  const bert = { email: 'bert@example.com', password: said.password };
  expect((await web(exchange, 'POST', '/login', undefined, bert)).status).toBe(200);
}
