/**
 * The yardsticks of the server rows: node:http that only verifies an HMAC, and ws that sends back
 * what it gets. Prints its two ports.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';

const secret = process.argv[2] ?? '';
const ANSWER = JSON.stringify({
  code: '00000',
  msg: 'success',
  requestTime: 1_760_000_503_451,
  data: { orderId: '1300000002876365840', clientOid: '' },
});

const http = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks).toString();
    const timestamp = String(request.headers['access-timestamp']);
    const text = timestamp + request.method + request.url + body;
    const expected = createHmac('sha256', secret).update(text).digest();
    const given = Buffer.from(String(request.headers['access-sign']), 'base64');
    const fits = given.length === expected.length && timingSafeEqual(given, expected);
    response.writeHead(fits ? 200 : 400, { 'content-type': 'application/json' });
    response.end(ANSWER);
  });
});
http.keepAliveTimeout = 60_000;
http.listen(0, '127.0.0.1', () => {
  const echo = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  echo.on('connection', (socket) => socket.on('message', (data) => socket.send(data.toString())));
  echo.once('listening', () => {
    const ports = [http.address(), echo.address()].map((a) => (a as AddressInfo).port);
    process.stdout.write(`${ports.join(' ')}\n`);
  });
});
