/** What clients say, and the answers: login, subscribe, unsubscribe, ping, trade. */
import { assert } from '@halcyon/domain';
import { isObject, JsonNumber, type JsonValue, parseJson, WireError } from '@halcyon/protocol';
import type { Revocation } from '../auth/revocations.ts';
import { type Connection, endsWith } from './connection.ts';
import { CloseCode, WsCode } from './errors.ts';
import type { FeedRouter } from './feed-router.ts';
import type { Clock } from './feeds/throttle.ts';
import { PONG_FRAME, textFrame } from './frames.ts';
import type { LateMessage, MessageKind } from './intake.ts';
import { jsonText } from './json-text.ts';
import {
  CHANNELS_MAX,
  MESSAGES_PER_SECOND,
  MESSAGES_PER_SECOND_MAKER,
  ORDER_WAIT_MS,
  SUBSCRIBES_PER_HOUR,
  WAITING_BYTES_MAX,
  WAITING_MESSAGES_MAX,
} from './limits.ts';
import type { KeyLogin, Logins, Principal, SocketLoginResult } from './ports.ts';
import { type Request, readRequest } from './requests.ts';
import { count, type WsStats } from './stats.ts';
import { readSubscription } from './subscription.ts';
import { refusalText, type TradeRefusal } from './trade-answer.ts';

/** Carries out `{"op":"trade",…}`; the result is the JSON text of the answer. */
export interface OrderEntry {
  trade(principal: Principal, args: readonly JsonValue[]): Promise<string>;
}

/** What belongs to one venue. */
export interface VenueSide {
  readonly feedRouter: FeedRouter;
  readonly orderEntry: OrderEntry;
}

/** What the handler needs. */
export interface MessageParts {
  readonly live: VenueSide;
  /** null = there is no paper venue: then no connection is of it. */
  readonly paper: VenueSide | null;
  readonly logins: Logins;
  readonly clock: Clock;
  readonly stats: WsStats;
  /** Called when a connection has become somebody's. */
  readonly loggedIn: (connection: Connection) => void;
}

const HOUR_MS = 3_600_000;

function kindOf({ op }: Request): MessageKind {
  return op === 'ping' ? 'ping' : op === 'trade' ? 'order' : 'request';
}

/** Handles the messages of all connections. */
export class MessageHandler {
  readonly #parts: MessageParts;
  #stopping = false;
  #trading = 0;

  constructor(parts: MessageParts) {
    this.#parts = parts;
  }

  /** Takes one message of `connection`. */
  handle(connection: Connection, data: Buffer, binary: boolean): void {
    const { clock, stats } = this.#parts;
    stats.received++;
    connection.heard = clock.now();
    if (binary) {
      this.#refuse(connection, WsCode.illegalRequest, 'messages must be text, not binary');
      return;
    }
    const text = data.toString();
    const reading = readRequest(text, data.length);
    if (!reading.ok) {
      this.#refuse(connection, reading.code, reading.message);
      return;
    }
    const { request } = reading;
    switch (connection.intake.admit(kindOf(request), text, data.length)) {
      case 'now':
        this.#carryOut(connection, request);
        return;
      case 'later':
        stats.delayed++;
        return;
      case 'refused':
        this.#orderTooFast(connection, request);
        return;
      case 'full':
        this.#tooManyWait(connection, request);
    }
  }

  /** Takes a message that had to wait. */
  takeLate(connection: Connection, late: LateMessage): void {
    const reading = readRequest(late.text, late.bytes);
    assert(reading.ok, 'what waits was read when it came');
    const { request } = reading;
    const waited = this.#parts.clock.now() - late.came;
    if (request.op === 'trade' && waited > ORDER_WAIT_MS) {
      const message = `not carried out: the login took ${waited} ms, orders wait ${ORDER_WAIT_MS} ms`;
      this.#refuseTrade(connection, request.args, { code: WsCode.tooManyRequests, message });
      return;
    }
    this.#carryOut(connection, request);
  }

  /** Orders that have not been answered yet, in messages. */
  get trading(): number {
    return this.#trading;
  }

  /** Takes no more orders; those under way are answered. */
  stop(): void {
    this.#stopping = true;
  }

