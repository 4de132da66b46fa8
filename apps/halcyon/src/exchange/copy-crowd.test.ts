/** Simulated copy trading on a whole exchange, over its API. Time and books are the test's. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiCopyCrowdPort } from '@halcyon/client';
import {
  AccountKind,
  accountOf,
  type CommandInput,
  CommandKind,
  HealthRegistry,
  OrderType,
  OWN_CHAIN,
  Product,
  parseWireUserId,
  SelfTrade,
  Side,
  SystemAccount,
  TimeInForce,
} from '@halcyon/domain';
import { type Gateway, parseConfig, RevocationBus, startGateway } from '@halcyon/gateway';
import { COPY_FOLLOWED, COPY_FOLLOWERS, COPY_TRADERS, CopyCrowd } from '@halcyon/simulator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CopyCrowdAccess, prepareCopyCrowd } from './copy-crowd.ts';
import { listFirst } from './first-listing.ts';
import { openRuntime, type Runtime } from './open-runtime.ts';

/** Of every contract, ticks; and what is offered and asked for of each, USDT. */
const PRICE = 100_000;
const OFFERED = 15_000;

let root: string;
let runtime: Runtime;
let gateway: Gateway;

const fail = (problem: unknown): never => {
  throw problem;
};

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'halcyon-copied-'));
  const place = { root, databaseUrl: null, paper: false };
  // Sixteen people are made, and nobody signs in.
  const hashCost = { memoryKib: 8, passes: 1, parallelism: 1 };
  const hears = { onFailure: fail, onProblem: () => {} };
  runtime = await openRuntime({ place, mayBegin: true, ...hears, hashCost });
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
      copyTrading: true,
      dataFolder: root,
      webRoot: root,
      log: { info: () => {}, warn: fail, error: fail },
    },
    parseConfig({ HALCYON_PORT: '0', HALCYON_DATA: root }),
  );
});

afterAll(async () => {
  await gateway.close();
  await runtime.close();
  rmSync(root, { recursive: true, force: true });
});

async function submit(command: CommandInput): Promise<number> {
  const { code, id } = await runtime.exchange.engine.submit(command);
  expect(code).toBe(0);
  return id;
}

const contracts = () => runtime.exchange.reader.views.instruments(Product.usdtFutures);

/** Somebody rich offers and bids for a lot of every contract, beside the price. */
async function fillBooks(): Promise<void> {
  const { views } = runtime.exchange.reader;
  const user = await submit({ kind: CommandKind.openUser, simulated: false });
  const account = accountOf(user, AccountKind.usdtFutures);
  const by = { actor: 'test', reason: 'test', reference: '', from: SystemAccount.external };
  const asset = views.contracts.settleAsset!;
  await submit({ kind: CommandKind.deposit, account, asset, amount: 4n * 10n ** 15n, ...by });
  for (const { id, priceScale, quantityScale } of contracts()) {
    const quantity = Math.floor((OFFERED * 10 ** (priceScale + quantityScale)) / PRICE);
    for (const side of [Side.buy, Side.sell]) {
      await submit({
        ...{ kind: CommandKind.place, account, instrument: id, side, type: OrderType.limit },
        ...{ timeInForce: TimeInForce.gtc, selfTrade: SelfTrade.none, quoteAmount: 0, options: 0 },
        ...{ price: PRICE + (side === Side.buy ? -1 : 1), quantity },
        ...{ clientId: '', takeProfitTrigger: 0, takeProfitPrice: 0 },
        ...{ stopLossTrigger: 0, stopLossPrice: 0 },
      });
    }
  }
}

const prices = () =>
  submit({ kind: CommandKind.prices, entries: contracts().flatMap(({ id }) => [id, PRICE]) });

async function prepared(): Promise<CopyCrowdAccess> {
  const { exchange, records } = runtime;
  const context = { engine: exchange.engine, views: exchange.reader.views, records };
  return (await prepareCopyCrowd(context))!;
}

test('traders trade and followers have their part; after a restart the portfolios are the same', async () => {
  const first = await prepared();
  expect([...first.traders.keys()]).toEqual(COPY_TRADERS);
  await prices();
  await fillBooks();
  const crowdOf = ({ traders, followers }: CopyCrowdAccess, startMs: number) => {
    const port = new ApiCopyCrowdPort(gateway.participantUrl, traders, followers);
    return { port, crowd: new CopyCrowd(port, 'test', startMs) };
  };
  const { views } = runtime.exchange.reader;
  const openOf = ({ traders }: CopyCrowdAccess) =>
    [...traders.values()].filter(({ id }) => {
      const account = accountOf(parseWireUserId(id)!, AccountKind.usdtFutures);
      return views.contracts.positions(account).length > 0;
    });
  const { crowd } = crowdOf(first, 0);
  while (crowd.nextMs < 3 * 60_000) await crowd.step(crowd.nextMs);
  // Prices stand still: who buys and holds and who earns the funding has a position, and all know their prices.
  expect(openOf(first).length).toBeGreaterThanOrEqual(2);
  const again = await prepared();
  expect([...again.traders.values()].map(({ id }) => id)).toEqual(
    [...first.traders.values()].map(({ id }) => id),
  );
  const later = crowdOf(again, 3 * 60_000);
  await later.crowd.step(later.crowd.nextMs);
  const wait = { minSeq: views.seq };
  const traders = await runtime.records.history.copyTraders({}, wait);
  expect(traders.length).toBe(COPY_TRADERS.length);
  const follows = COPY_FOLLOWERS.length * COPY_FOLLOWED;
  expect(traders.reduce((sum, { followers }) => sum + followers, 0)).toBe(follows);
  const steady = await later.port.positions('steady');
  expect([...steady.values()].every((coins) => coins > 0)).toBe(true);
  expect(steady.size).toBeGreaterThan(0);
});
