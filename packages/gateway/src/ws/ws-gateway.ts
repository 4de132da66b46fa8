/**
 * Accepts WebSocket connections on the HTTP server's `upgrade` event and looks after them: limits by
 * address, silence, stalled sockets, revoked logins, the end of the process.
 */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { addressGroup, type EventBatch, type UserId } from '@halcyon/domain';
import type { NoticesChange } from '@halcyon/records';
import type { Views } from '@halcyon/views';
import { type RawData, type ServerOptions, type WebSocket, WebSocketServer } from 'ws';
import { type AddressFinder, clientAddress } from '../auth/client-address.ts';
import type { Revocation, Revocations } from '../auth/revocations.ts';
import { endWith } from '../base/end-with.ts';
import { LatestMap } from '../base/latest-map.ts';
import { isLoopbackAddress } from '../config.ts';
import type { PaperCondition } from '../http/paper-venue-port.ts';
import { Connection, endsWith } from './connection.ts';
import { CloseCode, WsCode } from './errors.ts';
import { FeedRouter } from './feed-router.ts';
import { type Clock, systemClock } from './feeds/throttle.ts';
import { textFrame } from './frames.ts';
import { Intake } from './intake.ts';
import {
  ANSWERS_MS,
  BUFFERED_CHUNKS_MAX,
  CLOSE_MS,
  CONNECT_WINDOW_MS,
  CONNECTING_ADDRESSES_MAX,
  CONNECTIONS_PER_ADDRESS,
  CONNECTS_PER_ADDRESS,
  FRAGMENTS_MAX,
  IDLE_MS,
  MESSAGE_BYTES_MAX,
  SWEEP_MS,
} from './limits.ts';
import { MessageHandler, type OrderEntry } from './messages.ts';
import type { Logins, Principal, PushRecords } from './ports.ts';
import { count, type WsStats } from './stats.ts';

/** What the WebSocket side is made with. */
export interface WsGatewayParts {
  readonly views: Views;
  readonly logins: Logins;
  readonly revocations: Revocations;
  readonly orderEntry: OrderEntry;
  readonly records: PushRecords;
  /** null = there is no paper venue. */
  readonly paper?: PaperSide | null;
  readonly stats: WsStats;
  readonly addressOf: AddressFinder;
  /** Whether an Origin header names a page of this exchange. */
  readonly isOwnOrigin: (origin: string) => boolean;
  readonly booksIntervalMs: number;
  readonly clock?: Clock | undefined;
}

/** The paper venue's part. */
export interface PaperSide {
  readonly condition: () => PaperCondition;
  readonly views: Views;
  readonly orderEntry: OrderEntry;
  readonly records: PushRecords;
  /** A person's user there; null = none that is known. */
  readonly userOf: (person: UserId) => UserId | null;
}

/** The limits on fragments and on the closing handshake are newer than the library's types. */
interface Options extends ServerOptions {
  readonly maxFragments: number;
  readonly maxBufferedChunks: number;
  readonly closeTimeout: number;
}

const SERVER_OPTIONS: Options = {
  noServer: true,
  clientTracking: false,
  perMessageDeflate: false,
  maxPayload: MESSAGE_BYTES_MAX,
  maxFragments: FRAGMENTS_MAX,
  maxBufferedChunks: BUFFERED_CHUNKS_MAX,
  closeTimeout: CLOSE_MS,
};

const PATHS = new Set(['/v2/ws/public', '/v2/ws/private']);
const PAPER_QUERY = /[?&]paptrading=1(?:&|$)/i;
/** Reasons of closing frames for connections to a paper venue that is closed. */
const PAPER_CLOSED: Readonly<Record<Exclude<PaperCondition, 'open'>, string>> = {
  starting: 'paper trading is not open',
  fault: 'paper trading is closed because of a fault',
};

interface Attempts {
  count: number;
  windowStart: number;
}

/** All WebSocket connections of the process. */
export class WsGateway {
  readonly feedRouter: FeedRouter;
  readonly #paperHub: FeedRouter | null;
  readonly #parts: WsGatewayParts;
  readonly #clock: Clock;
  readonly #server: WebSocketServer;
  readonly #messages: MessageHandler;
  readonly #connections = new Set<Connection>();
  /** Connections that are open, by address: as many as there are connections. */
  readonly #open = new Map<string, number>();
  readonly #attempts = new LatestMap<string, Attempts>(CONNECTING_ADDRESSES_MAX);
  readonly #stopSweep: () => void;
  readonly #stopRevocations: () => void;
  #closing = false;

