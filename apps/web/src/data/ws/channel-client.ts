/**
 * One WebSocket with counted subscriptions. It connects while somebody listens, reconnects with
 * growing waits, pings every 10 s, and treats a silent connection as a broken one. It never holds
 * market data: handlers do.
 */

import type { ChannelRow, InstType } from '@halcyon/protocol/web';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { marked } from '../../platform/simulation/venue.ts';
import { backoffMs } from './backoff.ts';
import { batchArgs, type ChannelArg, channelKey, type Push, parseFrame } from './messages.ts';

/** State of the connection, as the stale indicator shows it. */
export type LinkState = 'idle' | 'connecting' | 'live' | 'reconnecting';

/** Receives pushes. */
export interface ChannelHandler<Row = unknown> {
  onPush(push: Push<Row>): void;
  /** Pushes may have been missed: a new connection began. */
  onGap?(): void;
  /** From now on nothing is missed: the server has begun the stream, for the first time or again. */
  onBegun?(): void;
}

interface Entry {
  readonly arg: ChannelArg;
  readonly handlers: Set<ChannelHandler>;
  /** Those that wait for the stream to begin. */
  readonly waiting: Set<ChannelHandler>;
}

interface Options {
  /** Path of the endpoint on our own origin. */
  readonly path: string;
  /** For the private endpoint: gets a one-time token for the login message. */
  readonly token?: () => Promise<string>;
}

const PING_MS = 10_000;
const PONG_MS = 5_000;
const IDLE_CLOSE_MS = 5_000;
const MESSAGE_BYTES = 4_096;
/** Close code of a connection that the server's rules do not allow. */
const REFUSED_CODE = 1008;
const REFUSED_WAIT_MS = 30_000;

/** A client of `/v2/ws/public` or `/v2/ws/private`. */
export class ChannelClient {
  readonly state: StoreApi<LinkState> = createStore<LinkState>(() => 'idle');
  private readonly options: Options;
  private readonly entries = new Map<string, Entry>();
  private socket: WebSocket | null = null;
  private ready = false;
  private attempt = 0;
  private retryTimer = 0;
  private pingTimer = 0;
  private pongTimer = 0;
  private idleTimer = 0;
  private heardAt = 0;
  private outbox: { op: 'subscribe' | 'unsubscribe'; arg: ChannelArg }[] = [];

