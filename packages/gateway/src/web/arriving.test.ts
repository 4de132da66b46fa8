/** Deposits on their way over the chain, as their owners see them. */
import { type Arrival, type ChainGift, OWN_CHAIN, SystemAccount } from '@halcyon/domain';
import type { ArrivingList } from '@halcyon/domain/web';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Browser, startTestGateway, type TestGateway } from './testing/gateway.ts';

const API = '/api/web/v1';
const PATH = `${API}/records/arriving`;
const CLAIM = { coin: 'USDT', amount: '5', overChain: true };

/** What was given to the chain; each transaction is in one block. */
const given: Arrival[] = [];
const chain = {
  arriving: () => given,
  confirmations: () => 1,
  halted: () => false,
  send: async (gift: ChainGift) => {
    const transaction = String(given.length + 1);
    given.push({ ...gift, transaction, seenAt: 1_000, confirmations: 1 });
    return transaction;
  },
};
let server: TestGateway;
let browser: Browser;

beforeAll(async () => {
  server = await startTestGateway({
    chain,
    chainTerms: { ...OWN_CHAIN, confirmationsNeeded: 3 },
  });
  browser = new Browser(server.url);
  await browser.register('ann@example.com');
});

afterAll(async () => {
  await server.close();
  expect(server.problems).toEqual([]);
});

async function claimed(): Promise<string | undefined> {
  const { data } = await browser.call<Record<string, string>[]>('GET', `${API}/faucet`);
  return data.find((row) => row['coin'] === 'USDT')?.['claimedToday'];
}

it('the faucet gives over the chain: on its way to its owner alone, and not credited yet', async () => {
  const before = server.engine.commands.length;
  const answer = await browser.call('POST', `${API}/faucet`, CLAIM);
  expect(answer.data).toEqual({ coin: 'USDT', amount: '5' });
  expect(server.engine.commands.length).toBe(before);
  expect(given).toMatchObject([{ from: SystemAccount.faucet, amount: 500_000_000n }]);
  const { data } = await browser.call<ArrivingList>('GET', PATH);
  const [toAddress] = data.rows.map((row) => row.toAddress);
  expect(toAddress).toMatch(/^hal1/);
  const row = { coin: 'USDT', size: '5', transaction: '1', seenAt: 1_000, confirmations: 1 };
  expect(data).toEqual({ confirmationsNeeded: 3, rows: [{ ...row, toAddress }] });
  expect(await claimed()).toBe('5');
  const other = new Browser(server.url);
  await other.register('bob@example.com');
  expect((await other.call<ArrivingList>('GET', PATH)).data.rows).toEqual([]);
  expect((await new Browser(server.url).call('GET', PATH)).status).toBe(401);
});

it('each claim is a transaction of its own', async () => {
  await browser.call('POST', `${API}/faucet`, CLAIM);
  expect(new Set(given.map(({ reference }) => reference)).size).toBe(given.length);
  expect(given.length).toBe(2);
});

it('what is no yes or no is refused by name, and takes nothing of the day', async () => {
  const used = await claimed();
  const wrong = await browser.call('POST', `${API}/faucet`, { ...CLAIM, overChain: 'yes' });
  expect([wrong.status, wrong.msg]).toEqual([400, 'overChain must be true or false']);
  expect(await claimed()).toBe(used);
});
