/** What a version seeds beside what earlier versions and operators listed. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NO_PAIR, Product, SystemAccount } from '@halcyon/domain';
import {
  SEED_ASSETS,
  SEED_CONTRACTS,
  SEED_INSTRUMENTS,
  SEED_LOANS,
  SEED_PAIR_LOANS,
} from '@halcyon/simulator';
import type { CandleView } from '@halcyon/views';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SEEDS, type Seeds } from './first-commands.ts';
import { listFirst, prepareFirstStart } from './first-listing.ts';
import { addAsset, addInstrument } from './listing-operations.ts';
import { openRuntime, type Runtime } from './open-runtime.ts';
import type { OperationArgs } from './operation-args.ts';
import type { OperationContext } from './operations.ts';
import { prepareParticipants } from './participants.ts';

let root: string;
let runtime: Runtime;
let warnings: string[];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'halcyon-first-listing-'));
});

afterEach(async () => {
  await runtime.close();
  rmSync(root, { recursive: true, force: true });
});

/** Seeds of a version that knows these assets, and their markets in USDT. */
function seedsOf(...codes: string[]): Seeds {
  return {
    assets: SEED_ASSETS.filter(({ asset }) => codes.includes(asset)),
    instruments: SEED_INSTRUMENTS.filter(
      ({ base, quote }) => codes.includes(base) && quote === 'USDT',
    ),
    contracts: SEED_CONTRACTS.filter(({ spot }) => codes.includes(spot.base)),
    loans: SEED_LOANS.filter(({ asset }) => codes.includes(asset)),
    pairLoans: SEED_PAIR_LOANS,
  };
}

/** Opens the folder, as a start does first. */
async function open(): Promise<void> {
  const fail = (problem: unknown): never => {
    throw problem;
  };
  const place = { root, databaseUrl: null, paper: false };
  runtime = await openRuntime({ place, mayBegin: true, onFailure: fail, onProblem: () => {} });
  warnings = [];
}

/** What a version with these seeds lists, without candles. */
async function list(seeds: Seeds): Promise<void> {
  await open();
  await listFirst(runtime.exchange, (message) => warnings.push(message), seeds);
}

/** A start of a version with these seeds. */
async function start(seeds: Seeds, traders = true): Promise<void> {
  await open();
  await prepareFirstStart(runtime.exchange, (message) => warnings.push(message), seeds);
  if (!traders) return;
  const { engine, reader } = runtime.exchange;
  await prepareParticipants({ engine, views: reader.views, records: runtime.records });
}

function operator(): OperationContext {
  const { engine, reader } = runtime.exchange;
  return { engine, views: reader.views };
}

function market(symbol: string): Record<string, unknown> {
  const { views } = runtime.exchange.reader;
  const listed = views.instrumentBySymbol(symbol);
  if (listed === undefined) return {};
  const { base, quote, priceScale, quantityScale, lotUnits, id } = listed;
  const codes = { base: views.asset(base)?.code, quote: views.asset(quote)?.code };
  const last = views.ticker(id).last / 10 ** priceScale;
  return { ...codes, priceScale, quantityScale, lotUnits, last };
}

test('a later version lists its own beside what an operator added', async () => {
  await start(seedsOf('USDT', 'BTC'));
  const gold = { symbol: 'GOLDUSDT', base: 'GOLD', quote: 'USDT' };
  const scales: OperationArgs = { 'price-scale': '3', 'quantity-scale': '4' };
  await addAsset(operator(), { code: 'GOLD', scale: '6' });
  await addInstrument(operator(), { ...gold, ...scales, 'last-price': '2400' });
  const before = [market('BTCUSDT'), market('GOLDUSDT')];
  await runtime.close();

  await start(seedsOf('USDT', 'BTC', 'ETH', 'SOL'));
  expect(warnings).toEqual([]);
  expect([market('BTCUSDT'), market('GOLDUSDT')]).toEqual(before);
  expect(market('ETHUSDT')).toMatchObject({ base: 'ETH', quote: 'USDT', last: expect.any(Number) });
  expect(market('SOLUSDT')).toMatchObject({ base: 'SOL', quote: 'USDT' });
  expect(market('SOLUSDT')['last']).toBeGreaterThan(0);
});

