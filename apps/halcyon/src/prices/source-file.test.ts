import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SCALE_MAX } from '@halcyon/domain';
import { readTicks } from '@halcyon/prices';
import { afterAll, describe, expect, test } from 'vitest';
import { ExchangeQuotes, type SourcedMarket } from './exchange-quotes.ts';
import { type ExchangeSource, quotesSymbol, readSources } from './source-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'halcyon-sources-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function written(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

const pair = generateKeyPairSync('ed25519');
written('secret', `${'s'.repeat(40)}\n`);
written('short', 'abc');
written('public.pem', pair.publicKey.export({ type: 'spki', format: 'pem' }).toString());
const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 });
written('rsa.pem', rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString());
written('private.pem', pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());

function read(...sources: unknown[]) {
  return readSources(written('sources.json', JSON.stringify({ sources })));
}

const KRAKEN = { name: 'kraken', exchange: 'kraken' };
const OKX = { name: 'okx', exchange: 'okx' };
const DESK = { name: 'desk', feed: 'hmac', secretFile: 'secret' };

describe('the file of index sources', () => {
  test('has exchanges, other Halcyons and feeds', () => {
    const other = { name: 'other', exchange: 'https://halcyon.example', pollMs: 500 };
    const own = { name: 'own', feed: 'ed25519', publicKeyFile: 'public.pem', markets: ['BTCUSDT'] };
    const sources = read(KRAKEN, other, DESK, own);
    expect(sources.map(({ name, kind }) => [name, kind])).toEqual([
      ['kraken', 'exchange'],
      ['other', 'exchange'],
      ['desk', 'feed'],
      ['own', 'feed'],
    ]);
    expect(sources[0]).toMatchObject({ pollMs: 1_000, clock: 'exchange', quote: null });
    expect(quotesSymbol(sources[3]!, 'BTCUSDT')).toBe(true);
    expect(quotesSymbol(sources[3]!, 'ETHUSDT')).toBe(false);
  });

  test.each([
    [[KRAKEN, DESK], /sources: 3 to 20 of them are needed/],
    [[KRAKEN, KRAKEN, DESK], /two sources are named "kraken"/],
    [[KRAKEN, OKX, { ...DESK, name: 'Desk' }], /sources\[2\]\.name: "Desk" cannot be used/],
    [[KRAKEN, OKX, { ...OKX, name: 'b', exchange: 'http://example.com' }], /\.exchange: .* an id/],
    [[KRAKEN, OKX, { ...OKX, name: 'b', pollMs: 1 }], /pollMs: a whole number from 250/],
    [[KRAKEN, OKX, { ...OKX, name: 'b', every: 1 }], /there is no field "every"/],
    [[KRAKEN, OKX, { ...OKX, name: 'b', clock: 'ours' }], /clock: exchange or arrival/],
    [[KRAKEN, OKX, { ...OKX, name: 'b', divide: 'USDT' }], /divide: "USDT" cannot be used/],
    [[KRAKEN, OKX, { ...OKX, name: 'b', symbols: { BTCUSDT: 7 } }], /BTCUSDT: an object/],
    [[KRAKEN, OKX, { ...DESK, secretFile: 'short' }], /a secret of 32 characters/],
    [
      [KRAKEN, OKX, { ...DESK, secretFile: 'none' }],
      /sources\[2\]\.secretFile: none cannot be read/,
    ],
    [[KRAKEN, OKX, { ...DESK, secretFile: '.' }], /sources\[2\]\.secretFile: \. cannot be read/],
    [[KRAKEN, OKX, { ...DESK, secretFile: 5 }], /sources\[2\]\.secretFile: a file/],
    [
      [KRAKEN, OKX, { name: 'b', feed: 'ed25519', publicKeyFile: 'secret' }],
      /sources\[2\]\.publicKeyFile: the PEM of an Ed25519 public key/,
    ],
    [
      [KRAKEN, OKX, { name: 'b', feed: 'ed25519', publicKeyFile: 'rsa.pem' }],
      /sources\[2\]\.publicKeyFile: the PEM of an Ed25519 public key/,
    ],
    [
      [KRAKEN, OKX, { ...OKX, name: 'b', pollMs: 2_001 }],
      /pollMs: a whole number from 250 to 2000/,
    ],
    [[KRAKEN, OKX, { ...DESK, markets: [] }], /sources\[2\]\.markets: 1 to 1000 symbols/],
    [[KRAKEN, OKX, { ...DESK, markets: ['btc'] }], /sources\[2\]\.markets: "btc" cannot be used/],
    [[KRAKEN, OKX, null], /sources\[2\]: an object is needed/],
    [
      [KRAKEN, OKX, { ...OKX, name: 'b', multiply: 'A/B', divide: 'C/D' }],
      /sources\[2\]: multiply or divide, not both/,
    ],
    [[KRAKEN, OKX, { ...OKX, name: 'b', symbols: { btc: null } }], /symbols: "btc" cannot be used/],
    [[KRAKEN, OKX, { ...OKX, name: 'b', quote: 'US D' }], /quote: "US D" cannot be used/],
    [Array.from({ length: 21 }, (_, i) => ({ ...OKX, name: `s${i}` })), /3 to 20 of them/],
    [[KRAKEN, OKX, { ...DESK, feed: 'rsa' }], /feed: hmac with secretFile, or ed25519/],
    [
      [KRAKEN, OKX, { name: 'b', feed: 'ed25519', publicKeyFile: 'private.pem' }],
      /the PEM of an Ed25519 public key/,
    ],
  ])('%j is refused by its field', (sources, problem) => {
    expect(() => read(...sources)).toThrow(problem);
    expect(() => read(...sources)).toThrow(/^HALCYON_PRICE_SOURCES: /);
  });
});

