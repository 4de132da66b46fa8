/**
 * Records an exchange with people in it, as an earlier version writes it: `node
 * test/upgrade/record-identity.ts ../halcyon-old 0.1.0-passwords` starts the version that is checked out in
 * ../halcyon-old and makes the folder identity/0.1.0-passwords. See identity/README.md.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { zstdCompressSync } from 'node:zlib';
import { startPostgres } from '../../packages/testkit/src/postgres/index.ts';
import type { RecordedIdentity, RecordedKey } from './recorded-identity.ts';

const [checkout = '', version = ''] = process.argv.slice(2);
if (!/^\d+\.\d+\.\d+(-\w+)?$/.test(version)) {
  throw new Error('name the folder of the earlier version and what it is called');
}
const MAIN = resolve(checkout, 'apps/halcyon/src/main.ts');
const PASSWORD = 'plum tree under rain 77';
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const folder = mkdtempSync(join(tmpdir(), 'halcyon-record-'));
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const env: NodeJS.ProcessEnv = {
  ...process.env,
  HALCYON_SIM_RATE: 'off',
  HALCYON_PORT: String(port),
  HALCYON_DATA: folder,
};

const exchange = spawn(process.execPath, [MAIN, 'start'], { env, stdio: 'ignore' });
let said: RecordedIdentity;
try {
  await answering();
  said = await use();
} finally {
  await ended(exchange);
}
const target = join(import.meta.dirname, 'identity', version);
mkdirSync(target, { recursive: true });
writeFileSync(join(target, 'says.json'), `${JSON.stringify(said, null, 2)}\n`);
keepFolder();
await keepDump();
rmSync(folder, { recursive: true });

/** People, keys, sessions, settings, guests and the faucet, by command line and by what browsers send. */
async function use(): Promise<RecordedIdentity> {
  const ada = ['--email', 'ada@example.com'];
  command('user', 'create', ...ada, '--password', PASSWORD, '--fund', 'USDT=1000,BTC=2');
  command('user', 'create', '--email', 'bert@example.com', '--password', PASSWORD);
  const all = ['--permissions', 'read,trade,transfer,withdraw', '--ip', '127.0.0.1,10.0.0.0/8'];
  const keys: RecordedKey[] = [
    key([...ada, '--label', 'everything', ...all]),
    signing('rsa', [...ada, '--label', 'of a bot', '--permissions', 'read,trade']),
    signing('ed25519', [...ada, '--label', 'looks', '--permissions', 'read', '--window', '5']),
  ];
  const gone = key([...ada, '--label', 'leaked', '--permissions', 'read']);
  command('key', 'delete', ...ada, '--key', gone.apiKey, '--reason', 'leaked');
  const cara = { email: 'cara@example.com', password: PASSWORD };
  const attribution = { channelCode: 'spring', inviterCode: 'ada' };
  await post('/register', { ...cara, attribution }, {});
  // A guess that failed is remembered.
  await post('/login', { ...cara, password: 'not her password' }, {}, 401);
  const signedIn = await post('/login', cara, {});
  const person = { cookie: signedIn.cookie, 'x-csrf-token': signedIn.data.csrfToken };
  await post('/faucet', { coin: 'USDT', amount: '500' }, person);
  await post('/settings/favourites', { value: ['BTCUSDT', 'ETHUSDT'] }, person, 200, 'PUT');
  const paper = { label: 'paper', permissions: ['read', 'trade'], ipList: [], venue: 'paper' };
  const made = await post('/api-keys', paper, person);
  const guest = await post('/paper/guest', {}, {});
  const visitor = { cookie: guest.cookie, 'x-csrf-token': guest.data.csrfToken };
  const funds = { direction: 'add', coin: 'USDT', amount: '77' };
  await post('/paper/funds', funds, visitor);
  command('user', 'freeze', '--email', 'bert@example.com', '--reason', 'asked for it');
  const { apiKey, secretKey, passphrase } = made.data;
  const paperKey: RecordedKey = { type: 'hmac', apiKey, passphrase, secret: secretKey };
  return {
    at: Date.now(),
    password: PASSWORD,
    keys,
    paperKey,
    deletedKey: gone,
    session: { cookie: signedIn.cookie, csrfToken: signedIn.data.csrfToken },
    guest: { cookie: guest.cookie, csrfToken: guest.data.csrfToken },
  };
}

