/**
 * Session cookies and the defence against forged requests: what changes something needs the session's
 * CSRF token in a header, and must not come from a page of another origin.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { parseWireUserId } from '@halcyon/domain';
import { SUB_ACCOUNT_HEADER } from '@halcyon/domain/web';
import { type Permission, WireError } from '@halcyon/protocol';
import {
  type IdentityApi,
  RecordsError,
  SESSION_ABSOLUTE_MS,
  SESSION_PRESENCE_MS,
  SESSION_PROOF_MS,
  SESSION_TOUCH_MS,
  type SessionRecord,
  type SubAccountRecord,
} from '@halcyon/records';
import type { SessionBearer, SessionNeed, SessionVerifier } from '../auth/authenticate.ts';
import { HourLimiter } from '../http/hour-limiter.ts';
import type { Origins } from '../ops/origins.ts';

/** Names of the cookies; those of an https origin are bound to it. */
export interface CookieNames {
  readonly session: string;
  readonly device: string;
}

/** A session that a request proved. */
export interface ActiveSession extends SessionRecord {
  /** Not the token: the name under which the session is revoked. */
  readonly id: string;
  readonly token: string;
}

const DEVICE_SECONDS = 180 * 24 * 3600;
/** Browsers keep no cookie for longer; when a guest is forgotten the server says. */
const GUEST_COOKIE_SECONDS = 400 * 24 * 3600;
const TOKEN_FORM = /^[A-Za-z0-9_-]{43}$/;

/** The id of a session from its token; what records show in the list of sessions. */
export function sessionId(token: string): string {
  return createHash('sha256').update(token).digest('hex').slice(0, 16);
}

/** The value of a cookie; null when it is missing or given twice. */
function cookieValue(header: string | undefined, name: string): string | null {
  if (header === undefined) return null;
  let found: string | null = null;
  for (const part of header.split(';')) {
    const equals = part.indexOf('=');
    if (equals === -1 || part.slice(0, equals).trim() !== name) continue;
    if (found !== null) return null;
    found = part.slice(equals + 1).trim();
  }
  return found;
}

type SessionStore = Pick<
  IdentityApi,
  'sessionByToken' | 'noteActivity' | 'noteRefusal' | 'ownSubAccount'
>;

/** Refusals to one person that are noted in an hour: who asks on and on fills no table. */
export const REFUSALS_NOTED = 20;

/** Sessions of the web app. */
export class Sessions implements SessionVerifier {
  readonly #identity: SessionStore;
  readonly #origins: Origins;
  readonly #clock: () => number;
  readonly #refusals = new HourLimiter(REFUSALS_NOTED, 'user');

  /** @param clock Unix ms */
  constructor(identity: SessionStore, origins: Origins, clock: () => number) {
    this.#identity = identity;
    this.#origins = origins;
    this.#clock = clock;
  }

  get names(): CookieNames {
    const prefix = this.#origins.secure ? '__Host-' : '';
    return { session: `${prefix}halcyon-session`, device: `${prefix}halcyon-device` };
  }

  /** The session token of a request, whether or not it is valid. */
  token(headers: IncomingHttpHeaders): string | null {
    const token = cookieValue(headers.cookie, this.names.session);
    return token !== null && TOKEN_FORM.test(token) ? token : null;
  }

  /** The token that distinguishes a browser that signed in before from strangers. */
  deviceToken(headers: IncomingHttpHeaders): string | undefined {
    const token = cookieValue(headers.cookie, this.names.device);
    return token !== null && TOKEN_FORM.test(token) ? token : undefined;
  }

  /** The valid session of a request, null without one. Checks nothing else. */
  async active(headers: IncomingHttpHeaders): Promise<ActiveSession | null> {
    const token = this.token(headers);
    if (token === null) return null;
    const session = await this.#identity.sessionByToken({ token });
    return session === null ? null : { ...session, id: sessionId(token), token };
  }

  async bearer(headers: IncomingHttpHeaders, need: SessionNeed): Promise<SessionBearer | null> {
    const session = await this.active(headers);
    if (session === null) return null;
    if (need !== 'session') this.checkForgery(headers, session);
    await this.checkPerson(session, need);
    return this.actor(headers, session);
  }

  /**
   * For whom a request acts. A sub-account that its root froze acts for nobody, and what the root lets
   * it do binds the root too while it acts as it; looking is always allowed.
   * @throws WireError subAccountUnknown, subAccountActs
   */
  async actor(headers: IncomingHttpHeaders, session: ActiveSession): Promise<SessionBearer> {
    const own = await this.subAccount(headers, session);
    if (own === null) return { user: session.uid, id: session.id };
    const permissions = new Set<Permission>(['read', ...own.permissions]);
    return { user: own.uid, id: session.id, permissions };
  }

