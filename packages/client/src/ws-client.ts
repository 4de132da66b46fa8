/**
 * One WebSocket that stays: it logs in, subscribes, pings, notices silence, reconnects with growing
 * waits and subscribes again. After a reconnection listeners are told that pushes may be missing.
 * Orders are sent at most once: what was under way when a connection broke ends as NoAnswer.
 */
import { BATCH_ORDERS_MAX } from '@halcyon/domain';
import type { ChannelRow, InstType } from '@halcyon/protocol';
import { ApiError, NoAnswer, NotConnected } from './errors.ts';
import { type Credentials, Signer } from './signing.ts';
import {
  batches,
  type ChannelArg,
  channelKey,
  type Frame,
  type Push,
  readFrame,
  type TradeItem,
  type TradeResult,
  tradeResults,
} from './ws-messages.ts';

/** State of the connection. */
export type WsState = 'idle' | 'connecting' | 'live' | 'waiting' | 'closed';

/** Receives a stream. */
export interface ChannelListener<Row = unknown> {
  onPush(push: Push<Row>): void;
  /** Pushes may have been missed; a new snapshot follows where the channel has one. */
  onGap?(): void;
}

/** How to reach an exchange. */
export interface WsOptions {
  /** `ws://127.0.0.1:8080/v2/ws/public` or `…/private`. */
  readonly url: string;
  /** Logs in when given. */
  readonly credentials?: Credentials | undefined;
  readonly onState?: ((state: WsState) => void) | undefined;
  /** Errors that belong to no call: refused subscriptions, failed logins. */
  readonly onError?: ((error: Error) => void) | undefined;
  /** Time between pings, ms; default 20,000. */
  readonly pingMs?: number | undefined;
  /** How long an answer to orders may take, ms; default 10,000. */
  readonly answerMs?: number | undefined;
  /** First wait before connecting again, ms; default 250, doubling up to 32 times that. */
  readonly reconnectMs?: number | undefined;
}

interface Entry {
  readonly arg: ChannelArg;
  readonly listeners: Set<ChannelListener>;
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
const RECONNECT_DOUBLINGS = 5;
/** The login's key may not trade: the answer names no order because it is the same for all. */
const NO_PERMISSION = '40014';
/** Largest message of streams that the server takes, bytes. */
const SUBSCRIBE_BYTES_MAX = 4_096;

/** A client of one WebSocket address. */
export class WsClient {
  readonly #options: WsOptions;
  readonly #signer: Signer | null;
  readonly #entries = new Map<string, Entry>();
  readonly #pending = new Map<string, PendingTrade>();
  readonly #whenLive: { resolve: () => void; reject: (error: Error) => void }[] = [];
  #socket: WebSocket | null = null;
  #state: WsState = 'idle';
  #attempt = 0;
  #wasLive = false;
  #heard = false;
  #ids = 0;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #pingTimer: ReturnType<typeof setInterval> | undefined;

  constructor(options: WsOptions) {
    this.#options = options;
    this.#signer = options.credentials === undefined ? null : new Signer(options.credentials);
  }

  get state(): WsState {
    return this.#state;
  }

