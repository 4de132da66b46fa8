/**
 * Index sources as an operator's file names them (HALCYON_PRICE_SOURCES): exchanges that ccxt reaches,
 * and signed feeds of one's own. Whatever is wrong is named by its field, at the start.
 */
import { createPublicKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Conversion } from '@halcyon/prices';
import { JUDGES_MIN } from '@halcyon/prices';

/** A market of an exchange, and the rate that makes its price one in the coin that is wanted. */
export interface SourceMarket {
  /** Unified symbol there; null = that of the coins here, `BTC/USDT`. */
  readonly symbol: string | null;
  /** Unified symbol of the rate; null = none is needed. */
  readonly rate: string | null;
  readonly conversion: Conversion;
}

/** An exchange whose public prices are followed. */
export interface ExchangeSource {
  readonly kind: 'exchange';
  readonly name: string;
  /** ccxt's id of it, or the address of another Halcyon. */
  readonly exchange: string;
  /** A market of which nothing was heard for so long is asked for, ms. */
  readonly pollMs: number;
  /** Whose clock its prices are dated by. */
  readonly clock: 'exchange' | 'arrival';
  /** Coin that its markets are in where they are not in ours; null = in ours. */
  readonly quote: string | null;
  readonly rate: Omit<SourceMarket, 'symbol'>;
  /** Markets by the symbols that they have here; null = it has none of it. */
  readonly symbols: Readonly<Record<string, SourceMarket | null>>;
  /** Symbols that it quotes prices of; null = of all. */
  readonly markets: readonly string[] | null;
}

/** Who may sign, by an HMAC secret or the public key of an Ed25519 pair. */
export type FeedKey =
  | { readonly type: 'hmac'; readonly secret: string }
  | { readonly type: 'ed25519'; readonly key: KeyObject };

/** A feed of one's own. */
export interface FeedSource {
  readonly kind: 'feed';
  readonly name: string;
  readonly key: FeedKey;
  readonly markets: readonly string[] | null;
}

export type PriceSourceConfig = ExchangeSource | FeedSource;

const SOURCES_MAX = 20;
// A market that is asked for less often has no price that is fresh all the time.
const POLL_MS = { default: 1_000, min: 250, max: 2_000 } as const;
const MARKETS_MAX = 1_000;
const NAME = /^[a-z][a-z0-9-]{0,23}$/;
const SYMBOL = /^[A-Z0-9]{2,32}$/;
const UNIFIED = /^[A-Za-z0-9]{1,20}\/[A-Za-z0-9]{1,20}$/;
const COIN = /^[A-Za-z0-9]{1,20}$/;
const ID =
  /^(?:[a-z][a-z0-9]{1,31}|https:\/\/[^\s/]+|http:\/\/(?:127\.\d+\.\d+\.\d+|localhost|\[::1\])(?::\d+)?)\/?$/;
const SECRET_LENGTH_MIN = 32;

/** Whether a source quotes prices of a symbol. */
export function quotesSymbol(source: PriceSourceConfig, symbol: string): boolean {
  if (source.markets !== null && !source.markets.includes(symbol)) return false;
  return source.kind === 'feed' || source.symbols[symbol] !== null;
}

/** Reads the file. @throws Error naming the setting, the file and the field that cannot be used */
export function readSources(file: string): PriceSourceConfig[] {
  try {
    const read = record('the file', json(textOf(file)), ['sources']);
    const { sources } = read;
    if (!Array.isArray(sources) || sources.length < JUDGES_MIN || sources.length > SOURCES_MAX) {
      throw new Error(`sources: ${JUDGES_MIN} to ${SOURCES_MAX} of them are needed`);
    }
    const all = sources.map((one, i) => sourceOf(`sources[${i}]`, one, dirname(file)));
    const names = all.map(({ name }) => name);
    const twice = names.find((name, i) => names.indexOf(name) !== i);
    if (twice !== undefined) throw new Error(`name: two sources are named "${twice}"`);
    return all;
  } catch (cause) {
    throw new Error(`HALCYON_PRICE_SOURCES: ${file}: ${wordsOf(cause)}`, { cause });
  }
}

type Fields = Readonly<Record<string, unknown>>;

const EXCHANGE_FIELDS = ['name', 'exchange', 'pollMs', 'clock', 'quote', 'multiply', 'divide'];
const MARKET_FIELDS = ['symbols', 'markets'];
const FEED_FIELDS = ['name', 'feed', 'markets', 'secretFile', 'publicKeyFile'];

function sourceOf(at: string, value: unknown, folder: string): PriceSourceConfig {
  const isFeed = typeof value === 'object' && value !== null && 'feed' in value;
  const known = isFeed ? FEED_FIELDS : [...EXCHANGE_FIELDS, ...MARKET_FIELDS];
  const fields = record(at, value, known);
  const name = pattern(`${at}.name`, fields['name'], NAME, 'small letters, digits and -');
  return isFeed ? feedOf(at, name, fields, folder) : exchangeOf(at, name, fields);
}

