/** What clients say, and the answers: login, subscribe, unsubscribe, ping, trade. */
import {
  isObject,
  JsonNumber,
  JsonSyntaxError,
  type JsonValue,
  parseJson,
  WireError,
} from '@halcyon/protocol';
import type { Connection } from './connection.ts';
import { CloseCode, WsCode } from './errors.ts';
import type { Clock } from './feeds/pace.ts';
import { PONG_FRAME, textFrame } from './frames.ts';
import type { Hub } from './hub.ts';
import { jsonText } from './json-text.ts';
import {
  CHANNELS_MAX,
  MESSAGES_PER_SECOND,
  MESSAGES_PER_SECOND_MAKER,
  REFUSED_MESSAGES_MAX,
  SUBSCRIBE_BYTES_MAX,
  SUBSCRIBES_PER_HOUR,
} from './limits.ts';
import type { KeyLogin, LoginResult, Logins, Principal } from './ports.ts';
import { count, type WsStats } from './stats.ts';
import { readSubscription } from './subscription.ts';
import { type Refusal, refusalText } from './trade-answer.ts';

/** Carries out `{"op":"trade",…}`; the result is the JSON text of the answer. */
export interface OrderEntry {
  trade(principal: Principal, args: readonly JsonValue[]): Promise<string>;
}

/** What belongs to one venue. */
export interface VenueSide {
  readonly hub: Hub;
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
/** Messages that may wait for the end of a login. */
const WAITING_MAX = 20;
const SHOWN_MAX = 40;

/** Handles the messages of all connections. */
export class MessageHandler {
  readonly #parts: MessageParts;
  /** Messages that came while a login was being checked. */
  readonly #waiting = new Map<Connection, Buffer[]>();
  #stopping = false;
  #trading = 0;

  constructor(parts: MessageParts) {
    this.#parts = parts;
  }

  /** Takes one message of `connection`. */
  handle(connection: Connection, data: Buffer, binary: boolean): void {
    const { clock, stats } = this.#parts;
    const { hub } = this.#parts.live;
    const now = clock.now();
    stats.received++;
    connection.heard = now;
    if (!connection.rate.take(now)) {
      this.#tooMany(connection);
      return;
    }
    // `ping`, by far the most frequent message.
    if (data.length === 4 && data[0] === 0x70 && data.toString('latin1') === 'ping') {
      hub.outbox.hurry();
      hub.outbox.append(connection, PONG_FRAME);
      return;
    }
    if (binary) {
      this.#error(connection, null, WsCode.illegalRequest, 'messages must be text, not binary');
      return;
    }
    const waiting = this.#waiting.get(connection);
    if (waiting === undefined) this.#read(connection, data);
    else if (waiting.length < WAITING_MAX) waiting.push(data);
    else this.#error(connection, null, WsCode.tooManyRequests, 'wait for the answer to the login');
  }

  /** Orders that have not been answered yet, in messages. */
  get trading(): number {
    return this.#trading;
  }

  /** Takes no more orders; those under way are answered. */
  stop(): void {
    this.#stopping = true;
  }

  /** Forgets a connection that is gone. */
  forget(connection: Connection): void {
    this.#waiting.delete(connection);
  }

  #read(connection: Connection, data: Buffer): void {
    let message: JsonValue;
    try {
      message = parseJson(data.toString());
    } catch (cause) {
      if (!(cause instanceof JsonSyntaxError)) throw cause;
      const text = `the message is not valid JSON: ${cause.message}`;
      this.#error(connection, null, WsCode.illegalRequest, text);
      return;
    }
    if (!isObject(message)) {
      this.#error(connection, null, WsCode.illegalRequest, 'the message must be a JSON object');
      return;
    }
    const op = message['op'];
    const args = message['args'];
    if (op !== 'trade' && data.length > SUBSCRIBE_BYTES_MAX) {
      const text = `the message has ${data.length} bytes, at most ${SUBSCRIBE_BYTES_MAX} are taken`;
      this.#error(connection, null, WsCode.illegalRequest, text);
      return;
    }
    if (op === 'login' || op === 'subscribe' || op === 'unsubscribe' || op === 'trade') {
      if (!Array.isArray(args) || args.length === 0) {
        const text = 'args is required and must be a list that is not empty';
        this.#error(connection, null, WsCode.badParams, text);
        return;
      }
      this.#dispatch(connection, op, args);
      return;
    }
    const shown = typeof op === 'string' ? op.slice(0, SHOWN_MAX) : 'missing';
    const text = `op is ${shown}; it must be login, subscribe, unsubscribe or trade`;
    this.#error(connection, null, WsCode.badOp, text);
  }

