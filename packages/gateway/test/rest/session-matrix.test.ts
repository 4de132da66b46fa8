/**
 * S2, S5, S6, S8: every way in which a page may not ask, against every route that a session can ask: the
 * web app's own, and those of the trading API. What is expected follows from what each declares.
 */
import { wireUserId } from '@halcyon/domain';
import { SUB_ACCOUNT_HEADER } from '@halcyon/domain/web';
import { ROUTES, type RouteSpec } from '@halcyon/protocol';
import { WEB_ROUTES } from '@halcyon/protocol/web';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appCode } from '../../../testkit/src/authenticator/index.ts';
import type { SessionNeed } from '../../src/auth/authenticate.ts';
import { Browser, PASSWORD } from '../../src/web/testing/gateway.ts';
import { Matrix, PASSPHRASE } from '../matrix.ts';

const API = '/api/web/v1';
const HOUR_MS = 3_600_000;
const PAPER = { paptrading: '1' };

let matrix: Matrix;
let pages: Readonly<Record<PageName, Browser>>;

beforeAll(async () => {
  matrix = await Matrix.open();
  pages = await openPages();
});

afterAll(() => matrix.close());

type PageName =
  | 'nobody'
  | 'ended'
  | 'expired'
  | 'frozen'
  | 'away'
  | 'old'
  | 'weak'
  | 'wrongToken'
  | 'guest'
  | 'owner';

/** A browser with the session of another one. */
function copyOf({ cookies, csrfToken }: Browser): Browser {
  const copy = new Browser(matrix.server.url);
  copy.cookies = new Map(cookies);
  copy.csrfToken = csrfToken;
  return copy;
}

/** A session that was changed in the store. */
async function spoilt(name: string, change: string): Promise<Browser> {
  const { uid, browser } = await matrix.person(name);
  matrix.store(`update sessions set ${change} where uid = ${uid}`);
  return browser;
}

async function endedPage(): Promise<Browser> {
  const { browser } = await matrix.person('ended');
  const copy = copyOf(browser);
  await browser.call('POST', `${API}/logout`);
  return copy;
}

async function frozenPage(): Promise<Browser> {
  const { uid, browser } = await matrix.person('cold');
  await matrix.server.records.identity.setUserStatus({ uid, status: 'frozen' });
  return browser;
}

/** Who has a second factor, and shows the password alone once the proof of the session is old. */
async function weakPage(): Promise<Browser> {
  const { uid, browser } = await matrix.person('downgraded');
  const { identity } = matrix.server.records;
  const { secret } = await identity.beginAuthenticator({ uid });
  const code = appCode(secret, Date.now());
  const origin = { address: '', language: 'en' };
  const { codes } = await identity.confirmAuthenticator({ uid, code, origin });
  const login = { email: 'downgraded@example.com', password: PASSWORD, code: codes[0] };
  const begun = await browser.call<{ csrfToken: string }>('POST', `${API}/login`, login);
  browser.csrfToken = begun.data.csrfToken;
  matrix.store(`update sessions set created_at = created_at - ${HOUR_MS} where uid = ${uid}`);
  const { reason } = await browser.call('POST', `${API}/step-up`, { password: PASSWORD });
  expect(reason).toBe('codeNeeded');
  return browser;
}

/** Of the paper venue; what it may not do it may not do where that is closed either. */
async function guestPage(): Promise<Browser> {
  const { token, csrfToken } = await matrix.server.records.identity.createGuest(undefined);
  const browser = new Browser(matrix.server.url);
  const [name = ''] = matrix.owner.browser.cookies.keys();
  browser.cookies.set(name, token);
  browser.csrfToken = csrfToken;
  return browser;
}

async function openPages(): Promise<Record<PageName, Browser>> {
  const owner = matrix.owner.browser;
  const wrongToken = copyOf(owner);
  wrongToken.csrfToken = matrix.other.browser.csrfToken;
  return {
    nobody: new Browser(matrix.server.url),
    ended: await endedPage(),
    expired: await spoilt('expired', 'expires_at = 1'),
    frozen: await frozenPage(),
    away: await spoilt('away', `active_at = active_at - ${HOUR_MS}`),
    old: await spoilt('old', `created_at = created_at - ${HOUR_MS}`),
    weak: await weakPage(),
    wrongToken,
    guest: await guestPage(),
    owner,
  };
}

/** A route as a session asks it. */
interface Target {
  readonly method: string;
  readonly path: string;
  readonly need: SessionNeed;
  /** Whether it may be asked while acting as a sub-account. */
  readonly subs: boolean;
  /** Whether guests of the paper venue may ask it, there or in both venues. */
  readonly guests: boolean;
  readonly wire: boolean;
}

/** What of keys or money leaves is grave: a session needs a fresh proof, and not only presence. */
function wireNeed({ method, access }: RouteSpec): SessionNeed {
  if (method === 'GET' || access.auth === 'public') return 'session';
  return access.proved === true || access.permission === 'withdraw' ? 'proved' : 'present';
}

