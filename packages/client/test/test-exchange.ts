/** A scripted exchange for the client's tests: HTTP and WebSocket on one port. */
import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

export const SECRET = 'test-secret-key-0123456789';
export const CREDENTIALS = { apiKey: 'key-1', secretKey: SECRET, passphrase: 'words' };

/** A request as it came. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly body: string;
  readonly headers: IncomingMessage['headers'];
}

/** An answer: data, or a whole status and text. */
export type ScriptedAnswer =
  | { readonly data: unknown }
  | { readonly status: number; readonly text: string };

/** base64 HMAC-SHA256 as the server computes it. */
export function signatureOf(text: string, secret = SECRET): string {
  return createHmac('sha256', secret).update(text).digest('base64');
}

/** The server. */
export class TestExchange {
  readonly requests: SeenRequest[] = [];
  readonly messages: { readonly op: string; readonly args: Record<string, unknown>[] }[] = [];
  readonly sockets = new Set<WebSocket>();
  connections = 0;
  /** Answers `ping`. */
  pongs = true;
  pings = 0;
  answer: (seen: SeenRequest) => ScriptedAnswer | null = () => null;
  onTrade: (args: Record<string, unknown>[], socket: WebSocket) => void = () => undefined;
  onSubscribe: (arg: Record<string, unknown>, socket: WebSocket) => void = () => undefined;
  readonly #server: Server;
  readonly #wss: WebSocketServer;

  private constructor() {
    this.#server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        const [path = '', query = ''] = (request.url ?? '').split('?');
        const { method = '', headers } = request;
        const seen: SeenRequest = { method, path, query, body, headers };
        this.requests.push(seen);
        const answer = this.answer(seen);
        if (answer === null) {
          request.socket.destroy();
          return;
        }
        const requestTime = Date.now();
        const { status, text } =
          'data' in answer
            ? {
                status: 200,
                text: JSON.stringify({
                  code: '00000',
                  msg: 'success',
                  requestTime,
                  data: answer.data,
                }),
              }
            : answer;
        response.writeHead(status, { 'content-type': 'application/json' }).end(text);
      });
    });
    this.#wss = new WebSocketServer({ server: this.#server });
    this.#wss.on('connection', (socket) => this.#accept(socket));
  }

  /** On a free port. */
  static async start(): Promise<TestExchange> {
    const exchange = new TestExchange();
    await new Promise<void>((resolve) => {
      exchange.#server.listen(0, '127.0.0.1', resolve);
    });
    return exchange;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }
  get wsUrl(): string {
    return `${this.baseUrl.replace('http', 'ws')}/v2/ws/private`;
  }

  #accept(socket: WebSocket): void {
    this.connections += 1;
    this.sockets.add(socket);
    socket.on('close', () => this.sockets.delete(socket));
    socket.on('message', (data) => this.#message(socket, String(data)));
  }

  #message(socket: WebSocket, text: string): void {
    if (text === 'ping') {
      this.pings += 1;
      if (this.pongs) socket.send('pong');
      return;
    }
    const message = JSON.parse(text) as { op: string; args: Record<string, unknown>[] };
    this.messages.push(message);
    const { op, args } = message;
    if (op === 'login') {
      const { apiKey, passphrase, timestamp, sign } = args[0] ?? {};
      const good = sign === signatureOf(`${String(timestamp)}GET/user/verify`);
      if (apiKey === CREDENTIALS.apiKey && passphrase === CREDENTIALS.passphrase && good) {
        socket.send('{"event":"login","code":0,"msg":""}');
      } else {
        socket.send('{"event":"error","code":30015,"msg":"wrong signature"}');
        socket.close();
      }
    } else if (op === 'trade') {
      this.onTrade(args, socket);
    } else {
      for (const arg of args) {
        socket.send(JSON.stringify({ event: op, arg }));
        if (op === 'subscribe') this.onSubscribe(arg, socket);
      }
    }
  }

  /** Sends a push to every socket. */
  push(arg: object, data: readonly unknown[], action = 'update'): void {
    for (const socket of this.sockets) sendPush(socket, arg, data, action);
  }

  /** Cuts every connection without a word. */
  cut(): void {
    for (const socket of this.sockets) socket.terminate();
  }

  async stop(): Promise<void> {
    if (!this.#server.listening) return;
    this.cut();
    this.#wss.close();
    this.#server.closeAllConnections();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
  }
}

/** Sends a push to one socket. */
export function sendPush(
  socket: WebSocket,
  arg: object,
  data: readonly unknown[],
  action = 'snapshot',
): void {
  socket.send(JSON.stringify({ action, arg, data, ts: Date.now() }));
}

/** Waits until `check` holds, as long as the test may take. */
export async function until(check: () => boolean): Promise<void> {
  while (!check()) await new Promise((resolve) => setTimeout(resolve, 5));
}
