/** S2: what is grave needs a fresh proof, by the second factor of who has one; there is no way round. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ROUTES } from '@halcyon/protocol';
import { WEB_ROUTES } from '@halcyon/protocol/web';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appCode } from '../../../testkit/src/authenticator/index.ts';
import { sampleAsked } from '../../test/web-samples.ts';
import { webRoutes } from './plugin.ts';
import { Browser, PASSWORD, startTestGateway, type TestGateway } from './testing/gateway.ts';

const API = '/api/web/v1';
const FACTOR = `${API}/second-factor`;
const MINUTE_MS = 60_000;

let server: TestGateway;
let people = 0;

beforeAll(async () => {
  server = await startTestGateway();
});

afterAll(async () => {
  await server.close();
  expect(server.problems).toEqual([]);
});

interface Person {
  readonly browser: Browser;
  readonly email: string;
  readonly uid: string;
}

async function signedIn(): Promise<Person> {
  const browser = new Browser(server.url);
  const email = `factor${people++}@example.com`;
  return { browser, email, uid: await browser.register(email) };
}

/** Sets an app up, with the code of these 30 s; a step that ends meanwhile is tried again. */
async function setUp({ browser }: Person): Promise<readonly string[]> {
  const setup = await browser.call<{ secret: string }>('POST', `${FACTOR}/setup`);
  for (;;) {
    const code = appCode(setup.data.secret, Date.now());
    const answer = await browser.call<{ codes: string[]; csrfToken: string }>('POST', FACTOR, {
      code,
    });
    if (answer.reason === 'badCode') continue;
    expect(answer.status).toBe(200);
    browser.csrfToken = answer.data.csrfToken;
    return answer.data.codes;
  }
}

/** Makes the sessions of everybody look `minutes` older than they are. */
function timePasses(minutes: number): void {
  const file = new DatabaseSync(join(server.folder, 'identity.db'));
  file.exec('pragma busy_timeout = 5000');
  file.prepare('update sessions set created_at = created_at - ?1').run(minutes * MINUTE_MS);
  file.close();
}

async function stepUp({ browser }: Person, proof: unknown) {
  const answer = await browser.call<{ csrfToken: string }>('POST', `${API}/step-up`, proof);
  if (answer.status === 200) browser.csrfToken = answer.data.csrfToken;
  return answer;
}

const proved = WEB_ROUTES.filter((route) => route.need === 'proved');
/** Routes of the trading API that ask a session for one: they withdraw, or say so. */
const graveToTrade = ROUTES.filter(
  ({ access, method }) =>
    access.auth === 'signed' &&
    method !== 'GET' &&
    (access.permission === 'withdraw' || access.proved === true),
).map(({ method, path }) => [method, path, {}] as const);
const CHECKED = webRoutes().flatMap(({ spec, check }) => (check === undefined ? [] : [spec.name]));