const WIRE = ROUTES.filter(({ access }) => access.auth === 'signed').map((route): Target => {
  const { method, path } = route;
  return { method, path, need: wireNeed(route), subs: true, guests: true, wire: true };
});
const OWN = WEB_ROUTES.flatMap((route): Target[] => {
  const { method, path, need, subs, guests } = route;
  if (need === 'public') return [];
  const own = { need, subs, guests, wire: false };
  return [{ method, path: API + path.replace(/:\w+/g, 'x'), ...own }];
});

interface Attack {
  readonly name: string;
  readonly page: PageName;
  readonly headers?: () => Record<string, string>;
  /** The reason of the refusal; null = the route is for who asks so. */
  readonly expected: (target: Target) => string | null;
}

const whereChanging = (reason: string) => (target: Target) =>
  target.method === 'GET' ? null : reason;
const whereProved = ({ need }: Target) => (need === 'proved' ? 'proof' : null);
const actingAs = (uid: () => number) => () => ({ [SUB_ACCOUNT_HEADER]: wireUserId(uid()) });
const forSubs =
  (reason: string) =>
  ({ subs }: Target) =>
    subs ? reason : 'subAccountCannot';

const ATTACKS: readonly Attack[] = [
  {
    name: 'no credential',
    page: 'nobody',
    expected: ({ wire }) => (wire ? 'keyMissing' : 'notLoggedIn'),
  },
  {
    name: 'a key',
    page: 'nobody',
    headers: () => ({
      'access-key': matrix.keyOf('good').apiKey,
      'access-sign': 'x',
      'access-timestamp': String(Date.now()),
      'access-passphrase': PASSPHRASE,
    }),
    expected: ({ wire }) => (wire ? 'signWrong' : 'notLoggedIn'),
  },
  { name: 'an ended session', page: 'ended', expected: () => 'notLoggedIn' },
  { name: 'an expired session', page: 'expired', expected: () => 'notLoggedIn' },
  { name: 'a frozen account', page: 'frozen', expected: () => 'notLoggedIn' },
  {
    name: 'another origin',
    page: 'owner',
    headers: () => ({ origin: 'https://evil.example' }),
    expected: whereChanging('foreignOrigin'),
  },
  { name: 'the token of another', page: 'wrongToken', expected: whereChanging('csrf') },
  {
    name: 'who is away',
    page: 'away',
    expected: ({ need }) => (need === 'session' ? null : 'stepUp'),
  },
  { name: 'an old proof', page: 'old', expected: whereProved },
  { name: 'a downgraded second factor', page: 'weak', expected: whereProved },
  {
    name: 'a guest on live',
    page: 'guest',
    expected: ({ wire, guests }) => (wire ? 'guestLive' : guests ? null : 'notLoggedIn'),
  },
  {
    name: 'a guest on paper',
    page: 'guest',
    headers: () => PAPER,
    // There is none here; where there is one: guest-matrix.test.ts.
    expected: ({ wire, guests }) => (wire ? 'paperClosed' : guests ? null : 'notLoggedIn'),
  },
  {
    name: 'a guest as the sub-account of another',
    page: 'guest',
    headers: actingAs(() => matrix.foreignSub),
    expected: ({ guests, subs }) => {
      if (!guests) return 'notLoggedIn';
      return subs ? 'subAccountUnknown' : 'subAccountCannot';
    },
  },
  {
    name: 'a frozen sub-account',
    page: 'owner',
    headers: actingAs(() => matrix.frozenSub),
    expected: forSubs('subAccountActs'),
  },
  {
    name: 'the sub-account of another',
    page: 'owner',
    headers: actingAs(() => matrix.foreignSub),
    expected: forSubs('subAccountUnknown'),
  },
];

const named = (targets: readonly Target[]) =>
  targets.map((target) => [`${target.method} ${target.path}`, target] as const);

describe('S2 S5 S6 sessions', () => {
  it('are asked for by every route that is not public', () => {
    expect(OWN.length).toBeGreaterThan(60);
    expect(WIRE.length).toBeGreaterThan(100);
    for (const { need } of [...OWN, ...WIRE])
      expect(['session', 'present', 'proved']).toContain(need);
  });

  it.each([...named(OWN), ...named(WIRE)])(
    'that may not are refused by %s',
    async (_name, target) => {
      const { method, path } = target;
      const body = method === 'GET' ? undefined : {};
      for (const { name, page, headers, expected } of ATTACKS) {
        const reason = expected(target);
        if (reason === null) continue;
        const commands = matrix.server.engine.commands.length;
        const answer = await pages[page].call(method, path, body, headers?.());
        expect([name, answer.reason, answer.data]).toEqual([name, reason, null]);
        expect(matrix.server.engine.commands.length, name).toBe(commands);
      }
    },
  );
});
