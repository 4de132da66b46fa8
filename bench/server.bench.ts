/**
 * The server rows: signed REST orders and WebSocket order entry, durable, as shipped, beside bare
 * echoes in the same run. Simulator off, key tier maker, load generator on the same cores.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { ExchangeProcess } from '../test/support/exchange-process.ts';
import { type LoadKey, type LoadResult, paced, saturate } from './lib/load.ts';
import { median, print, quantile } from './lib/rows.ts';
import { echoRate, entryRate } from './lib/ws-load.ts';

// The machine's own speed changes within seconds: many short rounds in turns with the yardstick, their medians.
const ROUNDS = 9;
const MS = 1_500;
const TAIL_MS = 2_000;

async function bareEcho(key: LoadKey): Promise<{ http: number; ws: number; child: ChildProcess }> {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'lib/bare-echo.ts'), key.secretKey],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const ports = await new Promise<string>((resolve) => {
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString()));
  });
  const [http = 0, ws = 0] = ports.trim().split(' ').map(Number);
  return { http, ws, child };
}

const exchange = await ExchangeProcess.start();
const key = await exchange.trader('bench', 'USDT=90000000,BTC=100');
const bare = await bareEcho(key);

async function rounds(
  run: (port: number) => Promise<LoadResult>,
): Promise<{ ours: LoadResult[]; theirs: LoadResult[] }> {
  const ours: LoadResult[] = [];
  const theirs: LoadResult[] = [];
  await run(exchange.port);
  await run(bare.http);
  for (let i = 0; i < ROUNDS; i++) {
    ours.push(await run(exchange.port));
    theirs.push(await run(bare.http));
  }
  const refused = ours.reduce((sum, one) => sum + one.refused, 0);
  if (refused > 0) process.stderr.write(`${refused} orders were refused\n`);
  return { ours, theirs };
}

const many = await rounds((port) => saturate(port, key, 64, MS));
const peak = median(many.ours.map(({ rate }) => rate));
const barePeak = median(many.theirs.map(({ rate }) => rate));
print({
  bench: 'server',
  figure: 'signed REST order, durable, 64 connections',
  value: peak,
  unit: 'requests/s',
  yardstick: 'bare node:http with HMAC',
  yardstickValue: barePeak,
  ratio: peak / barePeak,
  goal: '≥ 0.55×',
  ok: peak / barePeak >= 0.55,
});

const offered = Math.min(20_000, peak / 2);
// What the machine itself does to a waiting request is in the echo's figure too.
const tails: number[] = [];
const bareTails: number[] = [];
for (let i = 0; i < ROUNDS; i++) {
  for (const [port, into] of [
    [exchange.port, tails],
    [bare.http, bareTails],
  ] as const) {
    const { latencies } = await paced(port, key, 64, offered, TAIL_MS);
    into.push(quantile(latencies, 0.99));
  }
}
const p99 = median(tails);
print({
  bench: 'server',
  figure: `REST order p99 at ${Math.round(offered)}/s offered`,
  value: p99,
  unit: 'ms',
  yardstick: 'bare node:http with HMAC',
  yardstickValue: median(bareTails),
  goal: '≤ 10 ms',
  ok: p99 <= 10,
});

const one = await rounds((port) => saturate(port, key, 1, MS));
const ourTrip = median(one.ours.map(({ latencies }) => quantile(latencies, 0.5)));
const bareTrip = median(one.theirs.map(({ latencies }) => quantile(latencies, 0.5)));
print({
  bench: 'server',
  figure: 'round trip of one signed order, one client, p50',
  value: ourTrip,
  unit: 'ms',
  yardstick: 'bare echo',
  yardstickValue: bareTrip,
  ratio: ourTrip / bareTrip,
  goal: '≤ 3×',
  ok: ourTrip / bareTrip <= 3,
});

const wsOurs: number[] = [];
const wsEcho: number[] = [];
await entryRate(exchange.wsUrl, key, MS);
await echoRate(`ws://127.0.0.1:${bare.ws}`, MS);
for (let i = 0; i < ROUNDS; i++) {
  wsOurs.push(await entryRate(exchange.wsUrl, key, MS));
  wsEcho.push(await echoRate(`ws://127.0.0.1:${bare.ws}`, MS));
}
const entry = median(wsOurs);
const echo = median(wsEcho);
print({
  bench: 'server',
  figure: 'WebSocket order entry, durable, 16 connections × 16 in flight',
  value: entry,
  unit: 'orders/s',
  yardstick: 'ws echo',
  yardstickValue: echo,
  ratio: entry / echo,
  goal: '≥ 0.4×',
  ok: entry / echo >= 0.4,
});

bare.child.kill();
await exchange.remove();
