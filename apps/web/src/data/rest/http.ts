/** The one entry point to the server: envelope, session cookie, CSRF header, venue marker, typed errors. */

import { STATIC_IMAGES, SUB_ACCOUNT_HEADER } from '@halcyon/domain/web';
import { ACTING } from '../../platform/client/acting.ts';
import { clientType } from '../../platform/client/client-type.ts';
import { marked } from '../../platform/simulation/venue.ts';
import { NETWORK_ERROR, RequestError, type ServerErrorDetails } from './api-error.ts';
import { bringRefusalWords } from './refusal-words.ts';

/** Query values; absent ones are left out. */
export type QueryValues = Readonly<Record<string, string | number | undefined>>;

/** What the session's keeper is told of; see `session.ts`. */
export interface SessionHooks {
  /** The server says that nobody is signed in, or not for the account that the page is of. */
  onSignedOut(): void;
  /** The token was refused; true when a fresh one of the same person is set. */
  onStaleToken(): Promise<boolean>;
  /** Nobody has acted here for long, or a fresh proof is needed; true when it was given. */
  onStepUp(): Promise<boolean>;
}

/** Refusals that are cleared away, so that nobody reads of them. */
const UNTOLD: readonly string[] = ['csrf', 'stepUp', 'proof'];
/** Those of who has no session; once a browser has dropped its cookie, a key is asked for. */
const NO_SESSION: readonly string[] = ['notLoggedIn', 'keyMissing'];

/** A request may meet a stale token and then ask for a proof. */
const ATTEMPTS_MAX = 3;

let csrfToken: string | null = null;
let language = '';
let hooks: SessionHooks | null = null;

/** Names the keeper of the session. */
export function setSessionHooks(keeper: SessionHooks): void {
  hooks = keeper;
}

/** Changes the image addresses of an answer that holds some. */
export type ImageRewriter = (data: unknown) => Promise<unknown>;

let imageRewriter: ImageRewriter | null = null;

/** Names who changes image addresses. */
export function setImageRewriter(rewriter: ImageRewriter | null): void {
  imageRewriter = rewriter;
}

/** Remembers the token that every mutating request of the session must carry. */
export function setCsrfToken(token: string | null): void {
  csrfToken = token;
}

/** Names the language that mails about requests are written in, a BCP 47 tag. */
export function setRequestLanguage(tag: string): void {
  language = tag;
}

/** GET `path`; resolves to the envelope's data, rejects with an ApiError. */
export function get<T>(path: string, query: QueryValues = {}, signal?: AbortSignal): Promise<T> {
  return call<T>(path + searchOf(query), signal === undefined ? {} : { signal });
}

/** A query with its question mark; '' = nothing is in it. */
export function searchOf(query: QueryValues = {}): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(key, String(value));
  }
  return search.size > 0 ? `?${search.toString()}` : '';
}

/** POST a JSON body to `path`; resolves to the envelope's data, rejects with an ApiError. */
export function post<T>(path: string, body: unknown = {}): Promise<T> {
  return send<T>('POST', path, body);
}

/**
 * PATCH, DELETE, PUT or POST with a JSON body.
 * @param keepalive whether it is sent even if the page is closed at once; such bodies are small: 64 KB in sum
 */
export async function send<T>(
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
  keepalive = false,
): Promise<T> {
  const met = new Set<string>();
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt<T>(method, path, body, keepalive);
    } catch (error) {
      const reason = error instanceof RequestError ? error.reason : '';
      if (attempts >= ATTEMPTS_MAX || met.has(reason)) throw error;
      if (!(await cleared(reason))) throw error;
      met.add(reason);
    }
  }
}

/** Whether what a request was refused for, before it did anything, no longer stands in its way. */
async function cleared(reason: string): Promise<boolean | undefined> {
  // Another tab signed in anew.
  if (reason === 'csrf') return hooks?.onStaleToken();
  if (reason !== 'stepUp' && reason !== 'proof') return false;
  if (await hooks?.onStepUp()) return true;
  // Its person closed the question: it was given up, and there is nothing to tell.
  throw new RequestError('', '', 0);
}

function attempt<T>(method: string, path: string, body: unknown, keepalive: boolean): Promise<T> {
  const headers: Record<string, string> = {};
  if (csrfToken !== null) headers['X-CSRF-Token'] = csrfToken;
  if (body === undefined) return call<T>(path, { method, headers, keepalive });
  headers['Content-Type'] = 'application/json';
  return call<T>(path, { method, headers, keepalive, body: JSON.stringify(body) });
}

interface Envelope extends ServerErrorDetails {
  readonly code: string;
  readonly msg: string;
  readonly data: unknown;
  readonly reason?: string;
}

function isEnvelope(value: unknown): value is Envelope {
  return (
    typeof value === 'object' &&
    value !== null &&
    'code' in value &&
    typeof value.code === 'string' &&
    'msg' in value &&
    typeof value.msg === 'string'
  );
}

/** What every request says of the page it comes from. */
export function ownHeaders(): Record<string, string> {
  return {
    'X-Client-Type': String(clientType()),
    ...(language !== '' && { 'Accept-Language': language }),
    ...(ACTING !== '' && { [SUB_ACCOUNT_HEADER]: ACTING }),
  };
}

interface CallInit {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Whether it goes on after the page is gone. */
  readonly keepalive?: boolean;
  readonly signal?: AbortSignal;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function call<T>(path: string, init: CallInit): Promise<T> {
  let response: Response;
  let text: string;
  try {
    const headers = { ...ownHeaders(), ...init.headers };
    response = await fetch(marked(path), { credentials: 'same-origin', ...init, headers });
    text = await response.text();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new RequestError(NETWORK_ERROR, '', 0);
  }
  const body = parsed(text);
  if (!isEnvelope(body)) {
    throw new RequestError(NETWORK_ERROR, '', response.status);
  }
  if (!response.ok || body.code !== '00000') {
    const { code, msg, reason = '' } = body;
    const error = new RequestError(code, msg, response.status, reason, body);
    // Who reads without a session is shown the log-in; who sends is told why nothing happened.
    const isSender = init.method !== undefined;
    const isTold = NO_SESSION.includes(reason) ? isSender : !UNTOLD.includes(reason);
    if (isTold) await bringRefusalWords();
    // A sub-account that was frozen is acted as no more.
    if (error.unauthenticated || reason === 'subAccountActs') hooks?.onSignedOut();
    throw error;
  }
  const images = text.includes(STATIC_IMAGES) ? imageRewriter : null;
  const data = images === null ? body.data : await images(body.data);
  // The contract's type is asserted here, at the one edge; rows are read defensively by the views.
  return data as T;
}