  constructor(options: Options) {
    this.options = options;
    globalThis.addEventListener?.('online', () => this.retryNow());
    globalThis.addEventListener?.('offline', () => {
      if (this.socket !== null) this.lost();
    });
    globalThis.document?.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') this.ping();
    });
  }

  /** Listens to a stream; the returned function stops. */
  subscribe<I extends InstType, C extends string>(
    arg: ChannelArg & { readonly instType: I; readonly channel: C },
    own: ChannelHandler<ChannelRow<I, C>>,
  ): () => void {
    const handler = own as ChannelHandler;
    const key = channelKey(arg);
    let entry = this.entries.get(key);
    if (entry === undefined) {
      entry = { arg, handlers: new Set(), waiting: new Set() };
      this.entries.set(key, entry);
      this.queue('subscribe', arg);
    } else if (this.ready) {
      // A second listener needs the stream's snapshot too: ask for it again.
      this.queue('unsubscribe', arg);
      this.queue('subscribe', arg);
    }
    entry.handlers.add(handler);
    entry.waiting.add(handler);
    clearTimeout(this.idleTimer);
    if (this.socket === null && this.retryTimer === 0) this.connect();
    return () => this.release(key, handler);
  }

  /** Drops the stream and asks for it afresh, which brings a snapshot. */
  resubscribe(arg: ChannelArg): void {
    if (!this.entries.has(channelKey(arg))) return;
    this.queue('unsubscribe', arg);
    this.queue('subscribe', arg);
  }

  /** Closes for good until the next subscription (log-out). */
  close(): void {
    clearTimeout(this.retryTimer);
    this.retryTimer = 0;
    this.drop();
    this.entries.clear();
    this.state.setState('idle', true);
  }

  private release(key: string, handler: ChannelHandler): void {
    const entry = this.entries.get(key);
    if (entry === undefined) return;
    entry.handlers.delete(handler);
    entry.waiting.delete(handler);
    if (entry.handlers.size > 0) return;
    this.entries.delete(key);
    this.queue('unsubscribe', entry.arg);
    if (this.entries.size === 0) {
      this.idleTimer = window.setTimeout(() => {
        if (this.entries.size === 0) this.close();
      }, IDLE_CLOSE_MS);
    }
  }

  private queue(op: 'subscribe' | 'unsubscribe', arg: ChannelArg): void {
    if (!this.ready) return;
    if (this.outbox.length === 0) queueMicrotask(() => this.flush());
    this.outbox.push({ op, arg });
  }

  private flush(): void {
    const pending = this.outbox;
    this.outbox = [];
    for (let from = 0; from < pending.length; ) {
      const op = pending[from]?.op ?? 'subscribe';
      let to = from;
      while (pending[to]?.op === op) to += 1;
      this.sendArgs(
        op,
        pending.slice(from, to).map((item) => item.arg),
      );
      from = to;
    }
  }

  private sendArgs(op: 'subscribe' | 'unsubscribe', args: readonly ChannelArg[]): void {
    if (!this.ready) return;
    for (const batch of batchArgs(args, MESSAGE_BYTES)) {
      this.socket?.send(JSON.stringify({ op, args: batch }));
    }
  }

  private connect(): void {
    const origin = location.origin.replace(/^http/, 'ws');
    this.state.setState(this.attempt === 0 ? 'connecting' : 'reconnecting', true);
    const socket = new WebSocket(origin + marked(this.options.path));
    this.socket = socket;
    socket.onopen = () => {
      this.heardAt = Date.now();
      this.pingTimer = window.setInterval(() => this.ping(), PING_MS);
      if (this.options.token === undefined) this.begin();
      else void this.login(this.options.token);
    };
    socket.onmessage = (event) => this.receive(String(event.data));
    socket.onclose = (event) => {
      if (this.socket === socket) this.lost(event.code === REFUSED_CODE);
    };
  }

  private async login(token: () => Promise<string>): Promise<void> {
    const socket = this.socket;
    try {
      const value = await token();
      if (this.socket !== socket) return;
      socket?.send(JSON.stringify({ op: 'login', args: [{ token: value }] }));
    } catch {
      if (this.socket === socket) this.lost();
    }
  }

  private begin(): void {
    const again = this.attempt > 0;
    this.ready = true;
    this.attempt = 0;
    this.state.setState('live', true);
    this.sendArgs(
      'subscribe',
      [...this.entries.values()].map((entry) => entry.arg),
    );
    if (!again) return;
    for (const entry of this.entries.values()) {
      for (const handler of entry.handlers) {
        entry.waiting.add(handler);
        handler.onGap?.();
      }
    }
  }

  private receive(text: string): void {
    this.heardAt = Date.now();
    const frame = parseFrame(text);
    if (frame.kind === 'push') {
      const entry = this.entries.get(channelKey(frame.arg));
      if (entry !== undefined) for (const handler of entry.handlers) handler.onPush(frame);
    } else if (frame.kind === 'event' && frame.event === 'login') {
      if (frame.code === 0) this.begin();
      else this.lost();
    } else if (frame.kind === 'event' && frame.event === 'subscribe' && frame.arg !== undefined) {
      this.begun(channelKey(frame.arg));
    }
  }

  private begun(key: string): void {
    const entry = this.entries.get(key);
    for (const handler of entry?.waiting ?? []) {
      entry?.waiting.delete(handler);
      handler.onBegun?.();
    }
  }

  /** Asks for a sign of life; without one in five seconds the connection counts as broken. */
  private ping(): void {
    const socket = this.socket;
    if (socket?.readyState !== WebSocket.OPEN) return;
    const asked = Date.now();
    socket.send('ping');
    clearTimeout(this.pongTimer);
    this.pongTimer = window.setTimeout(() => {
      if (this.socket === socket && this.heardAt < asked) this.lost();
    }, PONG_MS);
  }

  private drop(): void {
    clearInterval(this.pingTimer);
    clearTimeout(this.pongTimer);
    this.ready = false;
    this.outbox = [];
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }

  /** @param refused the server will not have us: asking again at once would be refused too */
  private lost(refused = false): void {
    this.drop();
    if (this.entries.size === 0) {
      this.state.setState('idle', true);
      return;
    }
    const wait = refused ? REFUSED_WAIT_MS : backoffMs(this.attempt, Math.random());
    this.attempt += 1;
    this.state.setState('reconnecting', true);
    clearTimeout(this.retryTimer);
    this.retryTimer = window.setTimeout(() => {
      this.retryTimer = 0;
      this.connect();
    }, wait);
  }

  private retryNow(): void {
    if (this.retryTimer === 0) return;
    clearTimeout(this.retryTimer);
    this.retryTimer = 0;
    this.connect();
  }
}