test('what an operator added by a name that is seeded later stays his', async () => {
  await start(seedsOf('USDT', 'BTC'));
  await addAsset(operator(), { code: 'ETH', scale: '6', name: 'My ether' });
  await addAsset(operator(), { code: 'SOL', scale: '0' });
  await addAsset(operator(), { code: 'XRP', scale: '8' });
  const own = { symbol: 'XRPUSDT', base: 'XRP', quote: 'USDT', 'last-price': '77' };
  await addInstrument(operator(), { ...own, 'price-scale': '1', 'quantity-scale': '1' });
  const before = market('XRPUSDT');
  await runtime.close();

  await start(seedsOf('USDT', 'BTC', 'ETH', 'SOL', 'XRP'));
  const { views } = runtime.exchange.reader;
  expect(views.assetByCode('ETH')).toMatchObject({ scale: 6, name: 'My ether' });
  const { quantityScale, lotUnits } = market('ETHUSDT') as Record<string, number>;
  expect(lotUnits).toBe(10 ** (6 - (quantityScale ?? 0)));
  expect(market('SOLUSDT')).toEqual({});
  expect(warnings).toEqual([
    expect.stringMatching(/^SOLUSDT is not listed: .* too few decimals/),
    expect.stringMatching(/^the contract SOLUSDT is not listed: .* too few decimals/),
  ]);
  expect(market('XRPUSDT')).toEqual(before);
  expect(before['last']).toBe(77);
});

test('contracts have candles that end where their pair stands, and the fund a balance, once', async () => {
  await start({ ...seedsOf('USDT', 'BTC'), instruments: [], contracts: [] }, false);
  const pair = { symbol: 'BTCUSDT', base: 'BTC', quote: 'USDT', 'last-price': '101234.5' };
  await addInstrument(operator(), { ...pair, 'price-scale': '2', 'quantity-scale': '6' });
  await runtime.close();

  const fund = (): bigint => {
    const { views } = runtime.exchange.reader;
    return views.balance(SystemAccount.insurance, views.assetByCode('USDT')!.id).available;
  };
  const candles = (interval: '1m' | '1d'): CandleView[] => {
    const { views } = runtime.exchange.reader;
    const { id } = views.instrumentBySymbol('BTCUSDT', Product.usdtFutures)!;
    return views.candles(id, interval, { limit: 4 });
  };
  await start(seedsOf('USDT', 'BTC'), false);
  expect(warnings).toEqual([]);
  expect(fund()).toBe(10_000_000n * 10n ** 8n);
  // Ticks of a tenth, where the pair has hundredths.
  expect(candles('1m').at(-1)!.close).toBe(1_012_345);
  const made = candles('1d').slice(0, 3);
  await runtime.close();

  // A file that is lost is the same again.
  rmSync(join(root, 'live/history'), { recursive: true });
  await start(seedsOf('USDT', 'BTC'), false);
  expect(candles('1d').slice(0, 3)).toEqual(made);
  expect(fund()).toBe(10_000_000n * 10n ** 8n);
});

