/**
 * The last requests of each API key, for its owner. It is kept in memory and bounded: so many keys, so
 * many requests of each, those that proved the key apart from those that did not, so that who knows
 * the name of a key cannot push its owner's requests out. An unknown key leaves no trace.
 */
import type {
  KeyLimitRow,
  KeyRequestRow,
  KeyRequests,
  SignatureReport,
  SigningMistake,
} from '@halcyon/domain/web';
import {
  loginTimestampMs,
  preHash,
  tierLimit,
  type WireError,
  WS_LOGIN_PATH,
} from '@halcyon/protocol';
import { copied } from '../base/latest-map.ts';
import type { Caller, RequestCredentials } from './authenticate.ts';
import type { ReadyKey } from './credential.ts';
import { KeyCache } from './key-cache.ts';
import { signingMistakes } from './signing-mistakes.ts';

/** Keys with a log; the one that was used longest ago goes first. */
export const LOGGED_KEYS_MAX = 1_000;
export const PROVED_MAX = 100;
export const REFUSED_MAX = 20;
/** Characters of the signed text that are kept. */
const TEXT_LENGTH_MAX = 2_048;
const PATH_LENGTH_MAX = 120;
const TIMESTAMP_LENGTH_MAX = 24;
/** Shorter texts are no secrets: stars for them would hide half of the request. */
const SECRET_LENGTH_MIN = 6;

interface Use {
  perSecond: number;
  second: number;
  count: number;
  busiest: number;
  refused: number;
}

/** What is kept of a key. */
class KeyLog {
  readonly proved: KeyRequestRow[] = [];
  readonly refused: KeyRequestRow[] = [];
  readonly uses = new Map<string, Use>();
}

/** How a request ended. */
export interface Ended {
  readonly given: RequestCredentials;
  /** null = nobody was believed to ask. */
  readonly caller: Caller | null;
  /** null = it succeeded. */
  readonly error: WireError | null;
  /** Address of the route, not what was asked for: it keys counters, so there are no more than routes. */
  readonly path: string;
  /** Requests a second that its endpoint takes of the normal tier; 0 = it is not counted. */
  readonly perSecond: number;
}

/** See the head of the file. */
export class RequestLog {
  readonly #keys: KeyCache;
  readonly #clock: () => number;
  readonly #logs = new Map<string, KeyLog>();
  #nextId = 1;

  constructor(keys: KeyCache, clock: () => number) {
    this.#keys = keys;
    this.#clock = clock;
  }

  /** Notes a request by key that was answered; those of sessions and of nobody are left out. */
  note(ended: Ended): void {
    const { caller, given } = ended;
    if (caller !== null) {
      if (caller.via === 'key') this.#noteProved(caller, ended);
      return;
    }
    const apiKey = given.headers['access-key'];
    if (typeof apiKey !== 'string' || !KeyCache.wellFormed(apiKey) || ended.error === null) return;
    const row = this.#row(ended);
    const known = this.#keys.peek(apiKey, given.now);
    if (known !== null) this.#noteRefused(known, row, ended);
    else {
      const note = (key: ReadyKey | null): void => {
        if (key !== null) this.#noteRefused(key, row, ended);
      };
      this.#keys.load(apiKey).then(note, () => {
        // The store is away: whose key it is is not known.
      });
    }
  }

  /** The requests of a key; who asks must be its owner. */
  of(apiKey: string): KeyRequests {
    const log = this.#logs.get(apiKey);
    if (log === undefined) return { requests: [], limits: [] };
    const requests = [...log.proved, ...log.refused].sort((a, b) => b.id - a.id);
    const limits = Array.from(
      log.uses,
      ([path, { perSecond, busiest, refused }]): KeyLimitRow => ({
        path,
        perSecond,
        busiest,
        refused,
      }),
    );
    return { requests, limits: limits.sort((a, b) => (a.path < b.path ? -1 : 1)) };
  }

  #noteProved({ id, tier }: Caller, ended: Ended): void {
    const log = this.#logOf(id);
    keep(log.proved, this.#row(ended), PROVED_MAX);
    const { given, error, path, perSecond } = ended;
    if (perSecond === 0) return;
    const limit = tierLimit(perSecond, tier);
    const second = Math.floor(given.now / 1000);
    let use = log.uses.get(path);
    if (use === undefined) {
      use = { perSecond: limit, second, count: 0, busiest: 0, refused: 0 };
      log.uses.set(path, use);
    }
    // Another fee level may have another limit.
    use.perSecond = limit;
    if (use.second !== second) Object.assign(use, { second, count: 0 });
    if (error?.reason === 'rateLimit') use.refused++;
    else use.busiest = Math.max(use.busiest, ++use.count);
  }

  #noteRefused(key: ReadyKey, row: KeyRequestRow, { given, error }: Ended): void {
    const signature = error === null ? null : reportOf(key, given, error);
    keep(this.#logOf(key.stored.apiKey).refused, { ...row, signature }, REFUSED_MAX);
  }

  #row({ given, error }: Ended): KeyRequestRow {
    return {
      id: this.#nextId++,
      at: given.now,
      method: given.method,
      path: copied(given.path.slice(0, PATH_LENGTH_MAX)),
      status: error?.status ?? 200,
      code: error?.code ?? '00000',
      reason: error?.reason ?? '',
      ms: Math.max(0, this.#clock() - given.now),
      address: copied(given.address),
      signature: null,
    };
  }

  /** The log of a key, which becomes the one that was used last. */
  #logOf(apiKey: string): KeyLog {
    const log = this.#logs.get(apiKey) ?? new KeyLog();
    this.#logs.delete(apiKey);
    this.#logs.set(apiKey, log);
    if (this.#logs.size > LOGGED_KEYS_MAX) {
      const oldest = this.#logs.keys().next();
      if (!oldest.done) this.#logs.delete(oldest.value);
    }
    return log;
  }
}