  /** The sub-account that a request acts as; null for none. @throws WireError as `actor` */
  async subAccount(
    headers: IncomingHttpHeaders,
    { uid: root }: ActiveSession,
  ): Promise<SubAccountRecord | null> {
    const named = headers[SUB_ACCOUNT_HEADER];
    if (named === undefined) return null;
    const uid = parseWireUserId(String(named)) ?? 0;
    const own = await this.#identity.ownSubAccount({ root, uid }).catch(unknownToRoot);
    if (own.frozen) throw new WireError('subAccountActs');
    return own;
  }

  /** @throws WireError csrf, foreignOrigin unless it carries the session's token and is from our pages */
  checkForgery(headers: IncomingHttpHeaders, session: SessionRecord): void {
    const foreign = this.#foreign(headers);
    if (foreign !== null) throw this.#refuse(session, foreign);
    const given = headers['x-csrf-token'];
    if (typeof given !== 'string' || !equalTexts(given, session.csrfToken)) {
      throw this.#refuse(session, new WireError('csrf'));
    }
  }

  /**
   * Lets nobody act in a session that its person seems to have left, and nobody do what is grave in one
   * whose last proof is old. Every session begins with a proof, so a step-up begins another one.
   * @throws WireError stepUp when the last act is 15 minutes old, proof when the last proof is 5
   */
  async checkPerson(session: ActiveSession, need: SessionNeed): Promise<void> {
    if (need === 'session') return;
    if (this.#clock() - session.activeAt >= SESSION_PRESENCE_MS) {
      throw this.#refuse(session, new WireError('stepUp', { limit: SESSION_PRESENCE_MS / 60_000 }));
    }
    if (need === 'proved' && this.#clock() - session.createdAt >= SESSION_PROOF_MS) {
      throw this.#refuse(session, new WireError('proof', { limit: SESSION_PROOF_MS / 60_000 }));
    }
    await this.noteActivity(session);
  }

  /** Somebody is at the page; this does not bring back who was away for too long. */
  async noteActivity({ activeAt, token }: ActiveSession): Promise<void> {
    if (this.#clock() - activeAt < SESSION_TOUCH_MS) return;
    await this.#identity.noteActivity({ token });
  }

  /**
   * Refuses what a browser sends for a page of another origin. Programs send neither header.
   * @throws WireError foreignOrigin
   */
  checkOrigin(headers: IncomingHttpHeaders): void {
    const foreign = this.#foreign(headers);
    if (foreign !== null) throw foreign;
  }

  #foreign(headers: IncomingHttpHeaders): WireError | null {
    const { origin } = headers;
    if (origin !== undefined) {
      if (this.#origins.isOwn(origin)) return null;
      return new WireError('foreignOrigin', { field: 'Origin', value: origin });
    }
    const site = headers['sec-fetch-site'];
    if (site === undefined || site === 'same-origin') return null;
    return new WireError('foreignOrigin', { field: 'Sec-Fetch-Site', value: String(site) });
  }

  /** The error, noted in the audit log of its person. */
  #refuse({ uid }: SessionRecord, error: WireError): WireError {
    if (this.#refusals.admits(String(uid), this.#clock())) {
      // It is refused, whether or not that could be noted.
      this.#identity.noteRefusal({ uid, reason: error.reason }).catch(() => {});
    }
    return error;
  }

  /** The Set-Cookie text of a guest, which the browser keeps as long as it may. */
  guestCookie(token: string): string {
    return this.#cookie(this.names.session, token, GUEST_COOKIE_SECONDS);
  }

  /** The Set-Cookie texts of a session that begins. */
  beginCookies(token: string, deviceToken: string | null): string[] {
    const { session, device } = this.names;
    const cookies = [this.#cookie(session, token, SESSION_ABSOLUTE_MS / 1_000)];
    if (deviceToken !== null) cookies.push(this.#cookie(device, deviceToken, DEVICE_SECONDS));
    return cookies;
  }

  /** The Set-Cookie text of a session that ended. */
  endCookie(): string {
    return this.#cookie(this.names.session, '', 0);
  }

  #cookie(name: string, value: string, seconds: number): string {
    const secure = this.#origins.secure ? '; Secure' : '';
    return `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
  }
}

function unknownToRoot(error: unknown): never {
  if (!(error instanceof RecordsError && error.code === 'notFound')) throw error;
  throw new WireError('subAccountUnknown', { field: `header ${SUB_ACCOUNT_HEADER}` });
}

function equalTexts(given: string, expected: string): boolean {
  const a = createHash('sha256').update(given).digest();
  const b = createHash('sha256').update(expected).digest();
  return timingSafeEqual(a, b);
}
