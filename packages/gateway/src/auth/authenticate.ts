/** Decides on whose behalf a request is made: an API key, a web session, or nobody. */
import type { IncomingHttpHeaders } from 'node:http';
import { type AccountId, AccountKind, accountOf, isGuest, type UserId } from '@halcyon/domain';
import {
  type Access,
  type KeyTier,
  loginTimestampMs,
  PERMISSIONS,
  type Permission,
  preHash,
  RECEIVE_WINDOW_MS,
  WireError,
  WS_LOGIN_METHOD,
  WS_LOGIN_PATH,
} from '@halcyon/protocol';
import type { VenueName } from '@halcyon/records';
import type { ReadyKey } from './credential.ts';
import { isPassphrase, KeyCache } from './key-cache.ts';
import { matches, type SignedParts, verifySignature } from './signature.ts';

/** On whose behalf a request is made. */
export interface Caller {
  readonly venue: VenueName;
  /** Who it is, by the number in the live venue. */
  readonly person: UserId;
  /** The person's user in the venue. */
  readonly user: UserId;
  /** The user's spot account. */
  readonly account: AccountId;
  readonly via: 'key' | 'session';
  /** API key or session id. */
  readonly id: string;
  readonly permissions: ReadonlySet<Permission>;
  readonly tier: KeyTier;
  /** Addresses the key is bound to; empty = all. */
  readonly ipList: readonly string[];
  /** When the key ends, Unix ms; 0 = never. */
  readonly expiresAt: number;
  /** The copy portfolio that the key is of: it is the user then; absent: the person's own accounts. */
  readonly portfolio?: UserId;
}

/** For whom a request of a web session is made. */
export interface SessionBearer {
  /** Its person, or the sub-account of theirs that the request names. */
  readonly user: UserId;
  /** Session id, for logs and revocation. */
  readonly id: string;
  /** What a sub-account may do; absent = everything. */
  readonly permissions?: ReadonlySet<Permission>;
}

/**
 * What a session needs for an act: nothing to look, its person not away for long to act, and a fresh
 * proof of who that is for what is grave.
 */
export type SessionNeed = 'session' | 'present' | 'proved';

/** The web side's session check. */
export interface SessionVerifier {
  /**
   * The bearer of the request's session cookie; null when there is none or it has ended.
   * @param need for more than a look the CSRF token is checked as well
   * @throws WireError csrf, foreignOrigin, stepUp, proof
   */
  bearer(headers: IncomingHttpHeaders, need: SessionNeed): Promise<SessionBearer | null>;
}

/** What a private route asks of its callers. */
type SignedAccess = Extract<Access, { readonly auth: 'signed' }>;

/** Where a request may say that it is meant for the paper venue. */
export interface Marked {
  readonly headers: IncomingHttpHeaders;
  readonly query?: string;
}

/** The people of the paper venue. */
export interface PaperPeople {
  /** @throws WireError while paper trading is closed */
  mustBeOpen(): void;
  /** The user of a person who came before; null = `open` must be asked. */
  userOf(person: UserId): UserId | null;
  /**
   * The user of a person, opened and given its starting funds the first time.
   * @throws WireError while paper trading is closed
   */
  open(person: UserId): Promise<UserId>;
}

/** The parts of a request that authentication looks at. */
export interface RequestCredentials {
  readonly headers: IncomingHttpHeaders;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly body: string;
  /** Client address. */
  readonly address: string;
  /** When it arrived, Unix ms; read once a request. */
  readonly now: number;
}

const ALL_PERMISSIONS: ReadonlySet<Permission> = new Set(PERMISSIONS);
/** A time in some unit: one in seconds is told how far off it is, not that it is no time. */
const TIMESTAMP_FORM = /^[0-9]{10,16}$/;

/** What decides whether a key may be used here and now. */
type Admission = Pick<RequestCredentials, 'headers' | 'address' | 'now'> & {
  readonly query?: string;
};

