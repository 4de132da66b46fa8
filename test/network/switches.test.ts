/**
 * E8: the operator's switches under load. From the moment the command line has answered, no order is
 * taken that the new state forbids, cancels go through unless all is halted, and opening lets orders
 * in again. HALCYON_SWITCHES sets how many times (6).
 */
import { ApiError, RestClient } from '@halcyon/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ExchangeProcess } from '../support/exchange-process.ts';

const SWITCHES = Number(process.env['HALCYON_SWITCHES'] ?? 6);
/** Senders that place orders all the time. */
const SENDERS = 8;

let exchange: ExchangeProcess;
let client: RestClient;

beforeAll(async () => {
  exchange = await ExchangeProcess.start({ HALCYON_PAPER: 'off' });
  const credentials = await exchange.trader('switch', 'USDT=100000000');
  client = new RestClient({ baseUrl: exchange.baseUrl, credentials, timeoutMs: 120_000 });
});

afterAll(() => exchange.remove());

interface Sent {
  readonly at: number;
  readonly code: string;
}

let next = 0;

async function codeOf(sending: Promise<unknown>): Promise<string> {
  return sending.then(
    () => 'taken',
    (error: unknown) => {
      if (error instanceof ApiError) return error.reason;
      throw error;
    },
  );
}

/** Places an order far below the market and cancels it; says what became of both. */
async function placeAndCancel(): Promise<readonly [Sent, string]> {
  const clientOid = `s${next++}`;
  const at = performance.now();
  const order = { symbol: 'BTCUSDT', side: 'buy', orderType: 'limit', force: 'gtc' } as const;
  const code = await codeOf(
    client.call('trade.placeOrder', { ...order, price: '60000', size: '0.001', clientOid }),
  );
  if (code !== 'taken') return [{ at, code }, ''];
  return [
    { at, code },
    await codeOf(client.call('trade.cancelOrder', { symbol: 'BTCUSDT', clientOid })),
  ];
}

test(
  `E8: ${SWITCHES} times the switches hold from their answer on`,
  async () => {
    for (let n = 0; n < SWITCHES; n++) {
      const state = (['halt', 'cancel-only'] as const)[n % 2]!;
      const sent: Sent[] = [];
      let sending = true;
      const senders = Array.from({ length: SENDERS }, async () => {
        while (sending) sent.push((await placeAndCancel())[0]);
      });
      await exchange.run('instrument', state, 'BTCUSDT', '--reason', 'drill');
      const answered = performance.now();
      while (sent.filter(({ at }) => at > answered).length < 20) {
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      sending = false;
      await Promise.all(senders);
      const after = sent.filter(({ at }) => at > answered);
      expect(new Set(after.map(({ code }) => code)).has('taken'), `${state} ${n}`).toBe(false);
      await exchange.run('instrument', 'open', 'BTCUSDT', '--reason', 'drill over');
      const [reopened, cancelled] = await placeAndCancel();
      expect([reopened.code, cancelled]).toEqual(['taken', 'taken']);
    }
  },
  SWITCHES * 60_000,
);

test('E8: cancel-only lets a resting order go', async () => {
  const clientOid = 'resting';
  const order = { symbol: 'BTCUSDT', side: 'buy', orderType: 'limit', force: 'gtc' } as const;
  await client.call('trade.placeOrder', { ...order, price: '60000', size: '0.001', clientOid });
  await exchange.run('instrument', 'cancel-only', 'BTCUSDT', '--reason', 'drill');
  const cancel = client.call('trade.cancelOrder', { symbol: 'BTCUSDT', clientOid });
  expect(await codeOf(cancel)).toBe('taken');
  await exchange.run('instrument', 'open', 'BTCUSDT', '--reason', 'drill over');
});
