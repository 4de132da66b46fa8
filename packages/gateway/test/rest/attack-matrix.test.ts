/**
 * S8, S9, S10, S14: every way of not being allowed against every private route and channel, made from
 * their own declarations: one that is added is attacked from its first day. What is expected of a cell
 * follows from what its route declares, so a route that declares nothing fails. What sessions may not is in
 * session-matrix.test.ts.
 */
import { createHmac } from 'node:crypto';
import {
  ERRORS,
  type ErrorName,
  PERMISSIONS,
  type Permission,
  preHash,
  ROUTES,
  type RouteSpec,
} from '@halcyon/protocol';
import { WEB_ROUTES } from '@halcyon/protocol/web';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestGateway } from '../../src/web/testing/gateway.ts';
import { type Key, Matrix, PASSPHRASE } from '../matrix.ts';
import { sampleRequest } from './harness.ts';

const API = '/api/web/v1';

let matrix: Matrix;
let server: TestGateway;

beforeAll(async () => {
  matrix = await Matrix.open();
  ({ server } = matrix);
});

afterAll(() => matrix.close());

/** A request before it is sent; attacks change it before or after it is signed. */
interface Draft {
  readonly key: Key;
  readonly at: number;
  /** What is signed. */
  readonly query: string;
  readonly body: string;
  /** What is sent in its place. */
  readonly sentQuery?: string;
  readonly sentBody?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly unsigned?: true;
}

const HELD = { marginCoin: 'USDT', holdSide: 'long' };
/** Fields that have another form in each route that has them. */
const MORE: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'mix.account.setMargin': HELD,
  'mix.plan.placeTpslOrder': { ...HELD, planType: 'profit_plan', triggerPrice: '61000' },
  'mix.plan.placePositionTpsl': { ...HELD, stopSurplusTriggerPrice: '61000' },
};

function draftOf(route: RouteSpec, key: Key): Draft {
  const sample = { ...sampleRequest(route), ...MORE[route.name] };
  const get = route.method === 'GET';
  const query = get ? new URLSearchParams(sample as Record<string, string>).toString() : '';
  const { bareList } = route;
  const body = bareList === undefined ? sample : (sample as Record<string, unknown>)[bareList];
  return { key, at: Date.now(), query, body: get ? '' : JSON.stringify(body) };
}

async function send(route: RouteSpec, draft: Draft): Promise<{ status: number; code: string }> {
  const { key, at, query, body, sentQuery = query, sentBody = body, headers } = draft;
  const text = preHash(String(at), route.method, route.path, query, body);
  const signed = {
    'access-key': key.apiKey,
    'access-sign': createHmac('sha256', key.secret).update(text).digest('base64'),
    'access-timestamp': String(at),
    'access-passphrase': PASSPHRASE,
  };
  const answer = await server.gateway.app.inject({
    method: route.method,
    url: sentQuery === '' ? route.path : `${route.path}?${sentQuery}`,
    headers: {
      host: new URL(server.url).host,
      ...(route.method === 'POST' && { 'content-type': 'application/json' }),
      ...(draft.unsigned !== true && signed),
      ...headers,
    },
    ...(sentBody !== '' && { payload: sentBody }),
  });
  const { code } = JSON.parse(answer.body) as { code: string };
  return { status: answer.statusCode, code };
}

/** The error that a route's declaration asks for; null = it must not be refused for who asks. */
type Expected = ErrorName | null;

interface Attack {
  readonly name: string;
  readonly draft: (route: RouteSpec) => Draft;
  readonly expected: (needed: Permission, route: RouteSpec) => Expected;
  /** Whose accounts commands may name where it is not refused; absent: the owner's. */
  readonly actor?: () => number;
}

const always = (name: ErrorName) => (): Expected => name;
const withKey = (name: string, change: (draft: Draft) => Partial<Draft> = () => ({})) => {
  return (route: RouteSpec): Draft => {
    const draft = draftOf(route, matrix.keyOf(name));
    return { ...draft, ...change(draft) };
  };
};

