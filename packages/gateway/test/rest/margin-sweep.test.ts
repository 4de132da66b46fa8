/**
 * Every private route of margin accounts, from its declaration: each field with each wrong form of its kind, and
 * left out. The refusal names the field or its value, and nothing reaches the core.
 */
import { snapshotCore } from '@halcyon/core';
import { ROUTES, type RouteSpec } from '@halcyon/protocol';
import { beforeAll, expect, it } from 'vitest';
import { listOf, sampleRequest, type TestRest, textOf } from './harness.ts';
import { openMargin } from './margin-fixture.ts';

const PRIVATE = ROUTES.filter(
  ({ name, access }) => name.startsWith('margin.') && access.auth === 'signed',
);
const LONG = 'x'.repeat(200);
/** Wrong values by the form of a field. */
const WRONG: Readonly<Record<string, readonly string[]>> = {
  text: [LONG],
  decimal: ['-1', '1e5', 'NaN', '1.', '9'.repeat(40)],
  whole: ['-1', '1.5', 'x', '9'.repeat(20)],
  id: ['0', '-1', 'x', '9'.repeat(20)],
  symbol: ['NOPEUSDT', '!', LONG],
  coin: ['NOPE', '!', LONG],
  clientOid: ['ä', LONG],
  choice: ['perhaps', LONG],
};

interface Case {
  readonly route: RouteSpec;
  readonly field: string;
  /** null: the field is left out. */
  readonly value: string | null;
}

/** What is tried of a route. */
function casesOf(route: RouteSpec): Case[] {
  const { properties } = route.request;
  const required: readonly string[] = route.request.required ?? [];
  return Object.entries(properties).flatMap(([field, schema]) => {
    const form = (schema as { 'x-form'?: string })['x-form'] ?? '';
    const values: (string | null)[] = [...(WRONG[form] ?? [])];
    if (required.includes(field)) values.push(null);
    return values.map((value) => ({ route, field, value }));
  });
}

let rest: TestRest;

beforeAll(async () => {
  rest = await openMargin();
});

/** A request that is right but for one field. */
function requestOf({ route, field, value }: Case): Record<string, unknown> {
  const { [field]: _none, ...sample } = sampleRequest(route);
  if (value === null) return sample;
  // It is what a market order to buy says in place of the size.
  if (field !== 'quoteSize') return { ...sample, [field]: value };
  const { baseSize: _other, ...order } = sample;
  return { ...order, orderType: 'market', [field]: value };
}

/** What is answered; of a list of orders what is said of the first. */
async function refusal(one: Case): Promise<string> {
  const { route } = one;
  const asked = requestOf(one);
  const options =
    route.method === 'POST' ? { body: asked } : { query: asked as Record<string, string> };
  rest.now += 1_000;
  const { status, body } = await rest.call('alice-key-1', route.method, route.path, options);
  if (body.data === null) return `${status} ${body.code} ${body.msg}`;
  expect(body.data['successList']).toEqual([]);
  const [failure] = listOf(body.data['failureList']);
  return `400 ${textOf(failure?.['errorCode'])} ${textOf(failure?.['errorMsg'])}`;
}

it.each(PRIVATE.map((route) => [route.name, route] as const))('%s', async (_name, route) => {
  const before = snapshotCore(rest.engine.core);
  for (const one of casesOf(route)) {
    const said = await refusal(one);
    expect(said, `${one.field}=${one.value}`).toMatch(/^400 /);
    // A long value is named by its beginning.
    const begins = one.value?.slice(0, 16) ?? one.field;
    const names = said.includes(one.field) || said.includes(begins);
    expect(names, `${one.field}=${one.value}: ${said}`).toBe(true);
  }
  expect(snapshotCore(rest.engine.core)).toEqual(before);
});

it('there are such routes, with fields of every form', () => {
  const forms = new Set(
    PRIVATE.flatMap(({ request }) =>
      Object.values(request.properties).map(
        (schema) => (schema as { 'x-form'?: string })['x-form'],
      ),
    ),
  );
  expect(PRIVATE.length).toBeGreaterThan(30);
  expect([...forms]).toEqual(expect.arrayContaining(Object.keys(WRONG)));
});