/** Verifies keys and sessions. */
export class Authenticator {
  readonly keys: KeyCache;
  readonly #sessions: SessionVerifier | null;
  readonly #clock: () => number;
  readonly #paper: PaperPeople | null;
  readonly #copyTrading: boolean;
  readonly #callers = new WeakMap<ReadyKey, Caller>();

  /** @param paper null = there is no paper venue @param copyTrading whether keys of copy portfolios work */
  constructor(
    keys: KeyCache,
    sessions: SessionVerifier | null,
    clock: () => number,
    paper: PaperPeople | null = null,
    copyTrading = false,
  ) {
    this.keys = keys;
    this.#sessions = sessions;
    this.#clock = clock;
    this.#paper = paper;
    this.#copyTrading = copyTrading;
  }

  /**
   * The caller of a signed request.
   * @throws WireError for every reason not to believe it
   */
  async byKey(given: RequestCredentials): Promise<Caller> {
    const { apiKey, sign, timestamp, passphrase } = signedHeaders(given.headers);
    checkHeaderTime(timestamp, given.now);
    const key = this.keys.peek(apiKey, given.now) ?? (await this.#load(apiKey));
    const parts: SignedParts = { ...given, timestamp };
    if (!verifySignature(key, parts, sign)) throw signWrong(key, REQUEST_SIGNED);
    this.#admit(key, passphrase, given);
    checkKeyTime(key, TIMESTAMP_HEADER, Number(timestamp), given.now, 0);
    return this.#callerOf(key);
  }

  /** The caller of a signed request when nothing has to be waited for; null = ask `byKey`. */
  byKeyAtOnce(given: RequestCredentials): Caller | null {
    const { apiKey, sign, timestamp, passphrase } = signedHeaders(given.headers);
    checkHeaderTime(timestamp, given.now);
    const key = this.keys.peek(apiKey, given.now);
    if (key === null) return null;
    const { method, path, query, body } = given;
    if (!verifySignature(key, { timestamp, method, path, query, body }, sign)) {
      throw signWrong(key, REQUEST_SIGNED);
    }
    this.#admit(key, passphrase, given);
    checkKeyTime(key, TIMESTAMP_HEADER, Number(timestamp), given.now, 0);
    return this.#knownCaller(key);
  }

  /**
   * A WebSocket login: `sign` covers the timestamp as sent (seconds or ms), GET and /user/verify.
   * @param query of the address that the connection was opened with
   * @throws WireError
   */
  async byLogin(
    login: { apiKey: string; passphrase: string; timestamp: string; sign: string },
    address: string,
    query = '',
  ): Promise<Caller> {
    const ms = loginTimestampMs(login.timestamp);
    if (ms === null) {
      throw new WireError('timestampFormat', { field: 'timestamp', expected: 'seconds or ms' });
    }
    const now = this.#clock();
    checkTime('timestamp', ms, now, WHOLE_SECONDS_MS);
    if (!KeyCache.wellFormed(login.apiKey)) throw new WireError('keyFormat', { field: 'apiKey' });
    const key = this.keys.peek(login.apiKey, now) ?? (await this.#load(login.apiKey));
    const text = preHash(login.timestamp, WS_LOGIN_METHOD, WS_LOGIN_PATH, '', '');
    if (!matches(key, text, login.sign)) throw signWrong(key, LOGIN_SIGNED);
    this.#admit(key, login.passphrase, { headers: {}, address, now, query });
    checkKeyTime(key, 'timestamp', ms, now, WHOLE_SECONDS_MS);
    return this.#callerOf(key);
  }

  /**
   * The caller of a request with a session cookie; null without one.
   * @param access what its route needs of keys; of sessions what is grave needs a proof
   * @throws WireError
   */
  async bySession(given: RequestCredentials, access: SignedAccess): Promise<Caller | null> {
    if (this.#sessions === null || given.headers.cookie === undefined) return null;
    const bearer = await this.#sessions.bearer(given.headers, needOf(given.method, access));
    if (bearer === null) return null;
    return this.callerOf(given, bearer);
  }

  /**
   * The venue of a request for public data: that of the key which it names, else as it is marked. The
   * key proves nothing: anybody may read this, and a client whose clock is wrong has to ask for the time.
   * @throws WireError for a live key with the marker
   */
  venueAsked(given: Admission): VenueName | Promise<VenueName> {
    const asked = isPaperMarked(given) ? 'paper' : 'live';
    const apiKey = given.headers['access-key'];
    if (typeof apiKey !== 'string' || !KeyCache.wellFormed(apiKey)) return asked;
    const venueOf = (key: ReadyKey | null): VenueName => {
      if (key !== null) this.#checkVenue(key, given);
      return key?.stored.venue ?? asked;
    };
    const key = this.keys.peek(apiKey, given.now);
    return key === null ? this.keys.load(apiKey).then(venueOf) : venueOf(key);
  }

  /** The caller of a session that was checked, in the venue that its request is marked for. */
  callerOf(given: Marked, bearer: SessionBearer): Promise<Caller> {
    const venue = isPaperMarked(given) ? 'paper' : 'live';
    const { user, id, permissions = ALL_PERMISSIONS } = bearer;
    return this.sessionCaller(venue, user, id, permissions);
  }

  /** The caller that a session speaks for. @throws WireError while paper trading is closed */
  async sessionCaller(
    venue: VenueName,
    person: UserId,
    id: string,
    permissions: ReadonlySet<Permission>,
  ): Promise<Caller> {
    if (venue === 'live' && isGuest(person)) throw new WireError('guestLive');
    const user = venue === 'live' ? person : await this.#paperUser(person);
    const account = accountOf(user, AccountKind.spot);
    const rest = { permissions, tier: 'normal', ipList: [], expiresAt: 0 } as const;
    return { venue, person, user, account, via: 'session', id, ...rest };
  }

  async #load(apiKey: string): Promise<ReadyKey> {
    const key = await this.keys.load(apiKey);
    if (key === null) throw new WireError('keyUnknown');
    return key;
  }

  #admit(key: ReadyKey, passphrase: string, given: Admission): void {
    if (!isPassphrase(key, passphrase)) throw new WireError('passphraseWrong');
    this.#checkKey(key, given);
    key.usedAt = given.now;
    key.usedFrom = given.address;
  }

  #checkKey(key: ReadyKey, given: Admission): void {
    const { stored, allowedFrom } = key;
    if (stored.expiresAt !== 0 && given.now >= stored.expiresAt) {
      throw new WireError('keyExpired');
    }
    if (allowedFrom !== null && !allowedFrom.allows(given.address)) {
      throw new WireError('ipNotAllowed', { value: given.address });
    }
    if (stored.portfolio !== undefined && !this.#copyTrading) throw new WireError('copyKeyOff');
    this.#checkVenue(key, given);
  }

  #checkVenue({ stored }: ReadyKey, given: Admission): void {
    if (stored.venue === 'live' && isPaperMarked(given)) throw new WireError('liveKeyPaper');
    if (stored.venue === 'live') return;
    if (this.#paper === null) throw new WireError('paperKey');
    this.#paper.mustBeOpen();
  }

  #paperUser(person: UserId): Promise<UserId> {
    if (this.#paper === null) throw new WireError('paperClosed');
    return this.#paper.open(person);
  }

  /** The caller of a key when its user is at hand. */
  #knownCaller(key: ReadyKey): Caller | null {
    const known = this.#callers.get(key);
    if (known !== undefined) return known;
    const { uid, venue } = key.stored;
    const user = venue === 'live' ? uid : (this.#paper?.userOf(uid) ?? null);
    return user === null ? null : this.#newCaller(key, user);
  }

  async #callerOf(key: ReadyKey): Promise<Caller> {
    const known = this.#knownCaller(key);
    return known ?? this.#newCaller(key, await this.#paperUser(key.stored.uid));
  }