  #dispatch(
    connection: Connection,
    op: 'login' | 'subscribe' | 'unsubscribe' | 'trade',
    args: readonly JsonValue[],
  ): void {
    switch (op) {
      case 'login':
        void this.#login(connection, args[0] ?? null);
        return;
      case 'subscribe':
        this.#subscribe(connection, args);
        return;
      case 'unsubscribe':
        this.#unsubscribe(connection, args);
        return;
      case 'trade':
        void this.#trade(connection, args);
    }
  }

  #send(connection: Connection, text: string): void {
    const { outbox } = this.#parts.live.hub;
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
    this.#parts.live.hub.outbox.flush();
    connection.close(CloseCode.policy, message.slice(0, 100));
  }

  #tooMany(connection: Connection): void {
    if (connection.rate.refusedInRow > REFUSED_MESSAGES_MAX) {
      this.#fatal(connection, WsCode.overLimit, 'too many messages: connection closed');
      return;
    }
    const maker = connection.principal?.tier === 'maker';
    const limit = maker ? MESSAGES_PER_SECOND_MAKER : MESSAGES_PER_SECOND;
    const text = `more than ${limit} messages a second: this one was not carried out`;
    this.#error(connection, null, WsCode.tooManyRequests, text);
  }

  #subscribe(connection: Connection, args: readonly JsonValue[]): void {
    const { clock } = this.#parts;
    const { hub } = this.#side(connection);
    let counted = false;
    for (const arg of args) {
      const reading = readSubscription(arg, hub.views, connection.principal);
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
        this.#error(connection, arg, WsCode.tooManyRequests, text);
        return;
      }
      counted = true;
      if (connection.topics.size >= CHANNELS_MAX) {
        const text = `more than ${CHANNELS_MAX} channels on one connection`;
        this.#error(connection, arg, WsCode.tooManyRequests, text);
        return;
      }
      this.#send(connection, `{"event":"subscribe","arg":${jsonText(arg)}}`);
      connection.topics.set(reading.key, hub.subscribe(connection, reading.wanted, reading.arg));
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
      const reading = readSubscription(arg, this.#side(connection).hub.views, connection.principal);
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
    this.#waiting.set(connection, []);
    let result: LoginResult;
    try {
      result = await this.#check(connection, login);
    } catch {
      result = { ok: false, code: WsCode.loginFailed, message: 'login is not possible at present' };
    }
    const waiting = this.#waiting.get(connection) ?? [];
    this.#waiting.delete(connection);
    if (!connection.open) return;
    if (!result.ok) {
      this.#fatal(connection, result.code, result.message);
      return;
    }
    connection.principal = result.principal;
    connection.loginName = name;
    if (connection.venue !== result.principal.venue) this.#move(connection, result.principal);
    if (result.principal.tier === 'maker') connection.rate.setRate(MESSAGES_PER_SECOND_MAKER);
    this.#parts.loggedIn(connection);
    this.#loginAck(connection);
    for (const data of waiting) this.#read(connection, data);
  }

  #side({ venue }: Connection): VenueSide {
    const { live, paper } = this.#parts;
    return venue === 'paper' && paper !== null ? paper : live;
  }

  /** A key of the other venue logged in: what was listened to goes on there, with a first push. */
  #move(connection: Connection, principal: Principal): void {
    connection.venue = principal.venue;
    const { hub } = this.#side(connection);
    const topics = [...connection.topics.values()];
    connection.topics.clear();
    for (const topic of topics) {
      topic.remove(connection);
      const reading = readSubscription(parseJson(topic.arg), hub.views, principal);
      if (!reading.ok) continue;
      connection.topics.set(reading.key, hub.subscribe(connection, reading.wanted, reading.arg));
    }
  }

  #loginAck(connection: Connection): void {
    this.#send(connection, '{"event":"login","code":0,"msg":""}');
  }

  async #check(
    connection: Connection,
    login: KeyLogin | { readonly token: string },
  ): Promise<LoginResult> {
    const { logins } = this.#parts;
    const { venue } = connection;
    if (!('token' in login)) return logins.byKey(login, connection.address, venue);
    if (!connection.ownOrigin) {
      const message = 'session logins are taken from the pages of this exchange only';
      return { ok: false, code: WsCode.loginFailed, message };
    }
    return logins.byToken(login.token, venue);
  }

  #refuseTrade(connection: Connection, args: readonly JsonValue[], refusal: Refusal): void {
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
