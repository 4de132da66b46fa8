/** What contracts ask of the engine: work that is left goes on at once, also on a full disk. */

import { NEWEST_RULES } from '@halcyon/core';
import {
  AccountKind,
  accountOf,
  type CommandInput,
  CommandKind,
  type ContractTerms,
  EVERY_COIN,
  FIRST_USER_ID,
  FUNDINGS_PER_COMMAND,
  LIQUIDATIONS_PER_COMMAND,
  LoanOption,
  NO_PAIR,
  OrderOption,
  Reject,
  Side,
} from '@halcyon/domain';
import { expect, test } from 'vitest';
import { SimRandom } from '../../testkit/src/storage/sim-random.ts';
import { SimStorage } from '../../testkit/src/storage/sim-storage.ts';
import type { Engine } from '../src/index.ts';
import { limit, listMarket, openEngine } from './market.ts';

const TERMS: ContractTerms = {
  tiers: [{ upTo: 1_000_000, leverageMax: 20, maintenancePpm: 20_000 }],
  makerPpm: 0,
  takerPpm: 0,
  liquidationPpm: 1_000,
  liquidationBandPpm: 100_000,
  openInterestMax: 1_000_000,
  fundingIntervalMs: 3_600_000,
  interestRate: 10_000,
  premiumClamp: 50_000,
  fundingCap: 300_000,
};
const CONTRACT = 1;
const PRICE = 10_000;

/** Where the exchanges of these tests are, on a disk in memory. */
const FOLDER = '/exchange';

function newDisk(): SimStorage {
  const storage = new SimStorage(new SimRandom(1));
  storage.makeDirectory(FOLDER);
  return storage;
}

function index(price: number): CommandInput {
  return { kind: CommandKind.prices, entries: [CONTRACT, price] };
}

async function all(engine: Engine, commands: readonly CommandInput[]): Promise<void> {
  const refused = (await engine.submitAll(commands)).filter(({ code }) => code !== 0);
  if (refused.length > 0) throw new Error(`refused: ${JSON.stringify(refused[0])}`);
}

/** Lists a contract and gives users coins; each second one buys ten lots of the one before. */
async function openPositions(
  engine: Engine,
  users: number,
  coins: bigint,
  rules = 5,
): Promise<number[]> {
  await listMarket(engine, 0);
  const wallets = Array.from({ length: users }, (_, i) => {
    return accountOf(FIRST_USER_ID + i, AccountKind.usdtFutures);
  });
  await all(engine, [
    { kind: CommandKind.setRules, version: rules },
    {
      kind: CommandKind.listContract,
      ...{ symbol: 'BTCUSDT', base: 0, quote: 1, priceScale: 2, quantityScale: 0, state: 0 },
      ...{ quantityMin: 1, quantityMax: 1_000, notionalMin: 0, bandPpm: 900_000 },
      ...{ openOrdersMax: 100, contract: TERMS },
    },
    index(PRICE),
    ...wallets.flatMap((account): CommandInput[] => {
      const by = { actor: 'test', reason: 'test', reference: '' };
      const deposit = { account, asset: 1, from: 0, amount: coins * 10n ** 8n, ...by };
      return [
        { kind: CommandKind.openUser, simulated: false },
        { kind: CommandKind.deposit, ...deposit },
      ];
    }),
    ...wallets.map((account, i) => order(account, i % 2 === 0 ? Side.sell : Side.buy, 10)),
  ]);
  return wallets;
}

function order(account: number, side: Side, quantity: number, options = 0): CommandInput {
  const terms = { ...limit(account, side, PRICE, quantity), instrument: CONTRACT, options };
  return terms as CommandInput;
}

/** Turns of the event loop: far less time than the engine's housekeeping lets pass. */
async function turns(count: number): Promise<void> {
  for (let i = 0; i < count; i += 1) await new Promise((resolve) => setImmediate(resolve));
}