const ATTACKS: readonly Attack[] = [
  {
    name: 'no credential',
    draft: withKey('good', () => ({ unsigned: true })),
    expected: always('keyMissing'),
  },
  { name: 'an expired key', draft: withKey('expired'), expected: always('keyExpired') },
  { name: 'a revoked key', draft: withKey('revoked'), expected: always('keyUnknown') },
  { name: 'a key that is off', draft: withKey('off'), expected: always('keyUnknown') },
  { name: 'the key of a frozen account', draft: withKey('frozen'), expected: always('keyUnknown') },
  {
    name: 'the key of one, signed with the secret of another',
    draft: withKey('good', ({ key }) => ({
      key: { ...key, secret: matrix.keyOf('other').secret },
    })),
    expected: always('signWrong'),
  },
  {
    name: 'a read-only key',
    draft: withKey('read'),
    expected: (needed) => (needed === 'read' ? null : 'permission'),
  },
  {
    name: 'the key of a frozen sub-account',
    draft: withKey('frozen sub'),
    expected: always('keyUnknown'),
  },
  {
    name: 'the key of a sub-account of a frozen account',
    draft: withKey('sub of frozen'),
    expected: always('keyUnknown'),
  },
  {
    name: 'the key of a sub-account',
    draft: withKey('sub'),
    expected: (needed, { area }) => {
      if (needed === 'withdraw' || needed === 'copy') return 'permission';
      return area === 'Sub-accounts' ? 'subAccountCannot' : null;
    },
    actor: () => matrix.sub,
  },
  {
    name: 'a key that may more than its sub-account',
    draft: withKey('sub that may read'),
    expected: (needed, { area }) => {
      if (needed !== 'read') return 'permission';
      return area === 'Sub-accounts' ? 'subAccountCannot' : null;
    },
  },
  ...PERMISSIONS.map(
    (missing): Attack => ({
      name: `a key without ${missing}`,
      draft: withKey(`without ${missing}`),
      expected: (needed) => (needed === missing ? 'permission' : null),
    }),
  ),
  {
    name: 'an address that is not in the list',
    draft: withKey('elsewhere'),
    expected: always('ipNotAllowed'),
  },
  {
    name: 'an address that is only claimed',
    draft: withKey('elsewhere', () => ({ headers: { 'x-forwarded-for': '10.0.0.1' } })),
    expected: always('ipNotAllowed'),
  },
  {
    name: 'a live key for paper',
    draft: withKey('good', () => ({ headers: { paptrading: '1' } })),
    expected: always('liveKeyPaper'),
  },
  { name: 'a paper key for live', draft: withKey('paper'), expected: always('paperKey') },
  {
    name: 'a time in the past',
    draft: withKey('good', ({ at }) => ({ at: at - 31_000 })),
    expected: always('timestampWindow'),
  },
  {
    name: 'a time in the future',
    draft: withKey('good', ({ at }) => ({ at: at + 31_000 })),
    expected: always('timestampWindow'),
  },
  {
    name: 'a changed query',
    draft: withKey('good', ({ query }) => ({ sentQuery: `${query}${query && '&'}symbol=ETHUSDT` })),
    expected: always('signWrong'),
  },
  {
    name: 'a changed body',
    draft: withKey('good', ({ body }) =>
      body === '' ? { body: '{}', sentBody: '' } : { sentBody: `${body} ` },
    ),
    expected: always('signWrong'),
  },
];

const SIGNED = ROUTES.filter(({ access }) => access.auth === 'signed');
const EACH = SIGNED.map((route) => [`${route.method} ${route.path}`, route] as const);

function needOf({ access, name }: RouteSpec): Permission {
  if (access.auth === 'signed' && PERMISSIONS.includes(access.permission)) return access.permission;
  throw new Error(`${name} does not declare which permission it needs`);
}

/** Codes of those who are not believed or not allowed. */
const REFUSED: ReadonlySet<string> = new Set(
  (['signWrong', 'keyUnknown', 'permission', 'ipNotAllowed', 'timestampWindow'] as const).map(
    (name) => ERRORS[name].code,
  ),
);