  /** Connects, and resolves once it is live (logged in where there are credentials). */
  open(): Promise<void> {
    if (this.#state === 'live') return Promise.resolve();
    if (this.#state === 'closed') return Promise.reject(new NotConnected('the client is closed'));
    if (this.#state === 'idle') this.#connect();
    return new Promise((resolve, reject) => {
      this.#whenLive.push({ resolve, reject });
    });
  }

  /** Listens to a stream, connecting when necessary. Returns the way to stop. */
  subscribe<C extends string, I extends InstType>(
    arg: ChannelArg & { readonly channel: C; readonly instType: I },
    listener: ChannelListener<ChannelRow<I, C>>,
  ): () => void {
    const key = channelKey(arg);
    const known = this.#entries.get(key);
    const entry = known ?? { arg, listeners: new Set<ChannelListener>() };
    const own = listener as ChannelListener;
    entry.listeners.add(own);
    if (known === undefined) {
      this.#entries.set(key, entry);
      if (this.#state === 'live') this.#sendStreams('subscribe', [arg]);
    } else {
      this.resubscribe(arg);
    }
    if (this.#state === 'idle') this.#connect();
    return () => {
      if (!entry.listeners.delete(own) || entry.listeners.size > 0) return;
      this.#entries.delete(key);
      if (this.#state === 'live') this.#sendStreams('unsubscribe', [arg]);
    };
  }

  /** Asks for a stream afresh, which brings a new snapshot. */
  resubscribe(arg: ChannelArg): void {
    if (this.#state !== 'live' || !this.#entries.has(channelKey(arg))) return;
    this.#sendStreams('unsubscribe', [arg]);
    this.#sendStreams('subscribe', [arg]);
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
    const socket = this.#socket;
    if (this.#state !== 'live' || socket === null) {
      return Promise.reject(new NotConnected('trade: there is no connection'));
    }
    const ids = items.map(() => String(++this.#ids));
    const args = items.map((item, i) => ({ id: ids[i], instType: 'SPOT', ...item }));
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => this.#settle(ids, new NoAnswer('trade: no answer in time')),
        this.#options.answerMs ?? ANSWER_MS,
      );
      const pending = { ids, resolve, reject, timer };
      for (const id of ids) this.#pending.set(id, pending);
      socket.send(JSON.stringify({ op: 'trade', args }));
    });
  }

  /** Closes for good. */
  close(): void {
    if (this.#state === 'closed') return;
    this.#drop();
    clearTimeout(this.#retryTimer);
    this.#entries.clear();
    this.#setState('closed');
    this.#failWaiting(new NotConnected('the client was closed'));
  }

  #failWaiting(error: Error): void {
    for (const waiting of this.#whenLive.splice(0)) waiting.reject(error);
  }

  #setState(state: WsState): void {
    if (this.#state === state) return;
    this.#state = state;
    this.#options.onState?.(state);
  }

  #connect(): void {
    this.#setState('connecting');
    const socket = new WebSocket(this.#options.url);
    this.#socket = socket;
    socket.onopen = () => {
      if (this.#socket !== socket) return;
      this.#heard = true;
      this.#pingTimer = setInterval(() => this.#ping(), this.#options.pingMs ?? PING_MS);
      if (this.#signer === null) this.#begin();
      else void this.#login(socket, this.#signer);
    };
    socket.onmessage = (event: { readonly data: unknown }) => {
      if (this.#socket === socket) this.#receive(String(event.data));
    };
    socket.onclose = () => {
      if (this.#socket === socket) this.#lost();
    };
    // What went wrong is told by the close that follows.
    socket.onerror = () => undefined;
  }

  async #login(socket: WebSocket, signer: Signer): Promise<void> {
    const args = await signer.login(Date.now());
    if (this.#socket === socket) socket.send(JSON.stringify({ op: 'login', args: [args] }));
  }

  #begin(): void {
    const again = this.#wasLive;
    this.#wasLive = true;
    this.#attempt = 0;
    this.#setState('live');
    const entries = [...this.#entries.values()];
    this.#sendStreams(
      'subscribe',
      entries.map((entry) => entry.arg),
    );
    for (const waiting of this.#whenLive.splice(0)) waiting.resolve();
    if (!again) return;
    for (const entry of entries) {
      for (const listener of entry.listeners) listener.onGap?.();
    }
  }

  #sendStreams(op: 'subscribe' | 'unsubscribe', args: readonly ChannelArg[]): void {
    for (const batch of batches(args, SUBSCRIBE_BYTES_MAX)) {
      this.#socket?.send(JSON.stringify({ op, args: batch }));
    }
  }

  #receive(text: string): void {
    this.#heard = true;
    if (text === 'pong') return;
    const frame = readFrame(text);
    if (frame.kind === 'push') {
      const entry = this.#entries.get(channelKey(frame.push.arg));
      if (entry === undefined) return;
      for (const listener of entry.listeners) listener.onPush(frame.push);
    } else if (frame.kind === 'event') {
      this.#event(frame);
    }
  }

  #event(frame: Frame & { readonly kind: 'event' }): void {
    if (frame.event === 'login') {
      if (frame.code === '0') this.#begin();
      return;
    }
    if (frame.event !== 'trade' && frame.event !== 'error') return;
    const results = tradeResults(frame);
    const pending = results === null ? undefined : this.#pendingOf(results);
    if (pending !== undefined && results !== null) this.#resolve(pending, frame, results);
    else if (frame.event === 'error') this.#refused(frame);
  }

  #pendingOf(results: ReadonlyMap<string, TradeResult>): PendingTrade | undefined {
    for (const id of results.keys()) {
      const pending = this.#pending.get(id);
      if (pending !== undefined) return pending;
    }
    return undefined;
  }

  #resolve(
    pending: PendingTrade,
    frame: Frame & { readonly kind: 'event' },
    results: ReadonlyMap<string, TradeResult>,
  ): void {
    clearTimeout(pending.timer);
    for (const id of pending.ids) this.#pending.delete(id);
    const missing = { code: frame.code, msg: frame.msg, orderId: '', clientOid: '' };
    pending.resolve(pending.ids.map((id) => results.get(id) ?? missing));
  }

  #settle(ids: readonly string[], error: Error): void {
    const pending = this.#pending.get(ids[0] ?? '');
    if (pending === undefined) return;
    clearTimeout(pending.timer);
    for (const id of pending.ids) this.#pending.delete(id);
    pending.reject(error);
  }

  #refused(frame: Frame & { readonly kind: 'event' }): void {
    const error = new ApiError({ code: frame.code, message: frame.msg, status: 0 });
    if (frame.code === NO_PERMISSION) {
      for (const pending of new Set(this.#pending.values())) this.#settle(pending.ids, error);
    }
    this.#options.onError?.(error);
    // Before the login is done, an error is its refusal: who waits for the connection is told.
    if (this.#state !== 'live') this.#failWaiting(error);
  }

  #ping(): void {
    if (!this.#heard) {
      this.#lost();
      return;
    }
    this.#heard = false;
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send('ping');
  }

  #drop(): void {
    clearInterval(this.#pingTimer);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    for (const pending of new Set(this.#pending.values())) {
      this.#settle(pending.ids, new NoAnswer('trade: the connection broke before the answer'));
    }
  }

  #lost(): void {
    this.#drop();
    this.#setState('waiting');
    const doublings = Math.min(this.#attempt, RECONNECT_DOUBLINGS);
    this.#attempt += 1;
    // Spread, so that the clients of a restarted exchange do not all come at once.
    const wait = (this.#options.reconnectMs ?? RECONNECT_MS) * 2 ** doublings;
    clearTimeout(this.#retryTimer);
    this.#retryTimer = setTimeout(() => this.#connect(), wait * (0.5 + Math.random() / 2));
  }
}
