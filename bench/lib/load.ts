/** Load over plain sockets: as little of the generator's own time as possible. */
import { createHmac } from 'node:crypto';
import { connect, type Socket } from 'node:net';

/** A key to sign with. */
export interface LoadKey {
  readonly apiKey: string;
  readonly secretKey: string;
  readonly passphrase: string;
}

const PATH = '/api/v2/spot/trade/place-order';
let counter = 0;

/** One signed order request as bytes; each has another price, so no signature repeats. */
export function signedOrder(key: LoadKey): string {
  counter += 1;
  const price = (80_000 + (counter % 900_000) / 100).toFixed(2);
  const size = (0.001 + (Math.floor(counter / 900_000) % 1_000) / 1e6).toFixed(6);
  const side = 'buy';
  const body =
    `{"symbol":"BTCUSDT","side":"${side}","orderType":"limit","force":"ioc",` +
    `"price":"${price}","size":"${size}"}`;
  const timestamp = String(Date.now());
  const sign = createHmac('sha256', key.secretKey)
    .update(`${timestamp}POST${PATH}${body}`)
    .digest('base64');
  return (
    `POST ${PATH} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n` +
    `ACCESS-KEY: ${key.apiKey}\r\nACCESS-SIGN: ${sign}\r\nACCESS-TIMESTAMP: ${timestamp}\r\n` +
    `ACCESS-PASSPHRASE: ${key.passphrase}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  );
}

/** What a run of load came to. */
export interface LoadResult {
  /** Answers a second. */
  readonly rate: number;
  /** Latencies in ms, ascending. */
  readonly latencies: number[];
  readonly refused: number;
}

class Connection {
  readonly socket: Socket;
  private sentAt = 0;
  private text = '';
  onAnswer: (latencyMs: number, ok: boolean) => void = () => {};

  constructor(socket: Socket) {
    this.socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.read(chunk));
  }

  send(request: string, at: number): void {
    this.sentAt = at;
    this.socket.write(request);
  }

  private read(chunk: Buffer): void {
    this.text += chunk.toString('latin1');
    const head = this.text.indexOf('\r\n\r\n');
    if (head < 0) return;
    const match = /content-length: (\d+)/i.exec(this.text);
    const length = match === null ? -1 : Number(match[1]);
    const chunked = length < 0 && this.text.endsWith('0\r\n\r\n');
    if (!chunked && (length < 0 || this.text.length < head + 4 + length)) return;
    const ok = this.text.startsWith('HTTP/1.1 200');
    this.text = '';
    this.onAnswer(performance.now() - this.sentAt, ok);
  }
}

function open(port: number): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(new Connection(socket)));
    socket.once('error', reject);
  });
}

/** Requests one after the other on each of `connections`, for `ms`. */
export async function saturate(
  port: number,
  key: LoadKey,
  connections: number,
  ms: number,
): Promise<LoadResult> {
  const opened = await Promise.all(Array.from({ length: connections }, () => open(port)));
  const latencies: number[] = [];
  let refused = 0;
  const until = performance.now() + ms;
  await Promise.all(
    opened.map(
      (connection) =>
        new Promise<void>((resolve) => {
          connection.onAnswer = (latency, ok) => {
            latencies.push(latency);
            if (!ok) refused += 1;
            const now = performance.now();
            if (now < until) connection.send(signedOrder(key), now);
            else resolve();
          };
          connection.send(signedOrder(key), performance.now());
        }),
    ),
  );
  for (const { socket } of opened) socket.destroy();
  const rate = (latencies.length * 1000) / ms;
  return { rate, latencies: latencies.sort((a, b) => a - b), refused };
}

/**
 * `rate` requests a second, each timed from when it was due, over idle ones of `connections`. Between
 * looks, a millisecond apart, it sleeps: a generator that spins would take a core from the server.
 */
export async function paced(
  port: number,
  key: LoadKey,
  connections: number,
  rate: number,
  ms: number,
): Promise<LoadResult> {
  const opened = await Promise.all(Array.from({ length: connections }, () => open(port)));
  const idle = [...opened];
  const waiting: number[] = [];
  const latencies: number[] = [];
  let refused = 0;
  const serve = (): void => {
    while (idle.length > 0 && waiting.length > 0) {
      idle.pop()?.send(signedOrder(key), waiting.shift() ?? 0);
    }
  };
  for (const connection of opened) {
    connection.onAnswer = (latency, ok) => {
      latencies.push(latency);
      if (!ok) refused += 1;
      idle.push(connection);
      serve();
    };
  }
  const from = performance.now();
  let due = 0;
  await new Promise<void>((resolve) => {
    const pump = (): void => {
      const now = performance.now();
      while (due * (1000 / rate) <= now - from && now - from < ms) {
        waiting.push(from + due * (1000 / rate));
        due += 1;
      }
      serve();
      if (now - from < ms || latencies.length < due) setTimeout(pump, 1);
      else resolve();
    };
    pump();
  });
  for (const { socket } of opened) socket.destroy();
  const spent = performance.now() - from;
  return { rate: (due * 1000) / spent, latencies: latencies.sort((a, b) => a - b), refused };
}