function keep(rows: KeyRequestRow[], row: KeyRequestRow, most: number): void {
  if (rows.length >= most) rows.shift();
  rows.push(row);
}

/** Errors that are about the signature, its time or the passphrase. */
const REPORTED: ReadonlySet<string> = new Set([
  'signWrong',
  'signMissing',
  'signEmpty',
  'timestampFormat',
  'timestampWindow',
  'passphraseWrong',
  'passphraseMissing',
]);

/** Why a request was not believed; null when that is said by its code. */
function reportOf(
  key: ReadyKey,
  given: RequestCredentials,
  error: WireError,
): SignatureReport | null {
  if (!REPORTED.has(error.reason)) return null;
  const { method, path, query, body, now } = given;
  const timestamp = header(given, 'access-timestamp');
  const passphrase = header(given, 'access-passphrase');
  const signature = header(given, 'access-sign');
  const host = header(given, 'host');
  const secrets = [key.stored.secret, passphrase, key.rightPassphrase ?? ''];
  const hidden = hide(preHash(timestamp, method, path, query, body), secrets);
  const wrong = { timestamp, method, path, query, body, passphrase, signature, host };
  const time = timeOf(timestamp, path);
  return {
    text: copied(hidden.slice(0, TEXT_LENGTH_MAX)),
    cut: hidden.length > TEXT_LENGTH_MAX,
    timestamp: copied(hide(timestamp, secrets).slice(0, TIMESTAMP_LENGTH_MAX)),
    aheadMs: time === null ? null : time - now,
    mistakes: mistakesOf(key, wrong, error, time, now),
  };
}

function mistakesOf(
  key: ReadyKey,
  wrong: Parameters<typeof signingMistakes>[1],
  { reason }: WireError,
  time: number | null,
  now: number,
): readonly SigningMistake[] {
  if (reason === 'signWrong') return signingMistakes(key, wrong);
  if (reason === 'passphraseWrong') {
    return wrong.passphrase === key.stored.secret ? ['secretAsPassphrase'] : [];
  }
  const unit = time !== null && [1e3, 1e-3, 1e-6].some((to) => isNear(time * to, now));
  return unit ? ['timestampUnit'] : [];
}

/** The sent time in ms; null = it is none. A login may name it in seconds. */
function timeOf(timestamp: string, path: string): number | null {
  if (path === WS_LOGIN_PATH) return loginTimestampMs(timestamp);
  return /^[0-9]{1,20}$/.test(timestamp) ? Number(timestamp) : null;
}

const DAY_MS = 24 * 60 * 60 * 1000;

function isNear(ms: number, now: number): boolean {
  return Math.abs(ms - now) < DAY_MS;
}

/** Stars in place of secrets, as many as there were characters: places in the text stay. */
function hide(text: string, secrets: readonly string[]): string {
  return secrets
    .filter(({ length }) => length >= SECRET_LENGTH_MIN)
    .reduce((left, secret) => left.replaceAll(secret, '*'.repeat(secret.length)), text);
}

function header({ headers }: RequestCredentials, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}