  constructor(parts: WsGatewayParts) {
    this.#parts = parts;
    this.#clock = parts.clock ?? systemClock;
    const { views, stats, booksIntervalMs, orderEntry, records, paper = null } = parts;
    const common = { clock: this.#clock, stats, booksIntervalMs };
    this.feedRouter = new FeedRouter({ views, records, ...common });
    this.#paperHub =
      paper === null ? null : new FeedRouter({ ...paper, ...common, beside: this.feedRouter });
    this.#server = new WebSocketServer(SERVER_OPTIONS);
    this.#messages = new MessageHandler({
      live: { feedRouter: this.feedRouter, orderEntry },
      paper:
        paper === null || this.#paperHub === null
          ? null
          : { feedRouter: this.#paperHub, orderEntry: paper.orderEntry },
      logins: parts.logins,
      clock: this.#clock,
      stats,
      loggedIn: () => {
        stats.loggedIn++;
      },
    });
    const timer = setInterval(() => this.#sweep(), SWEEP_MS);
    timer.unref();
    this.#stopSweep = () => clearInterval(timer);
    this.#stopRevocations = parts.revocations.onRevoked((revocation) => this.#revoke(revocation));
  }

  /** Connections open now. */
  get size(): number {
    return this.#connections.size;
  }

  /** The web sessions that connections are open of now. */
  *sessions(): Generator<{ readonly id: string; readonly person: UserId }> {
    for (const { principal } of this.#connections)
      if (principal?.via === 'session') yield principal;
  }

  /** The connections open now. */
  connections(): Iterable<Connection> {
    return this.#connections;
  }

  /** Pushes a commit's changes; the views must have applied it. */
  committed(batch: EventBatch): void {
    this.feedRouter.committed(batch);
  }

  /** The same for a commit of the paper venue. */
  paperCommitted(batch: EventBatch): void {
    this.#paperHub?.committed(batch);
  }

  /** Somebody's notices of a venue changed without a commit. @param uid by the number in the live venue */
  noticesChanged({ uid, venue, alertOf }: NoticesChange): void {
    if (venue === 'live') this.feedRouter.noticesChanged(uid, alertOf);
    else {
      const user = this.#parts.paper?.userOf(uid) ?? null;
      if (user !== null) this.#paperHub?.noticesChanged(user, alertOf);
    }
  }

  /** A fault has closed the paper venue: who listens to it would hear nothing more. */
  paperClosed(): void {
    for (const connection of this.#connections) {
      if (connection.venue === 'paper') turnAway(connection, 'fault', CloseCode.tryLater);
    }
  }

  /** Handles one request to upgrade; answers and closes the stream when it is refused. */
  upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    const url = request.url ?? '/';
    const mark = url.indexOf('?');
    const path = mark === -1 ? url : url.slice(0, mark);
    if (!PATHS.has(path)) {
      this.#refuse(stream, 404, '40404', 'there is no WebSocket at this path', 'path');
      return;
    }
    if (this.#closing) {
      this.#refuse(stream, 503, '40200', 'the exchange is stopping', 'stopping');
      return;
    }
    const address = clientAddress(this.#parts.addressOf, request);
    if (!this.#admit(address)) {
      this.#refuse(stream, 429, '429', 'Too Many Requests', 'address');
      return;
    }
    const origin = headerText(request.headers.origin);
    const ownOrigin = origin === undefined || this.#parts.isOwnOrigin(origin);
    const paper = mark !== -1 && PAPER_QUERY.test(url.slice(mark));
    this.#server.handleUpgrade(request, stream, head, (socket) => {
      this.#accept(socket, stream, { address, ownOrigin, paper });
    });
  }

