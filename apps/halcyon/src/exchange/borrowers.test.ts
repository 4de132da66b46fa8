/** Simulated borrowers on a whole exchange, over its API. Time and books are the test's. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiBorrowerPort } from '@halcyon/client';
import {
  AccountKind,
  accountOf,
  type CommandInput,
  CommandKind,
  HealthRegistry,
  OrderType,
  OWN_CHAIN,
  SelfTrade,
  Side,
  SystemAccount,
  TimeInForce,
} from '@halcyon/domain';
import { type Gateway, parseConfig, RevocationBus, startGateway } from '@halcyon/gateway';
import { BORROWER_MARGIN, BORROWERS, Borrowers, SEED_INSTRUMENTS } from '@halcyon/simulator';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listFirst } from './first-listing.ts';
import { openRuntime, type Runtime } from './open-runtime.ts';
import { prepareParticipants } from './participants.ts';

const HOUR_MS = 3_600_000;
/** Part of a pool, ppm, that is lent when the next hour begins. */
const MUCH_PPM = 10_000;

/** How far the exchange's clock is ahead. */
let aheadMs: number;
let root: string;
let runtime: Runtime;
let gateway: Gateway;

const fail = (problem: unknown): never => {
  throw problem;
};

beforeEach(async () => {
  aheadMs = 0;
  const now = Date.now;
  vi.spyOn(Date, 'now').mockImplementation(() => now() + aheadMs);
  root = mkdtempSync(join(tmpdir(), 'halcyon-borrowers-'));
  const place = { root, databaseUrl: null, paper: false };
  runtime = await openRuntime({ place, mayBegin: true, onFailure: fail, onProblem: () => {} });
  await listFirst(runtime.exchange, fail);
  const { exchange, records } = runtime;
  gateway = await startGateway(
    {
      chainTerms: OWN_CHAIN,
      commands: exchange.engine,
      views: exchange.reader.views,
      records,
      recordsProgress: () => ({ seq: records.reachedSeq(), lagMs: 0, rowsSetAside: 0 }),
      revocations: new RevocationBus(),
      healthRegistry: new HealthRegistry(),
      paper: null,
      dataFolder: root,
      webRoot: root,
      log: { info: () => {}, warn: fail, error: fail },
    },
    parseConfig({ HALCYON_PORT: '0', HALCYON_DATA: root }),
  );
});

afterEach(async () => {
  vi.restoreAllMocks();
  await gateway.close();
  await runtime.close();
  rmSync(root, { recursive: true, force: true });
});

async function submit(command: CommandInput): Promise<number> {
  const { code, id } = await runtime.exchange.engine.submit(command);
  expect(code).toBe(0);
  return id;
}

/** Pairs against USDT with their first prices, ticks. */
function pairs() {
  const { views } = runtime.exchange.reader;
  return SEED_INSTRUMENTS.filter(({ kind }) => kind === 'coin').map((seed) => {
    const pair = views.instrumentBySymbol(seed.symbol)!;
    return { ...pair, price: Math.round(Number(seed.referencePrice) * 10 ** pair.priceScale) };
  });
}

/** Somebody rich offers and bids for a lot of everything, a tick beside the last price. */
async function fillBooks(): Promise<void> {
  const { views } = runtime.exchange.reader;
  const user = await submit({ kind: CommandKind.openUser, simulated: false });
  const account = accountOf(user, AccountKind.spot);
  for (const { id: asset } of views.assets()) {
    const from = SystemAccount.external;
    const by = { actor: 'test', reason: 'test', reference: '' };
    const amount = 4n * 10n ** 15n;
    await submit({ kind: CommandKind.deposit, account, from, asset, amount, ...by });
  }
  for (const { id, price, quantityMax, quoteFactor } of pairs()) {
    const quantity = Math.min(quantityMax, Math.floor(2e14 / (price * quoteFactor)));
    for (const side of [Side.buy, Side.sell]) {
      await submit({
        ...{ kind: CommandKind.place, account, instrument: id, side, type: OrderType.limit },
        ...{ timeInForce: TimeInForce.gtc, selfTrade: SelfTrade.none, quantity, quoteAmount: 0 },
        ...{ price: price + (side === Side.buy ? -1 : 1), clientId: '', options: 0 },
        ...{ takeProfitTrigger: 0, takeProfitPrice: 0, stopLossTrigger: 0, stopLossPrice: 0 },
      });
    }
  }
}

