/**
 * One WebSocket with counted subscriptions, in pages and programs alike. It connects while somebody
 * listens, logs in, pings, treats a silent connection as a broken one, comes back after waits that grow,
 * and subscribes again. It never holds what a stream said: listeners do. Pages download it: it imports
 * no package at run time.
 */
import type { ChannelRow, InstType } from '@halcyon/protocol/web';
import {
  batches,
  type ChannelArg,
  channelKey,
  type EventFrame,
  isRecord,
  type Push,
  readFrame,
} from './stream-messages.ts';

/** State of the connection; `connecting` is the first try, every later one is `reconnecting`. */
export type StreamState = 'idle' | 'connecting' | 'live' | 'reconnecting';

/** Receives a stream. */
export interface ChannelListener<Row = unknown> {
  onPush(push: Push<Row>): void;
  /** Pushes may have been missed: a new connection began. A channel with snapshots sends one. */
  onGap?(): void;
  /** From now on nothing is missed: the server has begun the stream, for the first time or again. */
  onBegun?(): void;
}

/** How to reach an exchange, and how long to wait. */
export interface StreamOptions {
  /** `ws://127.0.0.1:8080/v2/ws/public` or `…/private`. */
  readonly url: () => string;
  /** Makes the argument of a login message: of a key, or of a session. Absent = nobody logs in. */
  readonly login?: (() => Promise<object>) | undefined;
  /** Time between pings, ms. */
  readonly pingMs: number;
  /** How long after a ping the connection may be silent, ms. */
  readonly pongMs: number;
  /** Longest wait before the first reconnection, ms; doubles up to `RECONNECT_DOUBLINGS` times. */
  readonly reconnectMs: number;
  /** Wait after the server's rules ended a connection, ms; absent = as after others. */
  readonly refusedMs?: number;
  readonly onState?: (state: StreamState) => void;
  /** What the server says besides pushes. */
  readonly onEvent?: (frame: EventFrame) => void;
}

interface Entry {
  readonly arg: ChannelArg;
  readonly listeners: Set<ChannelListener>;
  /** Those that wait for the stream to begin. */
  readonly waiting: Set<ChannelListener>;
}

type Timer = ReturnType<typeof setTimeout>;
type StreamOp = 'subscribe' | 'unsubscribe';

const RECONNECT_DOUBLINGS = 5;
/** How long a connection stays to which nobody listens. */
const IDLE_CLOSE_MS = 5_000;
/** Largest message of streams that the server takes, bytes. */
const SUBSCRIBE_BYTES_MAX = 4_096;
/** Close code of a connection that the server's rules do not allow. */
const POLICY_CODE = 1008;

/**
 * Milliseconds to wait before attempt `attempt` (0 is the first retry). Spread by `random` (0..1) over
 * the upper half, so that the clients of a restarted exchange do not all return at once.
 */
export function backoffMs(firstMs: number, attempt: number, random: number): number {
  return firstMs * 2 ** Math.min(attempt, RECONNECT_DOUBLINGS) * (0.5 + random / 2);
}

/** A client of one WebSocket address. */
export class StreamClient {
  readonly #options: StreamOptions;
  readonly #entries = new Map<string, Entry>();
  #socket: WebSocket | null = null;
  #state: StreamState = 'idle';
  /** Whether it stays though nobody listens. */
  #kept = false;
  #attempt = 0;
  #retryTimer: Timer | undefined;
  #pingTimer: Timer | undefined;
  #pongTimer: Timer | undefined;
  #idleTimer: Timer | undefined;
  #outbox: (readonly [op: StreamOp, arg: ChannelArg])[] = [];

  constructor(options: StreamOptions) {
    this.#options = options;
  }