  #newCaller(key: ReadyKey, own: UserId): Caller {
    const { stored, permissions } = key;
    const { portfolio } = stored;
    const user = portfolio ?? own;
    const caller: Caller = {
      venue: stored.venue,
      person: stored.uid,
      user,
      account: accountOf(user, AccountKind.spot),
      via: 'key',
      id: stored.apiKey,
      permissions,
      tier: stored.tier,
      ipList: stored.ipList,
      expiresAt: stored.expiresAt,
      ...(portfolio !== undefined && { portfolio }),
    };
    this.#callers.set(key, caller);
    return caller;
  }
}

/** Whole seconds of a login may be rounded up by the client: one second more is accepted. */
const WHOLE_SECONDS_MS = 1_000;
const TIMESTAMP_HEADER = 'header ACCESS-TIMESTAMP';
const REQUEST_SIGNED = 'timestamp+METHOD+path+?query+body';
const LOGIN_SIGNED = `timestamp+${WS_LOGIN_METHOD}+${WS_LOGIN_PATH}`;
const KINDS = { hmac: 'HMAC', rsa: 'RSA', ed25519: 'Ed25519' } as const;

/** Names the key's kind: who signs with another is told why it cannot be right. */
function signWrong({ stored }: ReadyKey, expected: string): WireError {
  return new WireError('signWrong', { kind: KINDS[stored.type], expected });
}

