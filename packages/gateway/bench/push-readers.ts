/**
 * The reading side of the push bench, a process of its own: raw TCP sockets that do the WebSocket
 * handshake and then count bytes. It reports what arrived every few milliseconds.
 */
import { connect, type Socket } from 'node:net';

const HANDSHAKE =
  'GET /v2/ws/public HTTP/1.1\r\nHost: bench\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
  'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';
const REPORT_MS = 2;
const CONNECTING_AT_ONCE = 200;
const MASK = Buffer.from([0, 0, 0, 0]);

let received = 0;
// All sockets read into one buffer: only the number of bytes matters.
const shared = Buffer.allocUnsafe(1 << 20);

/** A client frame; a mask of zeros leaves the text as it is. */
function clientFrame(text: string): Buffer {
  const body = Buffer.from(text);
  const header = Buffer.from([0x81, 0x80 | 126, body.length >> 8, body.length & 0xff]);
  return Buffer.concat([header, MASK, body]);
}

function open(port: number, first: string | null): Promise<Socket> {
  return new Promise((resolve, reject) => {
    let greeted = false;
    const socket = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: {
        buffer: shared,
        callback: (bytes) => {
          if (greeted) {
            received += bytes;
          } else {
            const text = shared.subarray(0, bytes).toString('latin1');
            if (!text.startsWith('HTTP/1.1 101')) reject(new Error(text));
            greeted = true;
            if (first !== null) socket.write(clientFrame(first));
            resolve(socket);
          }
          return true;
        },
      },
    });
    socket.on('error', reject);
    socket.write(HANDSHAKE);
  });
}

interface Order {
  readonly port: number;
  readonly connections: number;
  readonly first: string | null;
}

process.on('message', (order: Order) => {
  void (async () => {
    for (let done = 0; done < order.connections; done += CONNECTING_AT_ONCE) {
      const size = Math.min(CONNECTING_AT_ONCE, order.connections - done);
      await Promise.all(Array.from({ length: size }, () => open(order.port, order.first)));
    }
    process.send?.({ open: order.connections });
    let told = -1;
    setInterval(() => {
      if (received !== told) process.send?.({ received });
      told = received;
    }, REPORT_MS);
  })();
});
process.on('disconnect', () => process.exit(0));