function exchangeOf(at: string, name: string, fields: Fields): ExchangeSource {
  const allowed = "an id of ccxt as 'kraken', or https://host of a Halcyon (http on loopback)";
  const exchange = pattern(`${at}.exchange`, fields['exchange'], ID, allowed);
  const clock = fields['clock'] ?? 'exchange';
  if (clock !== 'exchange' && clock !== 'arrival') {
    throw new Error(`${at}.clock: exchange or arrival`);
  }
  const pollMs = fields['pollMs'] ?? POLL_MS.default;
  if (!Number.isSafeInteger(pollMs) || !between(pollMs as number, POLL_MS.min, POLL_MS.max)) {
    throw new Error(`${at}.pollMs: a whole number from ${POLL_MS.min} to ${POLL_MS.max}`);
  }
  const quote = fields['quote'] ?? null;
  return {
    kind: 'exchange',
    name,
    exchange,
    pollMs: pollMs as number,
    clock,
    quote: quote === null ? null : pattern(`${at}.quote`, quote, COIN, 'a coin as USD'),
    rate: rateOf(at, fields),
    symbols: symbolsOf(`${at}.symbols`, fields['symbols'] ?? {}, rateOf(at, fields)),
    markets: marketsOf(`${at}.markets`, fields['markets']),
  };
}

function between(value: number, min: number, max: number): boolean {
  return value >= min && value <= max;
}

/** `{"divide": "USDT/USD"}`: a price in USD through it is one in USDT. */
function rateOf(at: string, { multiply, divide }: Fields): Omit<SourceMarket, 'symbol'> {
  if (multiply !== undefined && divide !== undefined) {
    throw new Error(`${at}: multiply or divide, not both`);
  }
  const conversion = multiply === undefined ? 'divide' : 'multiply';
  const rate = multiply ?? divide;
  if (rate === undefined) return { rate: null, conversion };
  return {
    rate: pattern(`${at}.${conversion}`, rate, UNIFIED, 'a market as USDT/USD'),
    conversion,
  };
}

function symbolsOf(
  at: string,
  value: unknown,
  usual: Omit<SourceMarket, 'symbol'>,
): Record<string, SourceMarket | null> {
  const symbols = Object.entries(record(at, value)).map(([symbol, given]) => {
    pattern(at, symbol, SYMBOL, 'symbols as BTCUSDT');
    return [symbol, given === null ? null : marketOf(`${at}.${symbol}`, given, usual)] as const;
  });
  return Object.fromEntries(symbols);
}

function marketOf(at: string, value: unknown, usual: Omit<SourceMarket, 'symbol'>): SourceMarket {
  const allowed = 'a market as BTC/USD';
  if (typeof value === 'string') return { symbol: pattern(at, value, UNIFIED, allowed), ...usual };
  const fields = record(at, value, ['symbol', 'multiply', 'divide']);
  return {
    symbol: pattern(`${at}.symbol`, fields['symbol'], UNIFIED, allowed),
    ...rateOf(at, fields),
  };
}

function marketsOf(at: string, value: unknown): string[] | null {
  if (value === undefined) return null;
  if (!Array.isArray(value) || !between(value.length, 1, MARKETS_MAX)) {
    throw new Error(`${at}: 1 to ${MARKETS_MAX} symbols in a list`);
  }
  return value.map((one) => pattern(at, one, SYMBOL, 'symbols as BTCUSDT'));
}

function feedOf(at: string, name: string, fields: Fields, folder: string): FeedSource {
  const { feed, secretFile, publicKeyFile } = fields;
  const markets = marketsOf(`${at}.markets`, fields['markets']);
  if (feed === 'hmac' && publicKeyFile === undefined) {
    const secret = fileOf(`${at}.secretFile`, secretFile, folder).trim();
    if (secret.length < SECRET_LENGTH_MIN) {
      throw new Error(`${at}.secretFile: a secret of ${SECRET_LENGTH_MIN} characters or more`);
    }
    return { kind: 'feed', name, key: { type: 'hmac', secret }, markets };
  }
  if (feed === 'ed25519' && secretFile === undefined) {
    const field = `${at}.publicKeyFile`;
    const pem = fileOf(field, publicKeyFile, folder);
    return { kind: 'feed', name, key: { type: 'ed25519', key: publicKey(field, pem) }, markets };
  }
  throw new Error(`${at}.feed: hmac with secretFile, or ed25519 with publicKeyFile`);
}

function publicKey(at: string, pem: string): KeyObject {
  // A private key would be taken too, and then lie on a machine that needs none.
  const key = pem.includes('PRIVATE') ? null : keyOf(pem);
  if (key?.asymmetricKeyType === 'ed25519') return key;
  throw new Error(`${at}: the PEM of an Ed25519 public key`);
}

function keyOf(pem: string): KeyObject | null {
  try {
    return createPublicKey(pem);
  } catch {
    return null;
  }
}

function fileOf(at: string, name: unknown, folder: string): string {
  if (typeof name !== 'string' || name === '') throw new Error(`${at}: a file`);
  try {
    return textOf(resolve(folder, name));
  } catch (cause) {
    throw new Error(`${at}: ${name} ${wordsOf(cause)}`, { cause });
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new Error(`cannot be read (${wordsOf(cause)})`, { cause });
  }
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`no JSON: ${wordsOf(cause)}`, { cause });
  }
}

function wordsOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

function record(at: string, value: unknown, known?: readonly string[]): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error(`${at}: an object is needed`);
  }
  const strange = Object.keys(value).find((name) => known?.includes(name) === false);
  if (strange !== undefined) throw new Error(`${at}: there is no field "${strange}"`);
  return value as Fields;
}

function pattern(at: string, value: unknown, form: RegExp, allowed: string): string {
  if (typeof value === 'string' && form.test(value)) return value;
  throw new Error(`${at}: ${JSON.stringify(value)} cannot be used; allowed: ${allowed}`);
}