  #carryOut(connection: Connection, request: Request): void {
    switch (request.op) {
      case 'ping':
        this.#parts.live.feedRouter.outbox.hurry();
        this.#parts.live.feedRouter.outbox.append(connection, PONG_FRAME);
        return;
      case 'login':
        void this.#login(connection, request.args[0] ?? null);
        return;
      case 'subscribe':
        this.#subscribe(connection, request.args);
        return;
      case 'unsubscribe':
        this.#unsubscribe(connection, request.args);
        return;
      case 'trade':
        void this.#trade(connection, request.args);
    }
  }

  #send(connection: Connection, text: string): void {
    const { outbox } = this.#parts.live.feedRouter;
    outbox.hurry();
    outbox.append(connection, textFrame(text));
  }

  #error(connection: Connection, arg: JsonValue, code: WsCode, message: string): void {
    count(this.#parts.stats.errors, code);
    const echo = arg === null ? '' : `"arg":${jsonText(arg)},`;
    this.#send(
      connection,
      `{"event":"error",${echo}"code":${code},"msg":${JSON.stringify(message)}}`,
    );
  }

  /** An error after which the connection is closed. */
  #fatal(connection: Connection, code: WsCode, message: string): void {
    this.#error(connection, null, code, message);
    this.#end(connection, CloseCode.policy, message);
  }

  /** Sends what there is to say and closes. */
  #end(connection: Connection, code: CloseCode, reason: string): void {
    this.#parts.live.feedRouter.outbox.flush();
    connection.close(code, reason.slice(0, 100));
  }

  /** A message that is none. */
  #refuse(connection: Connection, code: WsCode, message: string): void {
    this.#error(connection, null, code, message);
    this.#countRefusal(connection);
  }

  #countRefusal(connection: Connection): void {
    if (connection.intake.mayRefuse()) return;
    this.#fatal(connection, WsCode.overLimit, 'too many messages: connection closed');
  }

  /** An order that came late would be worse than none: see docs/decisions/0029. */
  #orderTooFast(connection: Connection, request: Request): void {
    const maker = connection.principal?.tier === 'maker';
    const limit = maker ? MESSAGES_PER_SECOND_MAKER : MESSAGES_PER_SECOND;
    const message = `more than ${limit} messages with orders a second: this one was not carried out`;
    const args = request.op === 'trade' ? request.args : [];
    this.#refuseTrade(connection, args, { code: WsCode.tooManyRequests, message });
    this.#countRefusal(connection);
  }

  #tooManyWait(connection: Connection, request: Request): void {
    const message = `more than ${WAITING_MESSAGES_MAX} messages or ${WAITING_BYTES_MAX} bytes wait`;
    this.#refuseRequest(connection, request, WsCode.overLimit, message);
    this.#end(connection, CloseCode.tryLater, message);
  }

  /** Tells for each argument that it is refused. A login is not repeated: there are secrets in it. */
  #refuseRequest(connection: Connection, request: Request, code: WsCode, message: string): void {
    if (request.op === 'trade') {
      this.#refuseTrade(connection, request.args, { code, message });
    } else if (request.op === 'subscribe' || request.op === 'unsubscribe') {
      for (const arg of request.args) this.#error(connection, arg, code, message);
    } else {
      this.#error(connection, null, code, message);
    }
  }

  #subscribe(connection: Connection, args: readonly JsonValue[]): void {
    const { clock } = this.#parts;
    const { feedRouter } = this.#side(connection);
    let counted = false;
    for (const [index, arg] of args.entries()) {
      const reading = readSubscription(arg, feedRouter.views, connection.principal);
      if (!reading.ok) {
        this.#error(connection, arg, reading.code, reading.message);
        continue;
      }
      if (connection.topics.has(reading.key)) {
        this.#send(connection, `{"event":"subscribe","arg":${jsonText(arg)}}`);
        continue;
      }
      if (!counted && !this.#maySubscribe(connection, clock.now())) {
        const text = `more than ${SUBSCRIBES_PER_HOUR} subscribe messages an hour`;
        const request = { op: 'subscribe', args: args.slice(index) } as const;
        this.#refuseRequest(connection, request, WsCode.overLimit, text);
        this.#end(connection, CloseCode.tryLater, text);
        return;
      }
      counted = true;
      if (connection.topics.size >= CHANNELS_MAX) {
        const text = `more than ${CHANNELS_MAX} channels on one connection`;
        this.#error(connection, arg, WsCode.tooManyRequests, text);
        continue;
      }
      this.#send(connection, `{"event":"subscribe","arg":${jsonText(arg)}}`);
      connection.topics.set(
        reading.key,
        feedRouter.subscribe(connection, reading.wanted, reading.arg),
      );
    }
  }

  #maySubscribe(connection: Connection, now: number): boolean {
    if (now - connection.subscribeHour >= HOUR_MS) {
      connection.subscribeHour = now;
      connection.subscribes = 0;
    }
    connection.subscribes++;
    return connection.subscribes <= SUBSCRIBES_PER_HOUR;
  }

  #unsubscribe(connection: Connection, args: readonly JsonValue[]): void {
    for (const arg of args) {
      const reading = readSubscription(
        arg,
        this.#side(connection).feedRouter.views,
        connection.principal,
      );
      if (!reading.ok) {
        this.#error(connection, arg, reading.code, reading.message);
        continue;
      }
      connection.topics.get(reading.key)?.remove(connection);
      connection.topics.delete(reading.key);
      this.#send(connection, `{"event":"unsubscribe","arg":${jsonText(arg)}}`);
    }
  }

  async #login(connection: Connection, arg: JsonValue): Promise<void> {
    const login = readLogin(arg);
    if (typeof login === 'string') {
      this.#error(connection, null, WsCode.badParams, login);
      return;
    }
    const name = 'token' in login ? 'token' : login.apiKey;
    if (connection.principal !== null) {
      if (connection.loginName === name) this.#loginAck(connection);
      else {
        const text = 'this connection is logged in already: open another one';
        this.#error(connection, null, WsCode.illegalRequest, text);
      }
      return;
    }
    connection.intake.hold();
    const result = await this.#checkInTime(connection, login);
    if (!connection.open) return;
    if (!result.ok) {
      this.#fatal(connection, result.code, result.message);
      return;
    }
    connection.principal = result.principal;
    connection.loginName = name;
    if (connection.venue !== result.principal.venue) this.#move(connection, result.principal);
    if (result.principal.tier === 'maker') connection.intake.setRate(MESSAGES_PER_SECOND_MAKER);
    this.#parts.loggedIn(connection);
    this.#loginAck(connection);
    connection.intake.release();
  }

  #side({ venue }: Connection): VenueSide {
    const { live, paper } = this.#parts;
    return venue === 'paper' && paper !== null ? paper : live;
  }

  /** A key of the other venue logged in: what was listened to goes on there, with a first push. */
  #move(connection: Connection, principal: Principal): void {
    connection.venue = principal.venue;
    const { feedRouter } = this.#side(connection);
    const topics = [...connection.topics.values()];
    connection.topics.clear();
    for (const topic of topics) {
      topic.remove(connection);
      const reading = readSubscription(parseJson(topic.arg), feedRouter.views, principal);
      if (!reading.ok) continue;
      connection.topics.set(
        reading.key,
        feedRouter.subscribe(connection, reading.wanted, reading.arg),
      );
    }
  }

  #loginAck(connection: Connection): void {
    this.#send(connection, '{"event":"login","code":0,"msg":""}');
  }

  /** What comes of a log-in; what it was made with may have stopped being valid meanwhile. */
  async #checkInTime(
    connection: Connection,
    login: KeyLogin | { readonly token: string },
  ): Promise<SocketLoginResult> {
    const revoked: Revocation[] = [];
    connection.revoked = revoked;
    const result = await this.#check(connection, login).catch((): SocketLoginResult => {
      return { ok: false, code: WsCode.loginFailed, message: 'login is not possible at present' };
    });
    connection.revoked = null;
    if (!result.ok || !revoked.some((one) => endsWith(result.principal, one))) return result;
    return { ok: false, code: WsCode.loginFailed, message: 'the login is no longer valid' };
  }

  async #check(
    connection: Connection,
    login: KeyLogin | { readonly token: string },
  ): Promise<SocketLoginResult> {
    const { logins } = this.#parts;
    const { venue } = connection;
    if (!('token' in login)) return logins.byKey(login, connection.address, venue);
    if (!connection.ownOrigin) {
      const message = 'session logins are taken from the pages of this exchange only';
      return { ok: false, code: WsCode.loginFailed, message };
    }
    return logins.byToken(login.token, venue);
  }

  #refuseTrade(connection: Connection, args: readonly JsonValue[], refusal: TradeRefusal): void {
    count(this.#parts.stats.errors, Number(refusal.code));
    this.#send(connection, refusalText(args, refusal));
  }

  async #trade(connection: Connection, args: readonly JsonValue[]): Promise<void> {
    const { principal } = connection;
    if (principal === null) {
      const message = 'op trade needs a login';
      this.#refuseTrade(connection, args, { code: WsCode.loginNeeded, message });
      return;
    }
    if (this.#stopping) {
      const detail = 'the exchange is stopping';
      this.#refuseTrade(connection, args, new WireError('engineUnavailable', { detail }));
      return;
    }
    this.#trading++;
    try {
      const answer = await this.#side(connection).orderEntry.trade(principal, args);
      if (connection.open) this.#send(connection, answer);
    } catch {
      // The order entry answers faults itself; this is what is left if it cannot.
      const message = 'internal error: look the orders up';
      this.#refuseTrade(connection, args, { code: WsCode.illegalRequest, message });
    } finally {
      this.#trading--;
    }
  }
}

/** The login that was sent, or what is wrong with it. */
function readLogin(arg: JsonValue): KeyLogin | { readonly token: string } | string {
  if (!isObject(arg))
    return 'args must hold one object with apiKey, passphrase, timestamp and sign';
  const token = arg['token'];
  if (token !== undefined) {
    return typeof token === 'string' ? { token } : 'token must be a string';
  }
  const apiKey = arg['apiKey'] ?? arg['api_key'];
  const { passphrase, sign } = arg;
  const stamp = arg['timestamp'];
  const timestamp = stamp instanceof JsonNumber ? stamp.text : stamp;
  if (typeof apiKey !== 'string') return 'apiKey is required and must be a string';
  if (typeof passphrase !== 'string') return 'passphrase is required and must be a string';
  if (typeof timestamp !== 'string') return 'timestamp is required: Unix time in seconds or ms';
  if (typeof sign !== 'string') return 'sign is required and must be a string';
  return { apiKey, passphrase, timestamp, sign };
}