describe('S2 what is grave needs a proof of the last five minutes', () => {
  it('is keys, password, address, second factor, passkeys, the anti-phishing code and closing', () => {
    expect(proved.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([
      'DELETE /passkeys/:id',
      'DELETE /second-factor',
      'PATCH /api-keys/:id',
      'PATCH /passkeys/:id',
      'PATCH /sub-accounts/:id',
      'POST /api-keys',
      'POST /close-account',
      'POST /email',
      'POST /passkeys',
      'POST /passkeys/setup',
      'POST /password',
      'POST /second-factor',
      'POST /second-factor/backup-codes',
      'POST /second-factor/setup',
      'POST /withdrawal-addresses',
      'POST /withdrawals',
      'PUT /anti-phishing',
    ]);
    expect(graveToTrade.map(([, path]) => path).toSorted()).toEqual([
      '/api/v2/copy/mix-trader/create-copy-api',
      '/api/v2/spot/wallet/cancel-withdrawal',
      '/api/v2/spot/wallet/withdrawal',
      '/api/v2/user/batch-create-subaccount-and-apikey',
      '/api/v2/user/create-virtual-subaccount-apikey',
      '/api/v2/user/modify-virtual-subaccount',
      '/api/v2/user/modify-virtual-subaccount-apikey',
    ]);
  });

  const acts = [
    // The others say first what stands against a request: test/rest/checks-first.test.ts.
    ...proved
      .filter(({ name }) => !CHECKED.includes(name))
      .map((route) => [route.method, sampleAsked(route).url, sampleAsked(route).body] as const),
    ...graveToTrade,
  ];
  it.each(acts)('%s %s is refused after them, with and without a second factor', async (...act) => {
    for (const withFactor of [false, true]) {
      const person = await signedIn();
      const codes = withFactor ? await setUp(person) : [];
      timePasses(5);
      const [code = '000000'] = codes;
      const body = { ...act[2], code, password: PASSWORD, currentPassword: PASSWORD };
      const before = server.engine.commands.length;
      const answer = await person.browser.call<null>(act[0], act[1], body);
      expect([answer.status, answer.reason, answer.data]).toEqual([403, 'proof', null]);
      expect(server.engine.commands.length).toBe(before);
    }
  });

  it('a proof begins another session, which may; the old one is over', async () => {
    const person = await signedIn();
    timePasses(5);
    const old = new Browser(server.url);
    old.cookies = new Map(person.browser.cookies);
    old.csrfToken = person.browser.csrfToken;
    expect((await stepUp(person, { password: 'not the password' })).reason).toBe('badCredentials');
    expect((await stepUp(person, { password: PASSWORD })).status).toBe(200);
    expect((await person.browser.call('POST', `${FACTOR}/setup`)).status).toBe(200);
    expect((await old.call('POST', `${FACTOR}/setup`)).reason).toBe('notLoggedIn');
  });

  it('of who has a second factor the password proves nothing', async () => {
    const person = await signedIn();
    const [code = '', other = ''] = await setUp(person);
    timePasses(5);
    for (const proof of [{ password: PASSWORD }, { password: PASSWORD, code: '' }, {}]) {
      const answer = await stepUp(person, proof);
      expect([answer.status, answer.reason]).toEqual([401, 'codeNeeded']);
    }
    const wrong = await stepUp(person, { password: PASSWORD, code: 'aaaaaaaaaa' });
    expect([wrong.status, wrong.reason]).toEqual([401, 'badCode']);
    expect((await stepUp(person, { code })).status).toBe(200);
    const removed = await person.browser.call<{ csrfToken: string }>('DELETE', FACTOR);
    expect(removed.status).toBe(200);
    person.browser.csrfToken = removed.data.csrfToken;
    expect((await stepUp(person, { code: other })).reason).toBe('badCredentials');
  });
});

describe('a second factor', () => {
  it('ends every session when it comes and goes, but for the browser that did it', async () => {
    const person = await signedIn();
    const elsewhere = new Browser(server.url);
    const login = { email: person.email, password: PASSWORD };
    await elsewhere.call('POST', `${API}/login`, login);
    const [code = ''] = await setUp(person);
    expect((await elsewhere.call('GET', FACTOR)).status).toBe(401);
    const state = await person.browser.call<{ madeAt: number }>('GET', FACTOR);
    expect(state.data).toEqual({ madeAt: expect.any(Number), backupCodesLeft: 10 });
    const session = await person.browser.call<{ user: unknown }>('GET', `${API}/session`);
    expect(session.data.user).toMatchObject({ email: person.email, secondFactor: true });

    const refused = await elsewhere.call('POST', `${API}/login`, login);
    expect([refused.status, refused.reason]).toEqual([401, 'codeNeeded']);
    expect(refused.headers.getSetCookie()).toEqual([]);
    const taken = await elsewhere.call('POST', `${API}/login`, { ...login, code });
    expect(taken.status).toBe(200);

    await person.browser.call('DELETE', FACTOR);
    expect((await elsewhere.call('GET', FACTOR)).status).toBe(401);
    expect((await elsewhere.call('POST', `${API}/login`, login)).status).toBe(200);
  });

  it('backup codes can be made anew, and only with a second factor', async () => {
    const person = await signedIn();
    const none = await person.browser.call('POST', `${FACTOR}/backup-codes`);
    expect([none.status, none.reason]).toEqual([404, 'notFound']);
    const codes = await setUp(person);
    const renewed = await person.browser.call<{ codes: string[] }>(
      'POST',
      `${FACTOR}/backup-codes`,
    );
    expect(renewed.data.codes).toHaveLength(10);
    expect(renewed.data.codes.filter((code) => codes.includes(code))).toEqual([]);
  });

  it('S17: of many sign-ins with one backup code at once one has a session', async () => {
    const person = await signedIn();
    const [code = ''] = await setUp(person);
    const login = { email: person.email, password: PASSWORD, code };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => new Browser(server.url).call('POST', `${API}/login`, login)),
    );
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    const uid = (await server.records.identity.userByEmail(login))?.uid ?? 0;
    const sessions = await server.records.identity.listSessions({ uid });
    // The browser that set it up has the other one.
    expect(sessions.length).toBeLessThanOrEqual(2);
  });
});