function key(options: readonly string[]): RecordedKey {
  const made = JSON.parse(command('key', 'create', ...options)) as Record<string, string>;
  const { apiKey = '', passphrase = '', secretKey = '' } = made;
  return { type: 'hmac', apiKey, passphrase, secret: secretKey };
}

function signing(type: 'rsa' | 'ed25519', options: readonly string[]): RecordedKey {
  const pair =
    type === 'rsa'
      ? generateKeyPairSync('rsa', { modulusLength: 2048 })
      : generateKeyPairSync('ed25519');
  const file = join(folder, `${type}.pem`);
  writeFileSync(file, pair.publicKey.export({ type: 'spki', format: 'pem' }));
  const made = key([...options, '--type', type, '--public-key', file]);
  rmSync(file);
  const secret = pair.privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64');
  return { ...made, type, secret };
}

interface Answer {
  /** Session and device, as the browser sends them back. */
  readonly cookie: string;
  readonly data: Record<'csrfToken' | 'apiKey' | 'secretKey' | 'passphrase', string>;
}

async function post(
  path: string,
  body: object,
  headers: Record<string, string>,
  expected = 200,
  method = 'POST',
): Promise<Answer> {
  const response = await fetch(`${url}/api/web/v1${path}`, {
    method,
    headers: { 'content-type': 'application/json', 'user-agent': AGENT, ...headers },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (response.status !== expected) throw new Error(`${path}: ${response.status} ${text}`);
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  return { cookie: cookies.join('; '), data: (JSON.parse(text) as { data: Answer['data'] }).data };
}

function command(...args: readonly string[]): string {
  return execFileSync(process.execPath, [MAIN, ...args], { env, encoding: 'utf8' });
}

/** Identity, its key and the journals that its people are in; what follows from those is left out. */
function keepFolder(): void {
  const file = join(folder, 'identity.db');
  const database = new DatabaseSync(file);
  database.exec('pragma wal_checkpoint(truncate); pragma journal_mode = delete; vacuum');
  database.close();
  for (const name of ['identity.db', 'secrets.key', ...parts('live'), ...parts('paper')]) {
    const to = join(target, `${name}.zst`);
    mkdirSync(join(to, '..'), { recursive: true });
    writeFileSync(to, zstdCompressSync(readFileSync(join(folder, name))));
  }
}

function parts(venue: string): string[] {
  const kept = readdirSync(join(folder, venue)).filter((name) => {
    return name === 'exchange.json' || name.endsWith('.journal');
  });
  return kept.map((name) => join(venue, name));
}

/** The same people as that version puts them into PostgreSQL, as PostgreSQL's own program dumps them. */
async function keepDump(): Promise<void> {
  const postgres = await startPostgres();
  const copy = mkdtempSync(join(tmpdir(), 'halcyon-record-'));
  try {
    const made = await postgres.createDatabase();
    const inPostgres = { ...env, HALCYON_DATABASE_URL: made.replace('@/', '@localhost/') };
    const run = (data: string, ...args: readonly string[]): void => {
      const settings = { ...inPostgres, HALCYON_DATA: data };
      execFileSync(process.execPath, [MAIN, ...args], { env: settings, stdio: 'inherit' });
    };
    execFileSync(process.execPath, [MAIN, 'backup', '--to', join(copy, 'backup')], { env });
    run(join(copy, 'restored'), 'restore', '--from', join(copy, 'backup'));
    const how = ['--schema=identity', '--inserts', '--no-owner', '--no-privileges'];
    const dump = execFileSync('pg_dump', [...how, made], { encoding: 'utf8' });
    // Commands of psql; the rest is SQL.
    const statements = dump.split('\n').filter((line) => !line.startsWith('\\'));
    writeFileSync(join(target, 'identity.sql'), statements.join('\n'));
  } finally {
    rmSync(copy, { recursive: true, force: true });
    await postgres.stop();
  }
}

async function answering(): Promise<void> {
  for (;;) {
    if (exchange.exitCode !== null) throw new Error('the exchange ended by itself');
    const health = await fetch(`${url}/healthz`).then(
      (response) => response.json() as Promise<{ paper: unknown }>,
      () => null,
    );
    if (health !== null && health.paper !== null) return;
    await new Promise((wait) => setTimeout(wait, 100));
  }
}

async function ended(child: ChildProcess): Promise<void> {
  const gone = new Promise((left) => child.once('exit', left));
  child.kill('SIGTERM');
  await gone;
}

function freePort(): Promise<number> {
  return new Promise((found) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = server.address() as { port: number };
      server.close(() => found(free));
    });
  });
}