  /** Answers the orders under way, closes all connections with 1001 and takes no more. */
  async close(): Promise<void> {
    this.#closing = true;
    this.#stopSweep();
    this.#stopRevocations();
    this.#messages.stop();
    await this.#until(() => this.#messages.trading === 0, ANSWERS_MS);
    this.feedRouter.outbox.flush();
    for (const connection of this.#connections) {
      connection.close(CloseCode.goingAway, 'the exchange is stopping');
    }
    await this.#until(() => this.#connections.size === 0, CLOSE_MS * 2);
    for (const connection of this.#connections) connection.socket.terminate();
  }

  /** Waits until something holds, for at most `ms`. */
  async #until(holds: () => boolean, ms: number): Promise<void> {
    const deadline = this.#clock.now() + ms;
    while (!holds() && this.#clock.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  #refuse(stream: Duplex, status: number, code: string, message: string, reason: string): void {
    count(this.#parts.stats.refused, reason);
    const requestTime = this.#clock.now();
    const body = JSON.stringify({ code, msg: message, requestTime, data: null });
    endWith(
      stream,
      `HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Type: application/json\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  }

  /** Counts an attempt of an address; false when it has had too many. Loopback is not counted. */
  #admit(address: string): boolean {
    if (isLoopbackAddress(address)) return true;
    const now = this.#clock.now();
    const group = addressGroup(address);
    let attempts = this.#attempts.get(group);
    if (attempts === undefined || now - attempts.windowStart >= CONNECT_WINDOW_MS) {
      attempts = { count: 0, windowStart: now };
      this.#attempts.set(group, attempts);
    }
    attempts.count++;
    const open = this.#open.get(group) ?? 0;
    return attempts.count <= CONNECTS_PER_ADDRESS && open < CONNECTIONS_PER_ADDRESS;
  }

  #accept(
    socket: WebSocket,
    stream: Duplex,
    opening: { address: string; ownOrigin: boolean; paper: boolean },
  ): void {
    const { stats } = this.#parts;
    const { address, ownOrigin, paper } = opening;
    const now = this.#clock.now();
    const intake = new Intake(this.#clock, (late) => this.#messages.takeLate(connection, late));
    const venue = paper ? 'paper' : 'live';
    const parts = { socket, stream, address, ownOrigin, venue, stats, intake, now } as const;
    const connection: Connection = new Connection(parts);
    this.#connections.add(connection);
    const group = addressGroup(address);
    this.#open.set(group, (this.#open.get(group) ?? 0) + 1);
    stats.accepted++;
    stats.connections++;
    socket.on('message', (data: RawData, binary: boolean) => {
      // `binaryType` is left at its default, which gives one Buffer a message.
      if (connection.open) this.#messages.handle(connection, data as Buffer, binary);
    });
    socket.on('error', this.#protocolError);
    socket.on('close', () => this.#gone(connection));
    stream.on('drain', () => this.#drained(connection));
    const condition = this.#parts.paper?.condition() ?? 'starting';
    if (paper && condition !== 'open') turnAway(connection, condition, CloseCode.policy);
  }

  readonly #protocolError = (): void => {
    count(this.#parts.stats.closed, 'protocol error');
  };

  #drained(connection: Connection): void {
    for (const topic of connection.takeBehind()) topic.catchUp(connection);
  }

  #gone(connection: Connection): void {
    if (!this.#connections.delete(connection)) return;
    const { stats } = this.#parts;
    stats.connections--;
    if (connection.principal !== null) stats.loggedIn--;
    connection.intake.close();
    for (const topic of connection.topics.values()) topic.remove(connection);
    connection.topics.clear();
    const group = addressGroup(connection.address);
    const left = (this.#open.get(group) ?? 1) - 1;
    if (left > 0) this.#open.set(group, left);
    else this.#open.delete(group);
  }

  #sweep(): void {
    const now = this.#clock.now();
    for (const connection of this.#connections) {
      if (!connection.open) continue;
      if (connection.stalled(now)) {
        connection.close(CloseCode.policy, 'slow consumer: nothing read for 4 s');
      } else if (now - connection.heard > IDLE_MS) {
        connection.close(CloseCode.policy, 'nothing heard for 120 s: send ping');
      } else if (isOver(connection.principal, now)) {
        connection.close(CloseCode.policy, 'the login has expired');
      }
    }
    for (const [address, { windowStart }] of this.#attempts) {
      if (now - windowStart >= CONNECT_WINDOW_MS) this.#attempts.delete(address);
    }
    this.feedRouter.tick();
    this.#paperHub?.tick();
  }

  #revoke(revocation: Revocation): void {
    for (const connection of this.#connections) {
      const { principal } = connection;
      connection.revoked?.push(revocation);
      if (principal === null || !endsWith(principal, revocation)) continue;
      connection.close(CloseCode.policy, 'the login is no longer valid');
    }
  }
}

function turnAway(
  connection: Connection,
  condition: Exclude<PaperCondition, 'open'>,
  code: CloseCode,
): void {
  const reason = PAPER_CLOSED[condition];
  const message = `${reason}: connect without paptrading=1 to use live`;
  const text = `{"event":"error","code":${WsCode.illegalRequest},"msg":"${message}"}`;
  connection.write(textFrame(text));
  connection.close(code, reason);
}

function isOver(principal: Principal | null, now: number): boolean {
  return principal !== null && principal.expiresAt !== 0 && now >= principal.expiresAt;
}

function headerText(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join() : value;
}
