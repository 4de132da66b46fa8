import { describe, expect, it } from 'vitest';
import { TestRandom } from '../../../testkit/src/core/random.ts';
import { seedOf } from '../../../testkit/src/core/test-seed.ts';
import { WireError } from '../errors.ts';
import { JsonNumber, type JsonObject, type JsonValue, parseJson } from '../json.ts';
import { ROUTES, specs } from '../routes/registry.ts';
import { compile } from './compile.ts';
import { choice, object, signedDecimal } from './fields.ts';
import { parseQuery } from './query.ts';

const place = compile(specs.trade.placeOrder.request);
const candles = compile(specs.market.candles.request);
const plan = compile(specs.trade.placePlanOrder.request);

function refusal(validate: (input: JsonObject) => unknown, text: string): string {
  try {
    return JSON.stringify(validate(parseJson(text) as JsonObject));
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    return `${error.code} ${error.message}`;
  }
}

const BASE = '"symbol":"btcusdt","side":"BUY","orderType":"Limit","size":"1"';

describe('requests', () => {
  it('are normalised: letter case, absent fields, unknown keys', () => {
    const text = `{${BASE},"force":"GTC","price":"","clientOid":null,"url":"x","executePrice":1}`;
    expect(refusal(place, text)).toBe(
      '{"symbol":"BTCUSDT","side":"buy","orderType":"limit","force":"gtc","size":"1"}',
    );
  });

  it.each([
    [`{"side":"buy"}`, '40019 symbol is required'],
    [`{${BASE},"price":true}`, '40020 price must be a string'],
    [
      `{${BASE},"price":"1e5"}`,
      '40808 price must be a plain decimal of at most 40 characters, not 1e5',
    ],
    [
      `{${BASE},"price":"+1"}`,
      '40808 price must be a plain decimal of at most 40 characters, not +1',
    ],
    [
      `{${BASE},"price":"١"}`,
      '40808 price must be a plain decimal of at most 40 characters, not ?',
    ],
    [
      `{${BASE},"price":"1."}`,
      '40808 price must be a plain decimal of at most 40 characters, not 1.',
    ],
    [
      `{${BASE},"price":" 1"}`,
      '40808 price must be a plain decimal of at most 40 characters, not  1',
    ],
    [
      `{${BASE},"price":-1}`,
      '40808 price must be a plain decimal of at most 40 characters, not -1',
    ],
    [
      `{${BASE},"clientOid":"a b"}`,
      '40305 clientOid may have only the characters 0-9 a-z A-Z - + _ #',
    ],
    [`{${BASE},"clientOid":"${'a'.repeat(51)}"}`, '40304 clientOid is longer than 50 characters'],
    [`{${BASE},"clientOid":5}`, '40020 clientOid must be a string'],
    [`{${BASE},"force":"day"}`, '40020 force must be gtc/post_only/fok/ioc, not day'],
    [
      `{${BASE},"receiveWindow":"0"}`,
      '40020 receiveWindow must be a whole number of ms from 1 to 9999999999999, not 0',
    ],
    [`{"symbol":["BTCUSDT"]}`, '40020 symbol must be a string'],
    [`{"symbol":"../etc"}`, '40309 symbol ../etc does not exist'],
  ])('%s', (text, expected) => {
    expect(refusal(place, text)).toBe(expected);
  });

  it.each([
    ['1M', '1M'],
    ['1MIN', '1min'],
    ['1H', '1h'],
    ['1dutc', '1Dutc'],
    ['1m', null],
    ['1mutc', null],
    ['1MUTC', null],
    ['5m', null],
    ['constructor', null],
  ])('a candle of %s is one of %s: minutes are no months', (given, name) => {
    const answer = refusal(candles, `{"symbol":"BTCUSDT","granularity":"${given}"}`);
    if (name === null) expect(answer).toMatch(/^40020 granularity must be 1min\/3min\/.*, not /);
    else expect(answer).toBe(`{"symbol":"BTCUSDT","granularity":"${name}"}`);
  });

  it('no words of a field differ by letter case alone, and only ASCII letters change theirs', () => {
    const twins = object({ side: choice('side', ['buy', 'Buy']) });
    expect(() => compile(twins)).toThrow('letter case');
    // ſ in upper case is S, the Kelvin sign in lower case is k.
    expect(refusal(place, `{${BASE.replace('btcusdt', 'btcu\u017Fdt')}}`)).toMatch(/^40309/);
    expect(refusal(plan, `{${BASE},"planType":"trac\u212A_plan"}`)).toMatch(/^40020 planType/);
  });

  it('a decimal of 41 characters is refused, one of 40 is not', () => {
    const digits = (n: number) => `{${BASE},"price":"1${'0'.repeat(n - 1)}"}`;
    expect(refusal(place, digits(40))).toContain('"price":"1000');
    expect(refusal(place, digits(41))).toMatch(/^40808 price/);
  });

  it('JSON numbers are read exactly', () => {
    const text = (n: string) => `{${BASE},"triggerPrice":${n}}`;
    expect(refusal(plan, text('123456789.123456789123456789'))).toContain(
      '"triggerPrice":"123456789.123456789123456789"',
    );
    expect(refusal(plan, text('2.1e4'))).toContain('"triggerPrice":"21000"');
  });
});

