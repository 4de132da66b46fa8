/**
 * The WebSocket of a program: streams, and orders. Orders are sent at most once: what was under way when
 * a connection broke ends as NoAnswer.
 */
import { BATCH_ORDERS_MAX } from '@halcyon/domain';
import type { ChannelRow, InstType } from '@halcyon/protocol';
import { ApiError, NoAnswer, NotConnected } from './errors.ts';
import { type ApiCredentials, Signer } from './signing.ts';
import { type ChannelListener, StreamClient, type StreamState } from './stream-client.ts';
import type { ChannelArg, EventFrame } from './stream-messages.ts';
import { type TradeItem, type TradeResult, tradeResults } from './trade-messages.ts';

/** How to reach an exchange. */
export interface WsOptions {
  /** `ws://127.0.0.1:8080/v2/ws/public` or `…/private`. */
  readonly url: string;
  /** Logs in when given. */
  readonly credentials?: ApiCredentials | undefined;
  readonly onState?: ((state: StreamState) => void) | undefined;
  /** Errors that belong to no call: refused subscriptions, failed logins. */
  readonly onError?: ((error: Error) => void) | undefined;
  /** Time between pings, and how long the connection may then be silent, ms; default 20,000. */
  readonly pingMs?: number | undefined;
  /** How long an answer to orders may take, ms; default 10,000. */
  readonly answerMs?: number | undefined;
  /** First wait before connecting again, ms; default 250, doubling up to 32 times that. */
  readonly reconnectMs?: number | undefined;
}

interface PendingTrade {
  readonly ids: readonly string[];
  readonly resolve: (results: TradeResult[]) => void;
  readonly reject: (error: Error) => void;
  readonly timer: ReturnType<typeof setTimeout>;
}

const PING_MS = 20_000;
const ANSWER_MS = 10_000;
const RECONNECT_MS = 250;
/** The login's key may not trade: the answer names no order because it is the same for all. */
const NO_PERMISSION = '40014';

/** A client of one WebSocket address. */
export class WsClient {
  readonly #options: WsOptions;
  readonly #streams: StreamClient;
  readonly #pending = new Map<string, PendingTrade>();
  readonly #whenLive: { resolve: () => void; reject: (error: Error) => void }[] = [];
  #state: StreamState = 'idle';
  #ids = 0;

  constructor(options: WsOptions) {
    this.#options = options;
    const { url, credentials, pingMs = PING_MS, reconnectMs = RECONNECT_MS } = options;
    const signer = credentials === undefined ? null : new Signer(credentials);
    this.#streams = new StreamClient({
      url: () => url,
      login: signer === null ? undefined : () => signer.login(Date.now()),
      pingMs,
      pongMs: pingMs,
      reconnectMs,
      onState: (state) => this.#changed(state),
      onEvent: (frame) => this.#event(frame),
    });
  }

  get state(): StreamState {
    return this.#state;
  }

  /** Connects for good, and resolves once it is live (logged in where there are credentials). */
  open(): Promise<void> {
    this.#streams.keep();
    if (this.#state === 'live') return Promise.resolve();
    return new Promise((resolve, reject) => {
      this.#whenLive.push({ resolve, reject });
    });
  }

  /** Listens to a stream, connecting when necessary. Returns the way to stop. */
  subscribe<C extends string, I extends InstType>(
    arg: ChannelArg & { readonly channel: C; readonly instType: I },
    listener: ChannelListener<ChannelRow<I, C>>,
  ): () => void {
    return this.#streams.subscribe(arg, listener);
  }

  /** Asks for a stream afresh, which brings a new snapshot. */
  resubscribe(arg: ChannelArg): void {
    this.#streams.resubscribe(arg);
  }

  /**
   * Sends up to 50 orders, cancels or amends in one message, to be carried out in their order.
   * Resolves with one result an item. Rejects with NotConnected when nothing was sent, with ApiError
   * when the key may not trade, with NoAnswer when no answer came, with RangeError for more items.
   */
  trade(items: readonly TradeItem[]): Promise<TradeResult[]> {
    if (items.length < 1 || items.length > BATCH_ORDERS_MAX) {
      const message = `trade: ${items.length} items, 1 to ${BATCH_ORDERS_MAX} are taken`;
      return Promise.reject(new RangeError(message));
    }
    const ids = items.map(() => String(++this.#ids));
    const args = items.map((item, i) => ({ id: ids[i], instType: 'SPOT', ...item }));
    if (!this.#streams.send({ op: 'trade', args })) {
      return Promise.reject(new NotConnected('trade: there is no connection'));
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => this.#fail(pending, new NoAnswer('trade: no answer in time')),
        this.#options.answerMs ?? ANSWER_MS,
      );
      const pending = { ids, resolve, reject, timer };
      for (const id of ids) this.#pending.set(id, pending);
    });
  }

  /** Closes, and ends all subscriptions. */
  close(): void {
    this.#streams.close();
    this.#failWaiting(new NotConnected('the client was closed'));
  }

  #changed(state: StreamState): void {
    this.#state = state;
    if (state === 'live') {
      for (const waiting of this.#whenLive.splice(0)) waiting.resolve();
    } else {
      this.#failAll(new NoAnswer('trade: the connection broke before the answer'));
    }
    this.#options.onState?.(state);
  }

  #event(frame: EventFrame): void {
    if (frame.event !== 'trade' && frame.event !== 'error') return;
    const results = tradeResults(frame) ?? new Map<string, TradeResult>();
    const pending = this.#pendingOf(results.keys());
    if (pending !== undefined) this.#resolve(pending, frame, results);
    else if (frame.event === 'error') this.#refused(frame);
  }

  #pendingOf(ids: Iterable<string>): PendingTrade | undefined {
    for (const id of ids) {
      const pending = this.#pending.get(id);
      if (pending !== undefined) return pending;
    }
    return undefined;
  }

  #resolve(
    pending: PendingTrade,
    { code, msg }: EventFrame,
    results: ReadonlyMap<string, TradeResult>,
  ): void {
    this.#forget(pending);
    const missing = { code, msg, orderId: '', clientOid: '' };
    pending.resolve(pending.ids.map((id) => results.get(id) ?? missing));
  }

  #fail(pending: PendingTrade, error: Error): void {
    this.#forget(pending);
    pending.reject(error);
  }

  #failAll(error: Error): void {
    for (const pending of new Set(this.#pending.values())) this.#fail(pending, error);
  }

  #failWaiting(error: Error): void {
    for (const waiting of this.#whenLive.splice(0)) waiting.reject(error);
  }

  #forget(pending: PendingTrade): void {
    clearTimeout(pending.timer);
    for (const id of pending.ids) this.#pending.delete(id);
  }

  #refused(frame: EventFrame): void {
    const error = new ApiError({ code: frame.code, message: frame.msg, status: 0 });
    if (frame.code === NO_PERMISSION) this.#failAll(error);
    this.#options.onError?.(error);
    // Before the login is done, an error is its refusal: who waits for the connection is told.
    if (this.#state !== 'live') this.#failWaiting(error);
  }
}
