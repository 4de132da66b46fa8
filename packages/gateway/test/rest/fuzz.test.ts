/** F2: hostile requests through the whole REST side. Whatever comes, the answer is a 4xx or right. */
import { ROUTES, type RouteSpec } from '@halcyon/protocol';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fc } from '../../../testkit/src/core/properties.ts';
import { sampleRequest, TestRest } from './harness.ts';

/** Extremes of each field beside a choice that is not the sample's, which gets all of them. */
const EXTREMES_EACH = Number(process.env['HALCYON_EXTREMES'] ?? 2);

let rest: TestRest;

beforeAll(async () => {
  rest = await TestRest.open();
});

beforeEach(() => {
  rest.faults.length = 0;
});

const WORDS = [
  '',
  '0',
  '1',
  '-1',
  '1e5',
  'NaN',
  '9'.repeat(40),
  '0.00000000000000000001',
  '1200000000000000001',
  '9999999999999999999',
  '1767225600000',
  '9999999999999',
  'BTCUSDT',
  'ethusdt',
  'USDT',
  'BTC',
  'HALCYON',
  'buy',
  'sell',
  'limit',
  'market',
  'tpsl',
  'total',
  'track_plan',
  'post_only',
  'fok',
  '60000',
  '0.01',
  '2',
  'spot',
  'p2p',
  'on_chain',
  '1min',
  '1Mutc',
  'step5',
  'scale5',
  'constructor',
  '__proto__',
  '\u0000',
  '😀',
  'x'.repeat(200),
];

/** Users, ids, times and amounts that are as large as they can be written, and what is read as a number elsewhere. */
const EXTREMES = [
  '1100511627776',
  '9007200254740991',
  '1209007199254740991',
  '9007199254740991',
  '8640000000000001',
  '9223372036854775808',
  '-0',
  '٣',
] as const;

type Fields = Readonly<Record<string, { readonly enum?: readonly unknown[] }>>;

/** A right request, and the same with each other word of each of its choices. */
function variants(route: RouteSpec): Readonly<Record<string, unknown>>[] {
  const sample = sampleRequest(route);
  const fields = Object.entries(route.request.properties as Fields);
  const words = fields.flatMap(([key, { enum: choice = [] }]) =>
    choice.map((one) => ({ ...sample, [key]: one })),
  );
  return [sample, ...words];
}

/** Some of the extremes, others for each field and choice. */
function extremesAt(place: number): readonly string[] {
  const count = Math.min(EXTREMES_EACH, EXTREMES.length);
  return Array.from(
    { length: count },
    (_none, n) => EXTREMES[(place * count + n) % EXTREMES.length]!,
  );
}

const word = fc.constantFrom(...WORDS);
const leaf = fc.oneof(
  { weight: 8, arbitrary: word },
  { weight: 1, arbitrary: fc.constantFrom(true, null, 5, -1.5e300, 0.1) },
);

describe('F2 hostile requests', () => {
  it.each(ROUTES.map((route) => [route.name, route] as const))('%s', async (_name, route) => {
    const keys = Object.keys(route.request.properties);
    const item = fc.dictionary(fc.constantFrom('orderId', 'clientOid', ...keys), leaf, {
      maxKeys: 14,
    });
    const value = fc.oneof(
      { weight: 6, arbitrary: leaf },
      { weight: 1, arbitrary: fc.array(item, { maxLength: 3 }) },
    );
    const request =
      keys.length === 0
        ? fc.constant({})
        : fc.dictionary(fc.constantFrom(...keys), value, { maxKeys: keys.length });
    await fc.assert(
      fc.asyncProperty(request, fc.boolean(), async (hostile, mixed) => {
        const params = mixed ? { ...sampleRequest(route), ...hostile } : hostile;
        const options =
          route.method === 'POST'
            ? { body: params }
            : {
                query: Object.fromEntries(
                  Object.entries(params).map(([key, one]) => [
                    key,
                    typeof one === 'string' ? one : JSON.stringify(one),
                  ]),
                ),
              };
        const answer = await rest.call('alice-key-1', route.method, route.path, options);
        expect(rest.faults).toEqual([]);
        expect(answer.status).toBeLessThan(500);
        if (answer.status !== 200) expect(answer.body.data).toBeNull();
      }),
      { numRuns: 60 },
    );
  });

  it.each(ROUTES.map((route) => [route.name, route] as const))(
    '%s, each field at its extremes',
    async (_name, route) => {
      for (const [place, params] of variants(route).entries()) {
        for (const [at, key] of Object.keys(route.request.properties).entries()) {
          for (const extreme of place === 0 ? EXTREMES : extremesAt(place + at)) {
            const given = { ...params, [key]: extreme };
            const options = route.method === 'POST' ? { body: given } : { query: given as never };
            rest.now += 1_000;
            const { status } = await rest.call('alice-key-1', route.method, route.path, options);
            expect([key, extreme, status < 500, rest.faults]).toEqual([key, extreme, true, []]);
          }
        }
      }
    },
  );

  it('garbage bodies', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 300 }), async (body) => {
        const answer = await rest.call('alice-key-1', 'POST', '/api/v2/spot/trade/place-order', {
          body,
        });
        expect(answer.status).toBe(400);
        expect(rest.faults).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});
