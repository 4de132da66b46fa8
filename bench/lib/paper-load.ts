/**
 * Paper orders over WebSocket, in batches at a steady rate, whatever is answered, from a process of its
 * own: what it costs to make them must not be waited for by the live requests that are being timed.
 * As a program: `node paper-load.ts <ws url> <orders a second> <key as JSON>`.
 */
import { spawn } from 'node:child_process';
import type { WebSocket } from 'ws';
import type { LoadKey } from './load.ts';
import { login, opened } from './ws-load.ts';

const BATCH = 50;
let counter = 0;

function batch(): string {
  const orders = Array.from({ length: BATCH }, () => {
    counter += 1;
    const price = (80_000 + (counter % 900_000) / 100).toFixed(2);
    return `{"side":"buy","orderType":"limit","force":"ioc","price":"${price}","size":"0.001"}`;
  });
  return (
    `{"op":"trade","args":[{"id":"1","instType":"SPOT","instId":"BTCUSDT",` +
    `"channel":"batch-place-order","params":{"orderList":[${orders.join()}]}}]}`
  );
}

/** Begins to offer `rate` orders a second in a process of its own; `stop` says how many were taken. */
export async function offerApart(
  wsUrl: string,
  key: LoadKey,
  rate: number,
): Promise<{ stop: () => Promise<number> }> {
  const child = spawn(
    process.execPath,
    [import.meta.filename, wsUrl, String(rate), JSON.stringify(key)],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const said = child.stdout.setEncoding('utf8')[Symbol.asyncIterator]();
  await said.next();
  return {
    stop: async () => {
      child.stdin.end();
      return Number((await said.next()).value);
    },
  };
}

/** Offers until the standard input ends; prints when it has begun and how many a second were taken. */
async function offer(wsUrl: string, rate: number, key: LoadKey): Promise<void> {
  const socket: WebSocket = await opened(`${wsUrl}/v2/ws/private`);
  await login(socket, key);
  let taken = 0;
  socket.on('message', (data) => {
    taken += data.toString().split('"orderId"').length - 1;
  });
  const from = performance.now();
  let sent = 0;
  const timer = setInterval(() => {
    const due = ((performance.now() - from) * rate) / 1_000;
    for (; sent + BATCH <= due; sent += BATCH) socket.send(batch());
  }, 5);
  process.stdout.write('offering\n');
  process.stdin.resume();
  await new Promise((resolve) => process.stdin.once('end', resolve));
  clearInterval(timer);
  socket.terminate();
  const seconds = (performance.now() - from) / 1_000;
  process.stdout.write(`${taken / seconds}\n`);
}

if (import.meta.main) {
  const [wsUrl = '', rate = '0', key = '{}'] = process.argv.slice(2);
  await offer(wsUrl, Number(rate), JSON.parse(key) as LoadKey);
}