test('borrowers have a stake, filled up at a start where half of it is gone', async () => {
  const { engine, reader } = runtime.exchange;
  const prepare = async () => {
    const context = { engine, views: reader.views, records: runtime.records };
    return (await prepareParticipants(context)).get('trader-1')!;
  };
  const moneyOf = async (credentials: Awaited<ReturnType<typeof prepare>>) => {
    const port = new ApiBorrowerPort(gateway.url, new Map([['trader-1', credentials]]));
    return (await port.holdings('trader-1')).get('USDT');
  };
  const full = { available: BORROWER_MARGIN * 1e8, owed: 0 };
  expect(await moneyOf(await prepare())).toEqual(full);
  const { uid } = (await runtime.records.identity.userByEmail({
    email: 'trader-1@simulator.invalid',
  }))!;
  const from = accountOf(uid, AccountKind.crossMargin);
  const to = accountOf(uid, AccountKind.spot);
  const asset = reader.views.loans.settleAsset!;
  const lose = (coins: number) => {
    const amount = BigInt(coins) * 100_000_000n;
    return submit({ kind: CommandKind.transfer, from, to, asset, amount, clientId: '' });
  };
  await lose(400_000);
  const left = { ...full, available: full.available - 4e13 };
  expect(await moneyOf(await prepare())).toEqual(left);
  await lose(100_001);
  expect(await moneyOf(await prepare())).toEqual(full);
});

test('borrowers borrow out of the pools, which makes it dearer, and pay back', async () => {
  const { engine, reader } = runtime.exchange;
  const { views } = reader;
  await fillBooks();
  const entries = pairs().flatMap(({ id, price }) => [id, price]);
  const credentials = await prepareParticipants({ engine, views, records: runtime.records });
  const accounts = new Map(BORROWERS.map((name) => [name, credentials.get(name)!]));
  const port = new ApiBorrowerPort(gateway.url, accounts);
  const prices = new Map(pairs().map((pair) => [pair.symbol, pair.price / 10 ** pair.priceScale]));
  const priceOf = (symbol: string): number => prices.get(symbol) ?? 0;
  const borrowers = new Borrowers({ port, priceOf, seed: 'test', startMs: 0 });
  const most = new Map<string, number>();
  let repaid = 0;
  /** Rates of the hour in which it was borrowed and of the next, ppm. */
  let rates: number[] = [];
  for (let steps = 0; steps < 1_000 && (repaid === 0 || rates.length === 0); steps++) {
    await submit({ kind: CommandKind.prices, entries });
    await borrowers.step(borrowers.nextMs);
    for (const { asset, lent, usedPpm } of views.loans.coins()) {
      const { code } = views.asset(asset)!;
      if (most.has(code) && lent === 0) repaid += 1;
      if (lent > 0) most.set(code, Math.max(usedPpm, most.get(code) ?? 0));
      if (usedPpm <= MUCH_PPM || rates.length > 0) continue;
      const before = views.loans.coin(asset)!.rate;
      aheadMs += HOUR_MS;
      await submit({ kind: CommandKind.prices, entries });
      rates = [before, views.loans.coin(asset)!.rate];
    }
  }
  expect(repaid).toBeGreaterThan(0);
  // Money and coins were lent, more than a percent of some pool: the next hour costs more.
  expect([...most.keys()]).toContain('USDT');
  expect(most.size).toBeGreaterThan(1);
  expect(Math.max(...most.values())).toBeGreaterThan(MUCH_PPM);
  expect(rates[1]).toBeGreaterThan(rates[0]!);
});