/** @throws WireError when the header is no time, or too far from `now` */
function checkHeaderTime(text: string, now: number): void {
  if (!TIMESTAMP_FORM.test(text)) throw badTimestampHeader();
  checkTime(TIMESTAMP_HEADER, Number(text), now, 0);
}

function badTimestampHeader(): WireError {
  return new WireError('timestampFormat', { field: TIMESTAMP_HEADER, expected: 'ms' });
}

function checkTime(
  field: string,
  ms: number,
  now: number,
  slackMs: number,
  limit = RECEIVE_WINDOW_MS,
): void {
  if (Math.abs(now - ms) <= limit + slackMs) return;
  throw new WireError('timestampWindow', { field, value: ms - now, now, limit });
}

/** The key's own window, where it has a narrower one. @throws WireError */
function checkKeyTime(
  { stored }: ReadyKey,
  field: string,
  ms: number,
  now: number,
  slackMs: number,
): void {
  if (stored.windowMs !== 0) checkTime(field, ms, now, slackMs, stored.windowMs);
}

/** Withdrawals and keys are grave: no session does it without a fresh proof. */
function needOf(method: string, { permission, proved }: SignedAccess): SessionNeed {
  if (method === 'GET' || method === 'HEAD') return 'session';
  return permission === 'withdraw' || proved === true ? 'proved' : 'present';
}

/** Whether a request carries any of the headers of a signed one. */
export function isSigned(headers: IncomingHttpHeaders): boolean {
  return headers['access-key'] !== undefined || headers['access-sign'] !== undefined;
}

/** Whether a request asks for the paper venue; values other than 1 are not a marker. */
function isPaperMarked(given: Marked): boolean {
  if (given.headers['paptrading'] === '1') return true;
  const query = given.query;
  return query !== undefined && query !== '' && /(?:^|&)paptrading=1(?:&|$)/i.test(query);
}

function signedHeaders(headers: IncomingHttpHeaders) {
  const apiKey = headers['access-key'];
  const sign = headers['access-sign'];
  const timestamp = headers['access-timestamp'];
  const passphrase = headers['access-passphrase'];
  if (typeof apiKey !== 'string' || apiKey === '') throw new WireError('keyMissing');
  if (typeof sign !== 'string') throw new WireError('signMissing');
  if (sign === '') throw new WireError('signEmpty');
  if (typeof timestamp !== 'string') throw badTimestampHeader();
  if (typeof passphrase !== 'string' || passphrase === '') throw new WireError('passphraseMissing');
  if (!KeyCache.wellFormed(apiKey))
    throw new WireError('keyFormat', { field: 'header ACCESS-KEY' });
  return { apiKey, sign, timestamp, passphrase };
}