test('coins and pairs are lent from the first start that knows how, once, out of pools', async () => {
  await list({ ...seedsOf('USDT', 'BTC', 'ETH'), loans: [], pairLoans: [] });
  expect(runtime.exchange.reader.views.loans.coins()).toEqual([]);
  await runtime.close();

  const seeds = seedsOf('USDT', 'BTC', 'ETH', 'SOL');
  await list(seeds);
  expect(warnings).toEqual([]);
  const lent = () => runtime.exchange.reader.views.loans.coins();
  const { views } = runtime.exchange.reader;
  expect(lent().map(({ asset }) => views.asset(asset)!.code)).toEqual([
    'USDT',
    'BTC',
    'ETH',
    'SOL',
  ]);
  const [usdt, btc] = lent();
  expect(usdt).toMatchObject({ market: NO_PAIR, unlent: 50_000_000 * 1e8 });
  expect(btc).toMatchObject({ market: views.instrumentBySymbol('BTCUSDT')!.id, unlent: 210 * 1e8 });
  expect(btc!.terms.tiers[0]).toMatchObject({ upTo: 5.3 * 1e8, leverageMax: 5 });
  expect(btc!.terms.loanMin).toBe(0.00011 * 1e8);
  const pair = views.loans.pair(views.instrumentBySymbol('BTCUSDT')!.id)!;
  expect(pair.terms.base[0]).toMatchObject({ upTo: 2.7 * 1e8, leverageMax: 10 });
  expect(pair.terms.quote[0]).toMatchObject({ upTo: 250_000 * 1e8, leverageMax: 10 });
  await runtime.close();

  await list(seeds);
  expect(lent()).toEqual([usdt, btc, ...lent().slice(2)]);
});

test('all that is seeded is lent by terms that the core takes', async () => {
  await list(SEEDS);
  expect(warnings).toEqual([]);
  const { loans } = runtime.exchange.reader.views;
  expect(loans.coins()).toHaveLength(SEED_ASSETS.length);
  expect(loans.pairs()).toHaveLength(SEED_INSTRUMENTS.length - 1);
  for (const { unlent, terms } of loans.coins()) expect(unlent).toBeGreaterThan(terms.lentMax);
});

test('a coin that an operator added with few decimals is not lent, and the pairs of it neither', async () => {
  await list(seedsOf('USDT', 'BTC'));
  await addAsset(operator(), { code: 'ETH', scale: '2' });
  const pair = { symbol: 'ETHUSDT', base: 'ETH', quote: 'USDT' };
  await addInstrument(operator(), { ...pair, 'price-scale': '2', 'quantity-scale': '2' });
  await runtime.close();
  await list(seedsOf('USDT', 'BTC', 'ETH'));
  expect(warnings.filter((message) => !message.includes('contract'))).toEqual([
    expect.stringMatching(/^ETH is not lent: .* too few decimals/),
  ]);
  const { loans } = runtime.exchange.reader.views;
  expect(loans.coins()).toHaveLength(2);
  expect(loans.pairs()).toHaveLength(1);
});

test('candles of a seed are counted in the decimals of the quote that an operator added', async () => {
  await start(seedsOf('USDT', 'BTC'), false);
  await addAsset(operator(), { code: 'USDC', scale: '9' });
  await runtime.close();

  const seeds = seedsOf('USDT', 'BTC', 'USDC');
  const symbol = 'BTCUSDC';
  const instruments = SEED_INSTRUMENTS.filter((seed) => seed.symbol === symbol);
  await start({ ...seeds, instruments }, false);
  const lastDay = (): CandleView => {
    const { views } = runtime.exchange.reader;
    const [day] = views.candles(views.instrumentBySymbol(symbol)!.id, '1d', { limit: 2 });
    return day!;
  };
  const made = lastDay();
  const { quoteFactor } = runtime.exchange.reader.views.instrumentBySymbol(symbol)!;
  const least = BigInt(made.low) * made.baseVolume * BigInt(quoteFactor);
  const most = BigInt(made.high) * made.baseVolume * BigInt(quoteFactor);
  expect(made.quoteVolume).toBeGreaterThanOrEqual(least);
  expect(made.quoteVolume).toBeLessThanOrEqual(most);
  await runtime.close();

  await start({ ...seeds, instruments }, false);
  expect(warnings).toEqual([]);
  expect(lastDay()).toEqual(made);
});
