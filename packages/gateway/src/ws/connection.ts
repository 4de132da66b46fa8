/**
 * The session of one client socket: what waits for it (bounded: backpressure), whom it speaks for, what it
 * listens to. It writes finished frames to the TCP stream below `ws` (the stream that the upgrade handed
 * over): without compression and fragments `ws` does the same, one whole frame after the other, so its
 * state stays right.
 */
import type { Duplex } from 'node:stream';
import type { VenueName } from '@halcyon/records';
import type { WebSocket } from 'ws';
import type { Revocation } from '../auth/revocations.ts';
import { CloseCode } from './errors.ts';
import type { FramePath } from './frame-batcher.ts';
import type { Intake } from './intake.ts';
import { BUFFERED_BYTES_MAX, CONFLATE_BYTES, STALL_MS } from './limits.ts';
import type { Principal } from './ports.ts';
import { count, type WsStats } from './stats.ts';
import type { Subscriber, Topic } from './topic.ts';

/** What a connection is made of. */
export interface ConnectionParts {
  readonly socket: WebSocket;
  readonly stream: Duplex;
  readonly address: string;
  /** Whether the browser that opened it shows a page of our own origin. */
  readonly ownOrigin: boolean;
  /** What the address that it was opened with asks for. */
  readonly venue: VenueName;
  readonly stats: WsStats;
  readonly intake: Intake;
  readonly now: number;
}

/** Whether a log-in is no longer valid. */
export function endsWith(principal: Principal, revocation: Revocation): boolean {
  return revocation.kind === 'user'
    ? principal.person === revocation.user
    : principal.via === revocation.kind && principal.id === revocation.id;
}

/** A WebSocket client. */
export class Connection implements Subscriber {
  readonly socket: WebSocket;
  readonly address: string;
  readonly ownOrigin: boolean;
  /** Venue of its channels and orders; a login by key decides anew. */
  venue: VenueName;
  /** When its messages are taken. */
  readonly intake: Intake;
  /** By subscription key. */
  readonly topics = new Map<string, Topic>();
  collected: FramePath | null = null;
  principal: Principal | null = null;
  /** What stopped being valid while its log-in is looked at; null while none is. */
  revoked: Revocation[] | null = null;
  /** The API key that logged in, or `token`; the same login again is no new one. */
  loginName = '';
  /** Unix ms of the last message. */
  heard: number;
  /** Subscribe messages counted in the hour that began at `subscribeHour`. */
  subscribes = 0;
  subscribeHour: number;
  readonly #stream: Duplex;
  readonly #stats: WsStats;
  /** Topics whose newest state this socket has yet to get. */
  #behind: Set<Topic> | null = null;
  /** Bytes given to the stream, those still waiting included. */
  #sent = 0;
  /** Bytes the kernel had taken at the last look, and since when it took no more. */
  #takenBefore = 0;
  #stalledSince = 0;
  #closing = false;

  constructor(parts: ConnectionParts) {
    this.socket = parts.socket;
    this.address = parts.address;
    this.ownOrigin = parts.ownOrigin;
    this.venue = parts.venue;
    this.intake = parts.intake;
    this.heard = parts.now;
    this.subscribeHour = parts.now;
    this.#stream = parts.stream;
    this.#stats = parts.stats;
  }

  /** Whether messages can still be sent. */
  get open(): boolean {
    return !this.#closing && this.socket.readyState === 1;
  }

  /** Bytes that the kernel has not taken yet. */
  get buffered(): number {
    return this.#stream.writableLength;
  }

  write(bytes: Buffer): void {
    if (!this.open) return;
    const waiting = this.#stream.writableLength;
    // A single large snapshot may pass the bound, a queue of pushes may not.
    if (waiting > CONFLATE_BYTES && waiting + bytes.length > BUFFERED_BYTES_MAX) {
      this.close(CloseCode.policy, 'slow consumer: 1 MiB waiting');
      return;
    }
    this.#stats.writes++;
    this.#stats.bytes += bytes.length;
    this.#sent += bytes.length;
    this.#stream.write(bytes);
  }

  holdBack(topic: Topic): boolean {
    if (this.#stream.writableLength < CONFLATE_BYTES) return false;
    this.#stats.conflated++;
    this.#behind ??= new Set();
    this.#behind.add(topic);
    return true;
  }

  /** Topics to catch up with, once: empty while the socket is still full. */
  takeBehind(): readonly Topic[] {
    if (this.#behind === null || this.#stream.writableLength >= CONFLATE_BYTES) return [];
    const topics = [...this.#behind];
    this.#behind = null;
    return topics;
  }

  /** Whether the socket is full and has taken nothing for STALL_MS; to be asked regularly. */
  stalled(now: number): boolean {
    const waiting = this.#stream.writableLength;
    if (waiting < CONFLATE_BYTES) {
      this.#stalledSince = 0;
      return false;
    }
    const taken = this.#sent - waiting;
    if (this.#stalledSince === 0 || taken > this.#takenBefore) this.#stalledSince = now;
    this.#takenBefore = taken;
    return now - this.#stalledSince >= STALL_MS;
  }

  /** Ends the connection with a close frame; nothing is sent after it. */
  close(code: CloseCode, reason: string): void {
    if (this.#closing) return;
    this.#closing = true;
    this.intake.close();
    count(this.#stats.closed, reason);
    this.socket.close(code, reason);
  }
}
