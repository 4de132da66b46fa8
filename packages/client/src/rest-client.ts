/**
 * The REST side: one method for every route, typed by the protocol. GETs that were not answered are
 * asked again; POSTs never are, because nobody knows what became of them.
 */
import { SUCCESS } from '@halcyon/protocol';
import { ApiError, NoAnswer } from './errors.ts';
import { type RouteData, type RouteName, type RouteRequest, routeSpec } from './routes.ts';
import { type ApiCredentials, Signer } from './signing.ts';

/** How to reach an exchange. */
export interface RestOptions {
  /** Origin, `http://127.0.0.1:8080`; '' = the page's own. */
  readonly baseUrl: string;
  /** Without them only public routes can be called. */
  readonly credentials?: ApiCredentials | undefined;
  /** Marks requests without a key for the paper venue. */
  readonly paper?: boolean | undefined;
  /** How long to wait for an answer, ms; default 10,000. */
  readonly timeoutMs?: number | undefined;
  /** How often a GET without answer is asked again; default 2. */
  readonly retries?: number | undefined;
  /** Unix ms; for tests. */
  readonly now?: (() => number) | undefined;
  readonly fetch?: typeof fetch | undefined;
}

const TIMEOUT_MS = 10_000;
const RETRIES = 2;
const RETRY_WAIT_MS = 200;

interface Envelope {
  readonly code?: unknown;
  readonly msg?: unknown;
  readonly data?: unknown;
  readonly reason?: unknown;
  readonly retryable?: unknown;
}

interface Prepared {
  readonly url: string;
  readonly init: RequestInit;
}

/** A client of one exchange, for one API key or none. */
export class RestClient {
  readonly #options: RestOptions;
  readonly #signer: Signer | null;
  #clockOffsetMs = 0;

  constructor(options: RestOptions) {
    this.#options = options;
    this.#signer = options.credentials === undefined ? null : new Signer(options.credentials);
  }

  /**
   * Calls a route, `call('trade.placeOrder', {…})`, and returns the data of its answer.
   * @throws ApiError when the exchange refuses; NoAnswer when none came
   */
  async call<N extends RouteName>(name: N, request: RouteRequest<N>): Promise<RouteData<N>> {
    const { method } = routeSpec(name);
    const retries = method === 'GET' ? (this.#options.retries ?? RETRIES) : 0;
    for (let attempt = 0; ; attempt++) {
      try {
        return (await this.#once(name, request)) as RouteData<N>;
      } catch (error) {
        if (attempt >= retries || !worthRetrying(error)) throw error;
        await new Promise((resolve) => setTimeout(resolve, RETRY_WAIT_MS << attempt));
      }
    }
  }

  /** Learns how far the server's clock is from ours, so that signatures carry its time. */
  async syncClock(): Promise<number> {
    const before = this.#now();
    const { serverTime } = await this.call('market.publicTime', {});
    this.#clockOffsetMs = Math.round(Number(serverTime) - (before + this.#now()) / 2);
    return this.#clockOffsetMs;
  }

  #now(): number {
    return (this.#options.now ?? Date.now)();
  }

  async #once(name: RouteName, request: object): Promise<unknown> {
    const { url, init } = await this.#prepare(name, request);
    const send = this.#options.fetch ?? fetch;
    let response: Response;
    let text: string;
    try {
      response = await send(url, init);
      text = await response.text();
    } catch (cause) {
      throw new NoAnswer(`${name}: no answer`, { cause });
    }
    return dataOf(text, response.status);
  }

  async #prepare(name: RouteName, request: object): Promise<Prepared> {
    const { method, path, access } = routeSpec(name);
    const query = method === 'GET' ? queryOf(request) : '';
    const body = method === 'POST' ? JSON.stringify(request) : '';
    const headers: Record<string, string> = {};
    if (method === 'POST') headers['Content-Type'] = 'application/json';
    if (this.#options.paper === true) headers['paptrading'] = '1';
    if (access.auth === 'signed') {
      if (this.#signer === null) throw new TypeError(`${name} needs credentials`);
      const timestamp = String(this.#now() + this.#clockOffsetMs);
      const signed = await this.#signer.headers({ timestamp, method, path, query, body });
      Object.assign(headers, signed);
    }
    const signal = AbortSignal.timeout(this.#options.timeoutMs ?? TIMEOUT_MS);
    return {
      url: `${this.#options.baseUrl}${path}${query === '' ? '' : `?${query}`}`,
      init: { method, headers, signal, ...(method === 'POST' ? { body } : {}) },
    };
  }
}

/** Percent-encoded pairs in the order of the request; what is undefined is left out. */
function queryOf(request: object): string {
  return Object.entries(request)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(String(value))}`)
    .join('&');
}

function dataOf(text: string, status: number): unknown {
  let envelope: Envelope | null = null;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object') envelope = value;
  } catch {
    // Not of ours: a proxy in between answered.
  }
  if (envelope === null || typeof envelope.code !== 'string') {
    const message = `HTTP ${status} without an envelope`;
    throw new ApiError({ code: 'http', message, status, retryable: status >= 500 });
  }
  if (envelope.code === SUCCESS) return envelope.data;
  throw new ApiError({
    code: envelope.code,
    message: String(envelope.msg ?? ''),
    status,
    reason: typeof envelope.reason === 'string' ? envelope.reason : '',
    retryable: envelope.retryable === true,
  });
}

function worthRetrying(error: unknown): boolean {
  if (error instanceof NoAnswer) return true;
  return error instanceof ApiError && (error.status === 429 || error.status >= 500);
}
