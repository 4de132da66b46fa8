/**
 * Secrets with values of their own go through every entry point of a running exchange. Afterwards none of
 * them is in what it wrote or said: its log, its metrics, its answers, its journal, its databases.
 */
import { createHmac, generateKeyPairSync, randomBytes, sign as signWith } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { ExchangeProcess } from '../support/exchange-process.ts';

const WEB = '/api/web/v1';
const ASSETS = '/api/v2/spot/account/assets';
const EMAIL = 'canary-owner@example.com';
const LABEL = 'canary-label';

/** Secrets by what they are; the server makes the later ones. */
const secrets: Record<string, string> = {};
/** Every answer but those that hand a secret to its owner, once. */
const answers: { readonly to: string; readonly text: string }[] = [];
let exchange: ExchangeProcess;
let cookie = '';
let csrfToken = '';

function canary(name: string): string {
  const made = `${name.replace(/\W/g, '')}7${randomBytes(9).toString('hex')}`.slice(0, 30);
  secrets[name] = made;
  return made;
}

async function ask(
  method: string,
  path: string,
  body?: unknown,
  more: Readonly<Record<string, string>> = {},
) {
  const response = await fetch(exchange.baseUrl + path, {
    method,
    headers: {
      ...(cookie === '' ? {} : { cookie }),
      ...(csrfToken === '' ? {} : { 'x-csrf-token': csrfToken }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      origin: exchange.baseUrl,
      ...more,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, text, cookies: response.headers.getSetCookie() };
}

/** An answer that has no business with any secret. */
async function tell(
  method: string,
  path: string,
  body?: unknown,
  more: Readonly<Record<string, string>> = {},
) {
  const { status, text } = await ask(method, path, body, more);
  answers.push({ to: `${method} ${path}`, text });
  return status;
}

function signed(apiKey: string, passphrase: string, signature: (text: string) => string) {
  const timestamp = String(Date.now());
  return {
    'ACCESS-KEY': apiKey,
    'ACCESS-SIGN': signature(`${timestamp}GET${ASSETS}`),
    'ACCESS-TIMESTAMP': timestamp,
    'ACCESS-PASSPHRASE': passphrase,
  };
}

interface Made {
  readonly data: { readonly apiKey: string; readonly secretKey: string };
}

async function makeKey(passphrase: string, more: object): Promise<Made['data']> {
  const settings = { label: LABEL, passphrase, permissions: ['read'], ipList: [], ...more };
  const { status, text } = await ask('POST', `${WEB}/api-keys`, settings);
  expect([status, text]).toEqual([200, expect.any(String)]);
  return (JSON.parse(text) as Made).data;
}

/** Frames that a socket answers to the given ones. */
async function frames(path: string, sent: readonly string[]): Promise<string[]> {
  const socket = new WebSocket(exchange.wsUrl + path, { headers: { cookie } });
  await new Promise((resolve) => socket.once('open', resolve));
  const received: string[] = [];
  socket.on('message', (data) => received.push(String(data)));
  for (const frame of sent) {
    if (socket.readyState !== WebSocket.OPEN) break;
    socket.send(frame);
    await new Promise((resolve) => {
      socket.once('message', resolve);
      socket.once('close', resolve);
    });
  }
  socket.terminate();
  return received;
}

async function signUpAndIn(): Promise<void> {
  const person = { email: EMAIL, password: canary('password') };
  expect(await tell('POST', `${WEB}/register`, person)).toBe(200);
  expect(await tell('POST', `${WEB}/login`, { ...person, password: canary('wrongPassword') })).toBe(
    401,
  );
  const login = await ask('POST', `${WEB}/login`, person);
  expect(login.status).toBe(200);
  cookie = login.cookies.map((text) => text.split(';')[0]).join('; ');
  for (const pair of cookie.split('; ')) {
    const [name = '', value = ''] = pair.split('=');
    secrets[`cookie ${name}`] = value;
  }
  csrfToken = (JSON.parse(login.text) as { data: { csrfToken: string } }).data.csrfToken;
  secrets['CSRF token'] = csrfToken;
}

async function sendSecretsToWrongPlaces(): Promise<void> {
  const stray = canary('strayPassword');
  await tell('POST', `${WEB}/login`, `{"email":"${EMAIL}","password":"${stray}`);
  await tell('POST', `${WEB}/login`, { email: EMAIL, password: { [stray]: stray } });
  await tell('POST', `${WEB}/register`, { email: stray, password: stray });
  await tell('POST', `${WEB}/step-up`, { password: stray });
  await tell('POST', `${WEB}/password`, { currentPassword: stray, newPassword: 'short' });
  await tell('GET', `${ASSETS}?password=${stray}&coin=1`, undefined, { authorization: stray });
  await tell('GET', `/nowhere?token=${stray}`, undefined, { accept: 'application/json' });
  await tell('GET', `${WEB}/session`, undefined, { cookie: `halcyon-session=${stray}` });
}

async function useKeys(): Promise<void> {
  const passphrase = canary('passphrase');
  const { apiKey, secretKey } = await makeKey(passphrase, {});
  secrets['HMAC secret'] = secretKey;
  const hmac = (text: string) => createHmac('sha256', secretKey).update(text).digest('base64');
  expect(await tell('GET', ASSETS, undefined, signed(apiKey, passphrase, hmac))).toBe(200);
  const wrong = signed(apiKey, canary('wrongPassphrase'), () => secretKey);
  expect(await tell('GET', ASSETS, undefined, wrong)).toBe(400);
  expect(await tell('GET', ASSETS, undefined, signed(secretKey, secretKey, hmac))).toBe(400);
  const args = [
    { apiKey, passphrase: secrets['wrongPassphrase'], timestamp: '1', sign: secretKey },
  ];
  const login = JSON.stringify({ op: 'login', args });
  const odd = [{ apiKey: secretKey, passphrase, timestamp: secretKey, sign: '' }];
  const oddLogin = JSON.stringify({ op: 'login', args: odd });
  for (const path of ['/v2/ws/private', '/v2/ws/public']) {
    const texts = await frames(path, [login, oddLogin, `{"op":"login","args":["${secretKey}"`]);
    answers.push(...texts.map((text) => ({ to: path, text })));
  }
  // The log of the key tells its owner about all of these.
  expect(await tell('GET', `${WEB}/api-keys/${apiKey}/requests`)).toBe(200);
  expect(answers.at(-1)?.text).toContain('signWrong');
}

async function useKeyPair(): Promise<void> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  secrets['private key'] = pem.split('\n')[1] ?? '';
  const passphrase = canary('pairPassphrase');
  const own = { type: 'ed25519', publicKey: publicKey.export({ type: 'spki', format: 'pem' }) };
  const { apiKey } = await makeKey(passphrase, own);
  const ed25519 = (text: string) =>
    signWith(null, Buffer.from(text), privateKey).toString('base64');
  expect(await tell('GET', ASSETS, undefined, signed(apiKey, passphrase, ed25519))).toBe(200);
  // By mistake the wrong half of the pair.
  const mistaken = { label: LABEL, permissions: ['read'], ipList: [], type: 'ed25519' };
  const refused = await tell('POST', `${WEB}/api-keys`, { ...mistaken, publicKey: pem });
  expect(refused).toBe(400);
}

/** Secrets of operators, right ones and a wrong one. */
function useOperators(): void {
  const { secret: first } = exchange.command<{ secret: string }>('operator', 'add', 'ada');
  secrets['operator secret'] = first;
  const by = ['--operator', 'ada', '--reason', 'more eyes'];
  const right = { HALCYON_OPERATOR_SECRET: first };
  const second = exchange.outputWith(right, 'operator', 'add', 'bob', ...by);
  secrets['second operator secret'] = (JSON.parse(second) as { secret: string }).secret;
  const wrong = { HALCYON_OPERATOR_SECRET: canary('wrongOperatorSecret') };
  expect(() => exchange.outputWith(wrong, 'operator', 'remove', 'bob', ...by)).toThrow(/secret of/);
  answers.push({ to: 'operator list', text: exchange.output('operator', 'list') });
}

beforeAll(async () => {
  exchange = await ExchangeProcess.start();
  await signUpAndIn();
  await sendSecretsToWrongPlaces();
  await useKeys();
  await useKeyPair();
  const password = canary('operatorPassword');
  exchange.command('user', 'create', '--email', 'second@example.com', '--password', password);
  useOperators();
  const token = await ask('GET', `${WEB}/ws-token`);
  secrets['WebSocket token'] = (JSON.parse(token.text) as { data: { token: string } }).data.token;
  const args = [{ token: secrets['WebSocket token'] }];
  await frames('/v2/ws/private', [JSON.stringify({ op: 'login', args })]);
  const change = { currentPassword: secrets['password'], newPassword: canary('newPassword') };
  expect((await ask('POST', `${WEB}/password`, change)).status).toBe(200);
});

afterAll(() => exchange?.remove());

/** The bytes of a file without the zeros of its reserved end; none when it is gone meanwhile. */
function written(name: string): Buffer {
  const bytes = existsSync(name) ? readFileSync(name) : Buffer.alloc(0);
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end -= 1;
  return bytes.subarray(0, end);
}

/** The secrets that are in `bytes`: as they are, in UTF-16, in hex or in Base64. */
function found(bytes: Buffer): string[] {
  const forms = (secret: string) => [
    Buffer.from(secret),
    Buffer.from(secret, 'utf16le'),
    Buffer.from(Buffer.from(secret).toString('hex')),
    Buffer.from(Buffer.from(secret).toString('base64').replace(/=+$/, '').slice(0, -1)),
  ];
  return Object.entries(secrets)
    .filter(([, secret]) => forms(secret).some((form) => bytes.includes(form)))
    .map(([name]) => name);
}

describe('no secret is', () => {
  test('missing in this test, and each is long enough to be told apart', () => {
    expect(Object.keys(secrets)).toHaveLength(17);
    for (const secret of Object.values(secrets)) expect(secret.length).toBeGreaterThan(20);
    expect(found(Buffer.from(`x${secrets['HMAC secret']}`))).toEqual(['HMAC secret']);
  });

  test('in an answer that others than its owner could cause or see', () => {
    expect(answers.length).toBeGreaterThan(15);
    expect(answers.filter(({ text }) => found(Buffer.from(text)).length > 0)).toEqual([]);
  });

  test('in the metrics or the state of health', async () => {
    for (const path of ['/metrics', '/healthz']) {
      const { status, text } = await ask('GET', path);
      expect([status, found(Buffer.from(text))]).toEqual([200, []]);
    }
  });

  test('in the log, in the journal, in a database or in any other file, once it has ended', async () => {
    const names = () =>
      readdirSync(exchange.folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name));
    const leaks = () =>
      names().flatMap((name) => found(written(name)).map((secret) => `${secret}: ${name}`));
    expect(leaks()).toEqual([]);
    await exchange.stop();
    expect(leaks()).toEqual([]);
    expect(found(Buffer.from(exchange.log))).toEqual([]);
    // What is no secret is there as it is, so that the search would have found the others.
    const databases = names().filter((name) => name.endsWith('identity.db'));
    const texts = databases.map((name) => readFileSync(name).toString('latin1')).join();
    expect(texts).toContain(EMAIL);
    expect(texts).toContain(LABEL);
  });
});
