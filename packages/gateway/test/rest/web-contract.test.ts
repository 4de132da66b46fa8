/**
 * F2: what the web app's own routes declare, against what is served: nothing else is, every field has its
 * limit, and whatever comes, the answer is a refusal by the name of a field, or right.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERRORS } from '@halcyon/protocol';
import { pathFields, WEB_PREFIX, WEB_ROUTES, type WebSpec } from '@halcyon/protocol/web';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fc } from '../../../testkit/src/core/properties.ts';
import { webRoutes } from '../../src/web/plugin.ts';
import { Estate } from '../estate.ts';
import { askedWith, sampleOf, samplesOf } from '../web-samples.ts';

type Keywords = Readonly<Record<string, unknown>>;

let estate: Estate;

beforeAll(async () => {
  estate = await Estate.open();
});

afterAll(() => estate.close());

/** Routes that end the session that asks, or everything of it. */
const ENDING: readonly string[] = [
  'DELETE /second-factor',
  'POST /close-account',
  'POST /freeze',
  'POST /login',
  'POST /logout',
  'POST /passkeys',
  'POST /password',
  'POST /second-factor',
  'POST /step-up',
];
const ASKED = WEB_ROUTES.filter(({ name }) => !ENDING.includes(name));
const named = (specs: readonly WebSpec[]) => specs.map((spec) => [spec.name, spec] as const);

/** Fields of a route that can be wrong: not those of its path, whose texts are all ids. */
function fieldsOf({ fields, query, path }: WebSpec): [name: string, schema: Keywords][] {
  const all = { ...fields.properties, ...query.properties };
  const inPath = pathFields(path);
  return Object.entries(all)
    .filter(([name]) => !inPath.includes(name))
    .map(([name, schema]) => [name, schema as Keywords]);
}

/** Asks as the owner of an estate. @returns its refusal; null = it was answered */
async function ask(
  spec: WebSpec,
  fields: Keywords,
): Promise<{ reason: string; field?: string } | null> {
  const own = Object.keys(spec.query.properties);
  const rest = Object.entries(fields);
  const { url, body } = askedWith(
    spec,
    Object.fromEntries(rest.filter(([name]) => !own.includes(name))),
    Object.fromEntries(rest.filter(([name]) => own.includes(name))),
  );
  const { method } = spec;
  const path = url.slice(WEB_PREFIX.length);
  const { status, text } = await estate.web(
    estate.owner,
    method,
    path,
    method === 'GET' ? undefined : body,
  );
  expect([spec.name, fields, text.slice(0, 200), status < 500 || status === 503]).toContainEqual(
    true,
  );
  return status === 200 ? null : (JSON.parse(text) as { reason: string; field?: string });
}

describe('the web app’s own routes', () => {
  it('are served each once, and none that is not declared', () => {
    const served = webRoutes().map(({ spec }) => spec.name);
    expect(served.toSorted()).toEqual(WEB_ROUTES.map(({ name }) => name).toSorted());
    expect(new Set(served).size).toBe(served.length);
  });

  it('call their answers by the type that they have', () => {
    const folder = join(import.meta.dirname, '../../../protocol/src/web');
    for (const file of ['copying', 'identity', 'money', 'person', 'site', 'trading']) {
      const text = readFileSync(join(folder, `${file}.ts`), 'utf8');
      const answers = [...text.matchAll(/answer<(.+)>\('(.+)'\)/g)];
      expect(answers.length).toBeGreaterThan(0);
      for (const [, type = '', said] of answers) {
        const plain = type.replace(/^readonly | \| null$|<unknown>$/g, '');
        if (plain !== 'unknown' && !plain.startsWith('Record<')) expect(said).toBe(plain);
      }
    }
  });

  it.each(named(WEB_ROUTES))('%s limits every field', (_name, spec) => {
    const limited = (schema: Keywords): boolean => {
      const { type, items, properties, maxItems, maxLength, enum: words } = schema;
      if (type === 'array') return maxItems !== undefined && limited(items as Keywords);
      if (type === 'object') return Object.values(properties as object).every(limited);
      const { 'x-form': form, 'x-maximum': maximum, pattern } = schema;
      // The handler says how long a setting may be.
      if (form === 'json' || form === 'boolean') return true;
      return [words, maxLength, maximum, pattern].some((limit) => limit !== undefined);
    };
    const all = { ...spec.fields.properties, ...spec.query.properties };
    const open = Object.entries(all).filter(([, schema]) => !limited(schema as Keywords));
    expect(open.map(([name]) => name)).toEqual([]);
  });
});

/** Values that do not fit: one that is longer than the field, and where there is JSON one of another type. */
function wrongFor(
  { type, maxLength = 100, 'x-form': form }: Keywords,
  inQuery: boolean,
): unknown[] {
  if (form === 'json') return [];
  const long = 'x'.repeat(Number(maxLength) + 1);
  return inQuery || type === 'object' ? [long] : [long, { wrong: 1 }];
}

describe('F2 wrong fields of the web app’s own routes', () => {
  it.each(named(ASKED))('%s names the field at fault', async (_name, spec) => {
    const needed = samplesOf(spec.fields) as Keywords;
    for (const [name, schema] of fieldsOf(spec)) {
      const inQuery = spec.method === 'GET' || name in spec.query.properties;
      for (const wrong of wrongFor(schema, inQuery)) {
        const refusal = await ask(spec, { ...needed, [name]: wrong });
        expect([name, refusal?.reason]).toEqual([
          name,
          expect.stringMatching(/^(field|symbolUnknown|coinUnknown)/),
        ]);
        if (refusal?.reason.startsWith('field')) {
          expect(refusal.field).toMatch(new RegExp(`^${name}\\b`));
        }
      }
    }
    for (const name of spec.fields.required ?? []) {
      if (pathFields(spec.path).includes(name)) continue;
      const { [name]: _left, ...others } = needed as Record<string, unknown>;
      const refusal = await ask(spec, others);
      expect([refusal?.reason, refusal?.field]).toEqual(['fieldMissing', name]);
    }
  });
});

const WORDS = [
  ...['', '0', '1', '-1', '1e5', 'NaN', '9'.repeat(40), '1200000000000000001', '1767225600000'],
  ...['BTCUSDT', 'USDT', 'BTC', 'buy', 'limit', 'orders', 'ledger', 'spot', 'futures', 'crossed'],
  ...['0.01', '60000', '0-0', 'constructor', '__proto__', '\u0000', '😀', 'x'.repeat(200)],
];

describe('F2 hostile requests to the web app’s own routes', () => {
  it.each(named(ASKED))('%s', async (_name, spec) => {
    const known = { ...spec.fields.properties, ...spec.query.properties };
    const leaf = fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(...WORDS) },
      { weight: 1, arbitrary: fc.constantFrom<unknown>(true, null, 5, -1.5e300, [], ['1'], {}) },
    );
    const one = (schema: object) =>
      fc.oneof({ weight: 2, arbitrary: fc.constant(sampleOf(schema)) }, leaf);
    const fields = fc.record(
      Object.fromEntries(Object.entries(known).map(([name, schema]) => [name, one(schema)])),
      { requiredKeys: pathFields(spec.path) },
    );
    await fc.assert(
      fc.asyncProperty(fields, async (hostile) => {
        const refusal = await ask(spec, hostile as Keywords);
        if (refusal !== null) expect(Object.keys(ERRORS)).toContain(refusal.reason);
      }),
      { numRuns: Object.keys(known).length === 0 ? 1 : 12 },
    );
    expect(estate.server.problems).toEqual([]);
  });
});
