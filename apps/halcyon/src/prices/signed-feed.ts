/**
 * Feeds of one's own: a message is taken once, in order, while it is fresh, and only with the signature
 * of its source. Prices in it are judged where all are: by the index's own rules.
 */
import { createHmac, timingSafeEqual, verify } from 'node:crypto';
import {
  FEED_FAULTS,
  type FeedAnswer,
  type FeedFault,
  feedPath,
  type SignedPrices,
} from '@halcyon/domain/web';
import { INDEX_RULES } from '@halcyon/prices';
import type { FeedKey, FeedSource } from './source-file.ts';

/** Most prices of a message. */
const PRICES_MAX = 500;
const BASE64 = /^[A-Za-z0-9+/]{1,128}={0,2}$/;

/** What a feed hands its prices to; says of each why it is not taken. */
export type TakePrice = (
  source: string,
  symbol: string,
  price: unknown,
  time: number,
) => string | null;

interface Feed {
  readonly source: FeedSource;
  /** Time of the newest message that was taken, Unix ms. */
  lastMs: number;
  refused: number;
}

/** See the head of the file. */
export class SignedFeeds {
  readonly #feeds: ReadonlyMap<string, Feed>;
  readonly #take: TakePrice;
  readonly #now: () => number;

  /** What was signed before now is never taken: a run before this one may have had it. */
  constructor(sources: readonly FeedSource[], take: TakePrice, now: () => number = Date.now) {
    const lastMs = now();
    const feeds = sources.map((source): Feed => ({ source, lastMs, refused: 0 }));
    this.#feeds = new Map(feeds.map((feed) => [feed.source.name, feed]));
    this.#take = take;
    this.#now = now;
  }

  /** Messages of a source that were refused. */
  refused(source: string): number {
    return this.#feeds.get(source)?.refused ?? 0;
  }

  /** Takes a message, or says why nothing of it is taken. */
  take(message: SignedPrices): FeedAnswer | FeedFault {
    const feed = this.#feeds.get(message.source);
    if (feed === undefined) return 'unknown';
    const answer = this.#read(feed, message);
    if (typeof answer === 'string') feed.refused += 1;
    return answer;
  }

  #read(feed: Feed, message: SignedPrices): FeedAnswer | FeedFault {
    const time = /^\d{1,15}$/.test(message.timestamp) ? Number(message.timestamp) : 0;
    const fault = timeFault(time, feed.lastMs, this.#now());
    if (fault !== null) return fault;
    if (!isSigned(feed.source.key, message)) return 'signature';
    const prices = readPrices(message.body);
    if (prices === null) return 'form';
    feed.lastMs = time;
    const { name } = feed.source;
    const results = prices.map(([symbol, price]) => {
      return { symbol, reason: this.#take(name, symbol, price, time) };
    });
    return {
      taken: results.flatMap(({ symbol, reason }) => (reason === null ? symbol : [])),
      refused: results.flatMap(({ symbol, reason }) =>
        reason === null ? [] : [{ symbol, reason }],
      ),
    };
  }
}

/** Whether an answer is a fault. */
export function isFault(answer: FeedAnswer | FeedFault): answer is FeedFault {
  return FEED_FAULTS.some((fault) => fault === answer);
}

/** What is signed. */
export function signedText({ source, timestamp, body }: Omit<SignedPrices, 'signature'>): string {
  return `${timestamp}POST${feedPath(source)}${body}`;
}

function timeFault(time: number, lastMs: number, now: number): FeedFault | null {
  if (time <= 0) return 'time';
  if (time > now + INDEX_RULES.aheadMs) return 'future';
  if (time < now - INDEX_RULES.freshMs) return 'late';
  return time <= lastMs ? 'replay' : null;
}

function isSigned(key: FeedKey, message: SignedPrices): boolean {
  if (!BASE64.test(message.signature)) return false;
  const given = Buffer.from(message.signature, 'base64');
  const text = signedText(message);
  if (key.type === 'ed25519') return verify(null, Buffer.from(text), key.key, given);
  const expected = createHmac('sha256', key.secret).update(text).digest();
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function readPrices(body: string): [string, unknown][] | null {
  try {
    const { prices } = JSON.parse(body) as { prices?: unknown };
    if (typeof prices !== 'object' || prices === null || Array.isArray(prices)) return null;
    const entries = Object.entries(prices);
    return entries.length <= PRICES_MAX ? entries : null;
  } catch {
    return null;
  }
}
