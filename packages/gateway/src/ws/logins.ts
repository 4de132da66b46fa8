/** Logins of WebSocket connections: by API key as REST checks it, by the token of a web session. */
import { type Permission, WireError, WS_LOGIN_METHOD, WS_LOGIN_PATH } from '@halcyon/protocol';
import type { VenueName } from '@halcyon/records';
import type { Authenticator, Caller, RequestCredentials } from '../auth/authenticate.ts';
import { REPLAY_PERIOD_MS, ReplayGuard } from '../auth/replay-guard.ts';
import type { RequestLog } from '../auth/request-log.ts';
import { WsCode } from './errors.ts';
import type { KeyLogin, Logins, Principal, SocketLoginResult } from './ports.ts';

/** Numeric codes of the wire errors that a login can meet; everything else is a failed login. */
const CODES: Readonly<Record<string, WsCode>> = {
  keyMissing: WsCode.badKey,
  keyFormat: WsCode.badKey,
  keyUnknown: WsCode.badKey,
  keyExpired: WsCode.badKey,
  passphraseMissing: WsCode.badPassphrase,
  passphraseWrong: WsCode.badPassphrase,
  timestampFormat: WsCode.badTimestamp,
  timestampWindow: WsCode.timestampExpired,
  loginReplayed: WsCode.timestampExpired,
  signMissing: WsCode.badSign,
  signEmpty: WsCode.badSign,
  signWrong: WsCode.badSign,
};

/** The bearer of a one-time token. */
export interface TokenBearer {
  readonly user: number;
  /** Id of the session that the token was made for. */
  readonly session: string;
  /** Unix ms at which that session ends. */
  readonly sessionEnds: number;
}

/** Takes one-time tokens. */
export interface TokenTaker {
  /** The bearer, once; null when the token is unknown, used or too old. */
  take(token: string): TokenBearer | null;
}

function principalOf(caller: Caller, expiresAt: number): Principal {
  return {
    venue: caller.venue,
    person: caller.person,
    user: caller.user,
    via: caller.via,
    id: caller.id,
    tier: caller.tier,
    expiresAt,
    caller,
  };
}

/** What the address of a connection says for a venue. */
const QUERIES: Readonly<Record<VenueName, string>> = { live: '', paper: 'paptrading=1' };
/** A page watches over its socket and acts over HTTP, where each act is checked for presence. */
const WATCHES: ReadonlySet<Permission> = new Set(['read']);

/** A login as the request whose form its signature covers. */
function requestOf(login: KeyLogin, address: string, now: number): RequestCredentials {
  const headers = {
    'access-key': login.apiKey,
    'access-sign': login.sign,
    'access-timestamp': login.timestamp,
    'access-passphrase': login.passphrase,
  };
  const signed = { method: WS_LOGIN_METHOD, path: WS_LOGIN_PATH, query: '', body: '' };
  return { ...signed, headers, address, now };
}

/**
 * Log-ins of keys by where they came from. Clients sign whole seconds, so that two connections of one
 * program may log in with the same signature; from another address it is somebody's copy.
 */
class HeardLogins {
  readonly #signatures: ReplayGuard;
  readonly #withAddress: ReplayGuard;

  constructor(now: number) {
    this.#signatures = new ReplayGuard(REPLAY_PERIOD_MS, now);
    this.#withAddress = new ReplayGuard(REPLAY_PERIOD_MS, now);
  }

  /** Remembers a log-in that was believed. @throws WireError loginReplayed */
  take({ apiKey, sign }: KeyLogin, address: string, now: number): void {
    const signature = `${apiKey} ${sign}`;
    const here = `${signature} ${address}`;
    if (this.#signatures.take(signature, now)) this.#withAddress.take(here, now);
    else if (!this.#withAddress.has(here, now)) throw new WireError('loginReplayed');
  }
}

/**
 * Logins as REST checks them.
 * @param clock Unix ms
 */
export function makeLogins(
  authenticator: Authenticator,
  tokens: TokenTaker,
  requests: Pick<RequestLog, 'note'>,
  clock: () => number,
): Logins {
  const heard = new HeardLogins(clock());
  return {
    async byKey(login, address, venue): Promise<SocketLoginResult> {
      const now = clock();
      const given = requestOf(login, address, now);
      const asked = { given, path: given.path, perSecond: 0 };
      try {
        const caller = await authenticator.byLogin(login, address, QUERIES[venue]);
        heard.take(login, address, now);
        requests.note({ ...asked, caller, error: null });
        return { ok: true, principal: principalOf(caller, caller.expiresAt) };
      } catch (cause) {
        if (!(cause instanceof WireError)) throw cause;
        requests.note({ ...asked, caller: null, error: cause });
        const code = CODES[cause.reason] ?? WsCode.loginFailed;
        return { ok: false, code, message: cause.message };
      }
    },
    async byToken(token, venue): Promise<SocketLoginResult> {
      const bearer = tokens.take(token);
      if (bearer === null) {
        const message = 'this token is unknown, used or older than 30 s: get a new one';
        return { ok: false, code: WsCode.loginFailed, message };
      }
      try {
        const { user, session } = bearer;
        const caller = await authenticator.sessionCaller(venue, user, session, WATCHES);
        return { ok: true, principal: principalOf(caller, bearer.sessionEnds) };
      } catch (cause) {
        if (!(cause instanceof WireError)) throw cause;
        return { ok: false, code: WsCode.loginFailed, message: cause.message };
      }
    },
  };
}