describe('decimals that may be below zero', () => {
  const change = compile(object({ amount: signedDecimal('margin') }));
  const expected = 'amount must be a plain decimal of at most 40 characters';

  it.each([
    ['"-10"', '{"amount":"-10"}'],
    ['-10.50', '{"amount":"-10.5"}'],
    ['"0.25"', '{"amount":"0.25"}'],
    ['-1e-2', '{"amount":"-0.01"}'],
    ['"--1"', `40808 ${expected}, not --1`],
    ['"-"', `40808 ${expected}, not -`],
    ['"- 1"', `40808 ${expected}, not - 1`],
    ['"+1"', `40808 ${expected}, not +1`],
    ['true', '40020 amount must be a string'],
  ])('%s', (amount, answer) => {
    expect(refusal(change, `{"amount":${amount}}`)).toBe(answer);
  });
});

describe('queries', () => {
  it('are decoded, and a parameter given twice is refused', () => {
    expect(parseQuery('a=b%20c&d=e+f&g')).toEqual({ a: 'b c', d: 'e f', g: '' });
    expect(() => parseQuery('a=1&a=2')).toThrow('a is given twice');
    expect(() => parseQuery('a=%zz')).toThrow('malformed % escape');
    expect(() => parseQuery('__proto__=1')).toThrow('__proto__');
    expect(() => parseQuery('a&'.repeat(60))).toThrow('more than 50 parameters');
  });
});

const HOSTILE: readonly JsonValue[] = [
  ...['', '0', '-1', '1e5', 'NaN', '٣', '\u0000', 'x'.repeat(10_000), '9'.repeat(40), '0.5'],
  ...['buy', 'limit', 'BTCUSDT', '__proto__', 'constructor', '1200000000000000001'],
  ...[true, null, [], ['x'], {}, { a: '1' }, [null, [], {}]],
  ...['5', '-1.5e300', '0.1', '1e999999999'].map((text) => new JsonNumber(text)),
];
/** Of all routes together. */
const REQUESTS = 200_000;

describe('F2 S16 structure-aware requests', () => {
  const random = new TestRandom(seedOf());

  /** Any fields of the route, and names that every object has, with values of any kind. */
  function hostile(names: readonly string[]): JsonObject {
    const input: JsonObject = {};
    for (let left = random.int(0, names.length); left > 0; left--) {
      const value = random.pick(HOSTILE);
      input[random.pick(names)] = random.chance(0.05)
        ? Array(random.int(0, 60)).fill(value)
        : value;
    }
    return input;
  }

  it.each(ROUTES.map((route) => [route.name, route] as const))(
    '%s refuses or accepts, and never fails',
    (_name, route) => {
      const validate = compile(route.request);
      const names = ['toString', 'constructor', ...Object.keys(route.request.properties)];
      for (let n = 0; n < REQUESTS / ROUTES.length; n++) {
        const input = hostile(names);
        try {
          validate(input);
        } catch (error) {
          const fine = error instanceof WireError && error.status === 400;
          if (fine && error.message.length < 300) continue;
          throw new Error(JSON.stringify(input), { cause: error });
        }
      }
    },
  );
});