test('liquidations that one command does not finish go on at once', async () => {
  const { engine, close } = openEngine(FOLDER, [], newDisk());
  engine.start();
  // 60 coins behind 1,000: gone at a fall of 6 %.
  await openPositions(engine, 6 * LIQUIDATIONS_PER_COMMAND, 60n);
  const { seq } = await engine.submit(index(9_000));
  await turns(10);
  const { seq: settled } = engine;
  expect(settled - seq).toBeGreaterThanOrEqual(2);
  await turns(10);
  expect(engine.seq).toBe(settled);
  close();
});

test('and nothing else is done before they are finished', async () => {
  const { engine, close } = openEngine(FOLDER, [], newDisk());
  engine.start();
  const users = 6 * LIQUIDATIONS_PER_COMMAND;
  const accounts = await openPositions(engine, users, 60n, NEWEST_RULES);
  const [fallen, bid] = await Promise.all([
    engine.submit(index(9_000)),
    engine.submit(order(accounts[0]!, Side.buy, 1)),
  ]);
  // Half of the accounts are long: the price closes the first 200 of them.
  expect(bid.seq - fallen.seq - 1).toBe(users / 2 / LIQUIDATIONS_PER_COMMAND - 1);
  close();
});

test('so does a funding', async () => {
  const hour = { passed: 0 };
  const { engine, close } = openEngine(FOLDER, [], newDisk(), () => hour.passed);
  engine.start();
  await openPositions(engine, 3 * FUNDINGS_PER_COMMAND, 100n);
  hour.passed = TERMS.fundingIntervalMs;
  const { seq } = await engine.submit(index(PRICE));
  await turns(10);
  const { seq: settled } = engine;
  expect(settled - seq).toBeGreaterThanOrEqual(2);
  await turns(10);
  expect(engine.seq).toBe(settled);
  close();
});

test('a disk that is almost full takes prices and what makes positions smaller', async () => {
  const storage = newDisk();
  const before = openEngine(FOLDER, [], storage);
  const [seller = 0, buyer = 0] = await openPositions(before.engine, 2, 100n);
  before.close();
  // What was kept in reserve is gone, and what is left is less than a segment.
  for (const name of storage.list(FOLDER)) {
    if (name.startsWith('reserve')) storage.unlink(`${FOLDER}/${name}`);
  }
  storage.setCapacity(storage.usedBytes() + 100);
  const { engine, close } = openEngine(FOLDER, [], storage);
  engine.start();
  await expect.poll(() => engine.status).toBe('cancels-only');
  const said = 'the disk is almost full: cancels and reductions only';
  await expect(engine.submit(order(buyer, Side.sell, 4))).rejects.toThrow(said);
  const { reduceOnly, closeAll, reverse, longLeg } = OrderOption;
  await expect(engine.submit(order(buyer, Side.buy, 4, longLeg))).rejects.toThrow(said);
  await expect(engine.submit(order(buyer, Side.sell, 4, closeAll | reverse))).rejects.toThrow(said);
  // What looks like a leg there is a loan here; paying back needs no room.
  const margin = accountOf(FIRST_USER_ID, AccountKind.crossMargin);
  const short = {
    ...order(margin, Side.sell, 4, LoanOption.autoLoan),
    instrument: 0,
  } as CommandInput;
  await expect(engine.submit(short)).rejects.toThrow(said);
  const debt = { account: margin, instrument: NO_PAIR, asset: 1, amount: 1, clientId: '' };
  const { code } = await engine.submit({ kind: CommandKind.repay, ...debt });
  expect(code).toBe(Reject.unknownAsset);
  const all = { account: margin, instrument: NO_PAIR, asset: EVERY_COIN };
  const flash = await engine.submit({ kind: CommandKind.flashRepay, ...all });
  expect(flash.code).toBe(Reject.nothingOwed);
  expect((await engine.submit(index(PRICE + 1))).code).toBe(0);
  expect((await engine.submit(order(buyer, Side.sell, 4, reduceOnly))).code).toBe(0);
  expect((await engine.submit(order(seller, Side.buy, 4, reduceOnly))).code).toBe(0);
  expect((await engine.submit(order(buyer, Side.sell, 4, closeAll))).code).toBe(0);
  close();
});
