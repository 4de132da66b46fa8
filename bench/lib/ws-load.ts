/** WebSocket load: orders or echoes, several in flight on several connections. */
import { createHmac } from 'node:crypto';
import { WebSocket } from 'ws';
import type { LoadKey } from './load.ts';

const CONNECTIONS = 16;
const IN_FLIGHT = 16;
let counter = 0;

function order(): string {
  counter += 1;
  const price = (80_000 + (counter % 900_000) / 100).toFixed(2);
  const params = `{"side":"buy","orderType":"limit","force":"ioc","price":"${price}","size":"0.001"}`;
  return (
    `{"op":"trade","args":[{"id":"${counter}","instType":"SPOT","instId":"BTCUSDT",` +
    `"channel":"place-order","params":${params}}]}`
  );
}

/** An open socket. */
export function opened(url: string): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { perMessageDeflate: false });
    socket.once('open', () => resolve(socket));
    socket.once('error', reject);
  });
}

/** Logs a socket in. */
export function login(socket: WebSocket, key: LoadKey): Promise<void> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const sign = createHmac('sha256', key.secretKey)
    .update(`${timestamp}GET/user/verify`)
    .digest('base64');
  const args = [{ apiKey: key.apiKey, passphrase: key.passphrase, timestamp, sign }];
  return new Promise((resolve, reject) => {
    socket.once('message', (data) => {
      const answer = JSON.parse(data.toString()) as { code: number; msg: string };
      if (answer.code === 0) resolve();
      else reject(new Error(`login refused: ${answer.msg}`));
    });
    socket.send(JSON.stringify({ op: 'login', args }));
  });
}

async function drive(sockets: readonly WebSocket[], ms: number): Promise<number> {
  let answers = 0;
  let refused = 0;
  const until = performance.now() + ms;
  await Promise.all(
    sockets.map(
      (socket) =>
        new Promise<void>((resolve) => {
          let open = IN_FLIGHT;
          socket.on('message', (data) => {
            answers += 1;
            if (data.toString().includes('"event":"error"')) refused += 1;
            if (performance.now() < until) socket.send(order());
            else {
              open -= 1;
              if (open === 0) resolve();
            }
          });
          for (let i = 0; i < IN_FLIGHT; i++) socket.send(order());
        }),
    ),
  );
  for (const socket of sockets) socket.terminate();
  if (refused > 0) process.stderr.write(`${refused} of ${answers} orders were refused\n`);
  return (answers * 1000) / ms;
}

/** Orders a second over WebSocket order entry. */
export async function entryRate(wsUrl: string, key: LoadKey, ms: number): Promise<number> {
  const sockets = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => opened(`${wsUrl}/v2/ws/private`)),
  );
  await Promise.all(sockets.map((socket) => login(socket, key)));
  return drive(sockets, ms);
}

/** The same messages against a server that only sends them back. */
export async function echoRate(url: string, ms: number): Promise<number> {
  return drive(await Promise.all(Array.from({ length: CONNECTIONS }, () => opened(url))), ms);
}