  /** Listens to a stream, connecting where necessary; the returned function stops. */
  subscribe<I extends InstType, C extends string>(
    arg: ChannelArg & { readonly instType: I; readonly channel: C },
    own: ChannelListener<ChannelRow<I, C>>,
  ): () => void {
    const listener = own as ChannelListener;
    const key = channelKey(arg);
    let entry = this.#entries.get(key);
    if (entry === undefined) {
      entry = { arg, listeners: new Set(), waiting: new Set() };
      this.#entries.set(key, entry);
      this.#queue('subscribe', arg);
    } else {
      // A second listener needs the stream's snapshot too.
      this.resubscribe(arg);
    }
    entry.listeners.add(listener);
    entry.waiting.add(listener);
    clearTimeout(this.#idleTimer);
    if (this.#state === 'idle') this.#connect();
    return () => this.#release(key, listener);
  }

  /** Drops a stream and asks for it afresh, which brings a snapshot. */
  resubscribe(arg: ChannelArg): void {
    if (!this.#entries.has(channelKey(arg))) return;
    this.#queue('unsubscribe', arg);
    this.#queue('subscribe', arg);
  }

  /** Connects, and stays until `close`, whether anybody listens or not. */
  keep(): void {
    this.#kept = true;
    if (this.#state === 'idle') this.#connect();
  }

  /** Sends a message; false = there is no connection, and nothing was sent. */
  send(message: object): boolean {
    if (this.#state !== 'live') return false;
    this.#socket?.send(JSON.stringify(message));
    return true;
  }

  /** Ends the connection and all subscriptions; the next one begins anew. */
  close(): void {
    clearTimeout(this.#retryTimer);
    this.#drop();
    this.#entries.clear();
    this.#kept = false;
    this.#attempt = 0;
    this.#setState('idle');
  }

  /** Tries at once where it waits to. */
  retryNow(): void {
    if (this.#state === 'reconnecting' && this.#socket === null) this.#connect();
  }

  /** Takes the connection for broken. */
  giveUp(): void {
    if (this.#socket !== null) this.#lost();
  }

  /** Asks for a sign of life; a connection that gives none in time is taken for broken. */
  ping(): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#socket.send('ping');
    this.#pongTimer ??= setTimeout(() => this.giveUp(), this.#options.pongMs);
  }

  #heard(): void {
    clearTimeout(this.#pongTimer);
    this.#pongTimer = undefined;
  }

  #release(key: string, listener: ChannelListener): void {
    const entry = this.#entries.get(key);
    if (!entry?.listeners.delete(listener)) return;
    entry.waiting.delete(listener);
    if (entry.listeners.size > 0) return;
    this.#entries.delete(key);
    this.#queue('unsubscribe', entry.arg);
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => {
      if (!this.#wanted) this.close();
    }, IDLE_CLOSE_MS);
  }

  get #wanted(): boolean {
    return this.#kept || this.#entries.size > 0;
  }

  /** What changes in one turn of the event loop goes out together. */
  #queue(op: StreamOp, arg: ChannelArg): void {
    if (this.#state !== 'live') return;
    if (this.#outbox.length === 0) queueMicrotask(() => this.#flush());
    this.#outbox.push([op, arg]);
  }

  #flush(): void {
    let args: ChannelArg[] = [];
    this.#outbox.forEach(([op, arg], i) => {
      args.push(arg);
      if (this.#outbox[i + 1]?.[0] === op) return;
      this.#sendStreams(op, args);
      args = [];
    });
    this.#outbox = [];
  }

  #sendStreams(op: StreamOp, args: readonly ChannelArg[]): void {
    for (const batch of batches(args, SUBSCRIBE_BYTES_MAX)) this.send({ op, args: batch });
  }

  #setState(state: StreamState): void {
    this.#state = state;
    this.#options.onState?.(state);
  }

  #connect(): void {
    const { url, login, pingMs, refusedMs } = this.#options;
    clearTimeout(this.#retryTimer);
    if (this.#attempt === 0) this.#setState('connecting');
    const socket = new WebSocket(url());
    this.#socket = socket;
    socket.onopen = () => {
      if (this.#socket !== socket) return;
      this.#pingTimer = setInterval(() => this.ping(), pingMs);
      if (login === undefined) this.#begin();
      else void this.#login(socket, login);
    };
    socket.onmessage = (event: { readonly data: unknown }) => {
      if (this.#socket === socket) this.#receive(String(event.data));
    };
    socket.onclose = (event: { readonly code: number }) => {
      const refused = event.code === POLICY_CODE;
      if (this.#socket === socket) this.#lost(refused ? refusedMs : undefined);
    };
    // What went wrong is told by the close that follows.
    socket.onerror = () => undefined;
  }

  async #login(socket: WebSocket, login: () => Promise<object>): Promise<void> {
    try {
      const arg = await login();
      if (this.#socket === socket) socket.send(JSON.stringify({ op: 'login', args: [arg] }));
    } catch {
      if (this.#socket === socket) this.#lost();
    }
  }

  #begin(): void {
    const again = this.#attempt > 0;
    this.#attempt = 0;
    this.#setState('live');
    const entries = [...this.#entries.values()];
    this.#sendStreams(
      'subscribe',
      entries.map((entry) => entry.arg),
    );
    if (!again) return;
    for (const { listeners, waiting } of entries) {
      for (const listener of listeners) {
        waiting.add(listener);
        listener.onGap?.();
      }
    }
  }

  #receive(text: string): void {
    this.#heard();
    if (text === 'pong') return;
    const frame = readFrame(text);
    if (frame === null) return;
    if ('event' in frame) this.#event(frame);
    else {
      const entry = this.#entries.get(channelKey(frame.arg));
      for (const listener of entry?.listeners ?? []) listener.onPush(frame);
    }
  }

  #event(frame: EventFrame): void {
    const { event, code, arg } = frame;
    if (event === 'login') {
      if (code === '0') this.#begin();
      else this.#lost();
    } else if (event === 'subscribe' && isRecord(arg)) {
      this.#begun(channelKey(arg as unknown as ChannelArg));
    }
    this.#options.onEvent?.(frame);
  }

  #begun(key: string): void {
    const waiting = this.#entries.get(key)?.waiting;
    for (const listener of waiting ?? []) {
      waiting?.delete(listener);
      listener.onBegun?.();
    }
  }

  #drop(): void {
    clearInterval(this.#pingTimer);
    this.#heard();
    this.#outbox = [];
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #lost(wait?: number): void {
    if (!this.#wanted) {
      this.close();
      return;
    }
    this.#drop();
    const { reconnectMs } = this.#options;
    const after = wait ?? backoffMs(reconnectMs, this.#attempt, Math.random());
    this.#attempt += 1;
    clearTimeout(this.#retryTimer);
    this.#retryTimer = setTimeout(() => this.#connect(), after);
    this.#setState('reconnecting');
  }
}
