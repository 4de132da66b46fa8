/** Paper orders over WebSocket, in batches at a steady rate, whatever is answered. */
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

/** Begins to offer `rate` orders a second; `stop` says how many a second were taken. */
export async function offerOrders(
  wsUrl: string,
  key: LoadKey,
  rate: number,
): Promise<{ stop: () => Promise<number> }> {
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
  return {
    stop: async () => {
      clearInterval(timer);
      const seconds = (performance.now() - from) / 1_000;
      socket.terminate();
      return taken / seconds;
    },
  };
}