test.each([
  ['not json', /sources\.json: no JSON: /],
  ['[]', /the file: an object is needed/],
  ['{"sources": {}}', /sources: 3 to 20 of them are needed/],
  ['{"source": []}', /the file: there is no field "source"/],
])('a file that is %s is refused', (text, problem) => {
  expect(() => readSources(written('sources.json', text))).toThrow(problem);
});

test('a file that is not there is named', () => {
  const none = join(folder, 'nothing.json');
  expect(() => readSources(none)).toThrow(`HALCYON_PRICE_SOURCES: ${none}: cannot be read`);
});

describe('prices of an exchange', () => {
  const MARKETS: SourcedMarket[] = [
    { instrument: 1, symbol: 'BTCUSDT', base: 'BTC', quote: 'USDT' },
    { instrument: 2, symbol: 'BTCUSDT', base: 'BTC', quote: 'USDT' },
    { instrument: 3, symbol: 'SHIBUSDT', base: 'SHIB', quote: 'USDT' },
    { instrument: 4, symbol: 'XRPUSDT', base: 'XRP', quote: 'USDT' },
  ];

  function quotesOf(fields: object): {
    readonly quotes: ExchangeQuotes;
    readonly told: [number, unknown, number][];
  } {
    const [source] = read({ ...KRAKEN, ...fields }, OKX, DESK) as ExchangeSource[];
    const told: [number, unknown, number][] = [];
    const quotes = new ExchangeQuotes(
      source!,
      MARKETS,
      () => 5_000,
      (quote) => {
        told.push([quote.instrument, quote.price, quote.time]);
      },
    );
    return { quotes, told };
  }

  test('are of pair and contract alike, by the clock of the exchange', () => {
    const { quotes, told } = quotesOf({});
    expect(quotes.symbols).toEqual(['BTC/USDT', 'SHIB/USDT', 'XRP/USDT']);
    quotes.take('BTC/USDT', { last: 94_000, timestamp: 4_900 });
    quotes.take('XRP/USDT', { last: 2.5 });
    expect(told).toEqual([
      [1, '94000', 4_900],
      [2, '94000', 4_900],
      [4, '2.5', 5_000],
    ]);
  });

  test('by the arrival where its clock says nothing of use', () => {
    const { quotes, told } = quotesOf({ clock: 'arrival' });
    quotes.take('XRP/USDT', { last: 2.5, timestamp: 1 });
    expect(told).toEqual([[4, '2.5', 5_000]]);
  });

  test('in another coin become ones in ours, as old as the older of the two', () => {
    const symbols = { SHIBUSDT: null, XRPUSDT: { symbol: 'XRP/EUR', multiply: 'EUR/USDT' } };
    const { quotes, told } = quotesOf({ quote: 'USD', divide: 'USDT/USD', symbols });
    expect(quotes.symbols).toEqual(['BTC/USD', 'USDT/USD', 'XRP/EUR', 'EUR/USDT']);
    quotes.take('BTC/USD', { last: 94_000, timestamp: 4_900 });
    expect(told).toEqual([]);
    quotes.take('USDT/USD', { last: 0.5, timestamp: 4_800 });
    expect(told).toEqual([
      [1, '188000.000000000', 4_800],
      [2, '188000.000000000', 4_800],
    ]);
    quotes.take('EUR/USDT', { last: 2, timestamp: 4_950 });
    quotes.take('XRP/EUR', { last: 3, timestamp: 4_960 });
    expect(told.at(-1)).toEqual([4, '6.000000000', 4_950]);
  });

  test('with a rate that stands are as old as the rate, and fresh again with it', () => {
    const { quotes, told } = quotesOf({ quote: 'USD', divide: 'USDT/USD' });
    quotes.take('USDT/USD', { last: 1, timestamp: 1_000 });
    for (const timestamp of [4_000, 8_000, 12_000]) {
      quotes.take('BTC/USD', { last: 94_000, timestamp });
      expect(told.at(-1)).toEqual([2, '94000.000000000', 1_000]);
    }
    quotes.take('USDT/USD', { last: 2, timestamp: 12_500 });
    expect(told.at(-1)).toEqual([2, '47000.000000000', 12_000]);
  });

  test('with a rate that is none are refused, and with one of nothing', () => {
    const { quotes, told } = quotesOf({ quote: 'USD', divide: 'USDT/USD' });
    quotes.take('BTC/USD', { last: 94_000, timestamp: 4_000 });
    for (const last of [undefined, null, Number.NaN, -1, 0, Number.POSITIVE_INFINITY, 1e30]) {
      quotes.take('USDT/USD', { last, timestamp: 4_000 });
      expect(readTicks(told.at(-1)![1], SCALE_MAX, 1)).toBeTypeOf('string');
    }
  });

  test('with fields of null are those without them', () => {
    const { quotes, told } = quotesOf({});
    quotes.take('XRP/USDT', { last: 2.5, bid: null, ask: null, timestamp: null });
    quotes.take('XRP/USDT', { last: null, bid: 2, ask: 3, timestamp: null });
    expect(told).toEqual([
      [4, '2.5', 5_000],
      [4, '', 5_000],
    ]);
  });

  test('that are none are told as they are, to be refused and counted', () => {
    const { quotes, told } = quotesOf({});
    quotes.take('XRP/USDT', { last: undefined, timestamp: 4_900 });
    quotes.take('XRP/USDT', { last: -1, timestamp: 4_900 });
    expect(told).toEqual([
      [4, '', 4_900],
      [4, '-1', 4_900],
    ]);
  });
});
