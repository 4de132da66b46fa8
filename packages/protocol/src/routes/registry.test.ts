import { Check } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { openapi } from '../openapi.ts';
import { ROUTES, type RoutePath } from './registry.ts';
import { PERMISSIONS } from './spec.ts';

/** Paths that are a pattern, as `/api/v2/mix/market${string}`: any text would be one of them. */
type Wide<P extends string> = P extends P
  ? Record<never, never> extends Record<P, true>
    ? P
    : never
  : never;

describe('route registry', () => {
  it('knows each path by its type', () => {
    const known: RoutePath = 'GET /api/v2/spot/market/tickers';
    const none: readonly Wide<RoutePath>[] = [] satisfies readonly never[];
    // @ts-expect-error there is no such route
    const unknown: RoutePath = 'GET /api/v2/spot/market/nothing';
    const paths = ROUTES.map(({ method, path }) => `${method} ${path}`);
    expect(paths).toContain(known);
    expect(paths).not.toContain(unknown);
    expect(none).toEqual([]);
  });

  it('every signed route declares its permission, every route its limit, name and summary', () => {
    for (const route of ROUTES) {
      if (route.access.auth === 'signed') expect(PERMISSIONS).toContain(route.access.permission);
      else expect(route.method).toBe('GET');
      expect(route.rate.perSecond).toBeGreaterThan(0);
      expect(route.summary.length).toBeGreaterThan(3);
      expect(route.path).toMatch(/^\/api\/v2\/[a-zA-Z/-]+$/);
    }
    expect(new Set(ROUTES.map(({ name }) => name)).size).toBe(ROUTES.length);
    expect(new Set(ROUTES.map(({ path }) => path)).size).toBe(ROUTES.length);
  });

  it('what changes something is a POST that needs more than read; what reads is a GET', () => {
    for (const { method, access } of ROUTES) {
      if (access.auth !== 'signed') continue;
      expect(access.permission === 'read').toBe(method === 'GET');
    }
  });
});

/** What hands out rights or lets money leave: of a session it needs a fresh proof. */
const GRAVE = [
  'copy.trader.createKey',
  'spot.wallet.cancelWithdrawal',
  'spot.wallet.withdrawal',
  'user.batchCreateSubAccountAndApiKey',
  'user.createVirtualSubAccountApiKey',
  'user.modifyVirtualSubAccount',
  'user.modifyVirtualSubAccountApiKey',
];

describe('the routes that need a fresh proof', () => {
  it('S2 are these, and a route neither enters nor leaves the list unseen', () => {
    const grave = ROUTES.filter(
      ({ access }) =>
        access.auth === 'signed' && (access.proved === true || access.permission === 'withdraw'),
    );
    expect(grave.map(({ name }) => name).toSorted()).toEqual(GRAVE);
  });
});

describe('the reference', () => {
  const document = openapi('https://example.test');

  it('is plain JSON and names every route with its parameters', () => {
    const parsed = JSON.parse(JSON.stringify(document)) as {
      paths: Record<string, Record<string, { parameters?: { name: string }[] }>>;
    };
    for (const route of ROUTES) {
      const operation = parsed.paths[route.path]?.[route.method.toLowerCase()];
      expect(operation).toBeDefined();
      if (route.method === 'GET') {
        const names = operation?.parameters?.map(({ name }) => name);
        expect(names).toEqual(Object.keys(route.request.properties));
      }
    }
    expect(JSON.stringify(document)).not.toContain('"~');
  });

  it('answer schemas refuse an answer that lacks a field', () => {
    const time = ROUTES.find(({ name }) => name === 'public.time');
    expect(time).toBeDefined();
    if (time === undefined) return;
    expect(Check(time.data, { serverTime: '1' })).toBe(true);
    expect(Check(time.data, {})).toBe(false);
  });
});