describe('the trading API', () => {
  it('has no route that is served and not declared', () => {
    const declared = new Set([
      ...ROUTES.map(({ method, path }) => `${method} ${path}`),
      ...WEB_ROUTES.map(({ method, path }) => `${method} ${API}${path}`),
    ]);
    const served = servedRoutes(server.gateway.app.printRoutes({ commonPrefix: false }));
    const open = served.filter((route) => route.includes(' /api') && !declared.has(route));
    expect(served.length).toBeGreaterThan(declared.size);
    // What is left answers that there is nothing.
    expect(open.filter((route) => !/ \/api\/?\*?$/.test(route))).toEqual([]);
  });

  it.each(EACH)('%s', async (_name, route) => {
    const needed = needOf(route);
    for (const attack of ATTACKS) {
      const expected = attack.expected(needed, route);
      const commands = server.engine.commands.length;
      const { status, code } = await send(route, attack.draft(route));
      const cell = `${attack.name}: ${route.path}`;
      if (expected === null) {
        expect(REFUSED.has(code), cell).toBe(false);
        const actor = attack.actor?.() ?? matrix.owner.uid;
        const named = server.engine.commands.slice(commands).flatMap((one) => ownersIn(one));
        expect([cell, named.filter((user) => user !== actor)]).toEqual([cell, []]);
      } else {
        expect([cell, code, status]).toEqual([
          cell,
          ERRORS[expected].code,
          ERRORS[expected].status,
        ]);
        expect(server.engine.commands.length, cell).toBe(commands);
      }
    }
  });

  const posts = EACH.filter(([, { method }]) => method === 'POST');
  it.each(posts)('%s is taken once, unless it declares to be idempotent', async (_name, route) => {
    const draft = draftOf(route, matrix.keyOf('good'));
    const idempotent = route.idempotent?.(sampleRequest(route)) === true;
    await send(route, draft);
    const commands = server.engine.commands.length;
    const { code } = await send(route, draft);
    expect(code === ERRORS.signatureReplayed.code).toBe(!idempotent);
    if (!idempotent) expect(server.engine.commands.length).toBe(commands);
  });
});

/** Users whose accounts a command names. */
function ownersIn(command: object): number[] {
  const { account, from, to } = command as Record<string, unknown>;
  const named = [account, from, to].filter((one) => typeof one === 'number');
  return named.map((one) => Math.floor(one / 8)).filter((user) => user >= 16);
}

/** `METHOD path` of each line of the tree that Fastify prints. */
function servedRoutes(tree: string): string[] {
  const prefixes: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const found = /^((?:│ {3}| {4})*)(?:├── |└── )(\S*)(?: \((.+)\))?$/.exec(line);
    if (found === null) return [];
    const [, indent = '', part = '', methods] = found;
    const depth = indent.length / 4;
    prefixes.length = depth;
    prefixes.push(part);
    const path = prefixes.join('');
    return (methods?.split(', ') ?? [])
      .filter((one) => one !== 'HEAD')
      .map((one) => `${one} ${path}`);
  });
}

describe('the web app’s own routes', () => {
  it('each say who may call them', () => {
    for (const { need } of WEB_ROUTES) {
      expect(['public', 'session', 'present', 'proved']).toContain(need);
    }
    // What changes something and is for everybody is before or at the beginning of a session.
    const open = WEB_ROUTES.filter(({ need, method }) => need === 'public' && method !== 'GET');
    expect(open.map(({ path }) => path).toSorted()).toEqual(OPEN_CHANGES);
  });
});

/** What anybody may send that changes something: it makes or ends a session, or carries its own proof. */
const OPEN_CHANGES: readonly string[] = [
  '/email-change',
  '/login',
  '/logout',
  '/paper/guest',
  '/passkeys/login',
  '/passkeys/login-challenge',
  '/password-reset',
  '/password-reset',
  '/register',
  '/thaw',
  '/thaw',
  '/thaw/needs',
];
