/**
 * E6: the answer of an order, or its request, is cut at each byte. The client does not know what
 * became of the order; asking by its client order id always tells, and sending it again never makes a
 * second one. HALCYON_CUTS sets how many (400).
 */
import { ApiError, NoAnswer, RestClient } from '@halcyon/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedOf } from '../../packages/testkit/src/core/test-seed.ts';
import { ExchangeProcess } from '../support/exchange-process.ts';
import { FaultyProxy } from './faulty-proxy.ts';

const CUTS = Number(process.env['HALCYON_CUTS'] ?? 200);
/** Where the cuts begin: others in each run. */
const SEED = seedOf();
/** Bytes of a request and of an answer, at the least: cuts beyond never happen. */
const REQUEST_BYTES = 901;
const ANSWER_BYTES = 701;
/** Coprime to both: every byte comes in turn, and near and far ones soon. */
const STEP = 11;

let exchange: ExchangeProcess;
let proxy: FaultyProxy;
let direct: RestClient;
let cut: RestClient;

beforeAll(async () => {
  exchange = await ExchangeProcess.start({ HALCYON_PAPER: 'off' });
  const credentials = await exchange.trader('cut', 'USDT=100000000,BTC=10');
  proxy = await FaultyProxy.before(exchange.port);
  // An answer that this machine holds up is no cut.
  const timeoutMs = 120_000;
  direct = new RestClient({ baseUrl: exchange.baseUrl, credentials, timeoutMs });
  // A connection of its own for each request: a kept one would carry the cut of another.
  const once: typeof fetch = (url, init) =>
    fetch(url, { ...init, headers: { ...init?.headers, connection: 'close' } });
  cut = new RestClient({ baseUrl: proxy.url, credentials, fetch: once });
});

afterAll(async () => {
  proxy.close();
  await exchange.remove();
});

function order(clientOid: string) {
  return {
    symbol: 'BTCUSDT',
    side: 'buy',
    orderType: 'limit',
    force: 'gtc',
    price: '60000',
    size: '0.001',
    clientOid,
  } as const;
}

/** Whether the exchange knows the order. */
async function exists(clientOid: string): Promise<boolean> {
  const found = await direct.call('trade.orderInfo', { clientOid });
  return found.length === 1;
}

async function codeOf(sending: Promise<unknown>): Promise<string> {
  return sending.then(
    () => 'accepted',
    (error: unknown) => {
      if (error instanceof ApiError) return error.code;
      if (error instanceof NoAnswer) return 'unknown';
      throw error;
    },
  );
}

test(
  `E6: ${CUTS} cuts: a question by client order id tells what became of the order`,
  async () => {
    console.log(`seed ${SEED}`);
    const seen = { accepted: 0, unknownThere: 0, unknownNot: 0 };
    for (let n = 0; n < CUTS; n++) {
      const whole = Number.POSITIVE_INFINITY;
      proxy.cut =
        n % 2 === 0
          ? { toServer: whole, toClient: ((SEED + n) * STEP) % ANSWER_BYTES }
          : { toServer: ((SEED + n) * STEP) % REQUEST_BYTES, toClient: whole };
      const clientOid = `cut-${n}`;
      const code = await codeOf(cut.call('trade.placeOrder', order(clientOid)));
      await proxy.settled();
      const there = await exists(clientOid);
      if (code === 'accepted') expect(there, clientOid).toBe(true);
      else expect(code, clientOid).toBe('unknown');
      // Sent again it is refused or accepted, as the exchange said; never both there.
      const again = await codeOf(direct.call('trade.placeOrder', order(clientOid)));
      expect(again, `${clientOid}, ${there ? 'there' : 'not there'}`).toBe(
        there ? '43118' : 'accepted',
      );
      if (code === 'accepted') seen.accepted += 1;
      else if (there) seen.unknownThere += 1;
      else seen.unknownNot += 1;
      await direct.call('trade.cancelOrder', { symbol: 'BTCUSDT', clientOid });
    }
    for (const count of Object.values(seen)) expect(count, JSON.stringify(seen)).toBeGreaterThan(0);
  },
  60_000 + CUTS * 300,
);
