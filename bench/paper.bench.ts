/**
 * Live beside paper: latency of live REST orders at a steady rate without and with far more paper orders
 * offered than the venue takes, in turns; and how long a live command takes to its durable answer.
 */
import { ExchangeProcess } from '../test/support/exchange-process.ts';
import { paced } from './lib/load.ts';
import { offerApart } from './lib/paper-load.ts';
import { median, print, quantile } from './lib/rows.ts';

const LIVE_RATE = Number(process.env['HALCYON_LIVE_RATE'] ?? 5_000);
const PAPER_RATE = 10_000;
const ROUNDS = 5;
/** What is measured is an exchange at work, not one whose code is being compiled. */
const WARM_UP_ROUNDS = 2;
const MS = 2_000;
const CONNECTIONS = 64;

const exchange = await ExchangeProcess.start();
await exchange.paperReady();
const live = await exchange.trader('bench', 'USDT=90000000,BTC=100');
const paper = await exchange.trader('paper-bench', 'USDT=90000000,BTC=100', 'read,trade', 'paper');

/** Sum and count of the seconds from a command to its durable answer. */
async function submitted(): Promise<{ sum: number; count: number }> {
  const text = await (await fetch(`${exchange.baseUrl}/metrics`)).text();
  const read = (name: string): number =>
    Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  return { sum: read('halcyon_submit_seconds_sum'), count: read('halcyon_submit_seconds_count') };
}

async function round(
  withPaper: boolean,
): Promise<{ p99: number; submitMs: number; taken: number }> {
  const offer = withPaper ? await offerApart(exchange.wsUrl, paper, PAPER_RATE) : null;
  const before = await submitted();
  const { latencies } = await paced(exchange.port, live, CONNECTIONS, LIVE_RATE, MS);
  const after = await submitted();
  const taken = offer === null ? 0 : await offer.stop();
  const submitMs = ((after.sum - before.sum) * 1_000) / (after.count - before.count);
  return { p99: quantile(latencies, 0.99), submitMs, taken };
}

for (let i = 0; i < WARM_UP_ROUNDS; i++) {
  await round(false);
  await round(true);
}
const alone: Awaited<ReturnType<typeof round>>[] = [];
const beside: Awaited<ReturnType<typeof round>>[] = [];
for (let i = 0; i < ROUNDS; i++) {
  alone.push(await round(false));
  beside.push(await round(true));
}
const p99 = (rounds: typeof alone): number => median(rounds.map((one) => one.p99));
const submit = (rounds: typeof alone): number => median(rounds.map((one) => one.submitMs));
print({
  bench: 'paper',
  figure: `live REST order p99 at ${LIVE_RATE}/s, ${PAPER_RATE} paper orders/s offered`,
  value: p99(beside),
  unit: 'ms',
  yardstick: 'without paper orders',
  yardstickValue: p99(alone),
  ratio: p99(beside) / p99(alone),
  goal: '≤ 1.5×',
  ok: p99(beside) / p99(alone) <= 1.5,
});
print({
  bench: 'paper',
  figure: 'live command to its durable answer, mean',
  value: submit(beside),
  unit: 'ms',
  yardstick: 'without paper orders',
  yardstickValue: submit(alone),
  ratio: submit(beside) / submit(alone),
});
print({
  bench: 'paper',
  figure: 'paper orders taken, the rest is told to come back later',
  value: median(beside.map((one) => one.taken)),
  unit: 'orders/s',
});
await exchange.remove();
