/** Participants of contracts on a core in this process, faster than time. */
import { Side, SystemAccount } from '@halcyon/domain';
import { expect, test } from 'vitest';
import { runVirtually } from '../../../apps/halcyon/src/market/virtual-run.ts';
import {
  formatReport,
  fundingsOfBasis,
  judge,
  measureFunding,
  measureTrades,
  SEED_CONTRACTS,
  seedContract,
} from '../src/index.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** All contracts have a funding at eight. */
const START_MS = Date.UTC(2026, 10, 18, 6);

test('positions, fundings and liquidations come about, and the fund gains by them', () => {
  const rates = new Map<string, number>();
  let liquidations = 0;
  const { exchange, trades } = runVirtually({
    rate: 'default',
    seed: 'contracts',
    startMs: START_MS,
    lengthMs: 2.2 * HOUR_MS,
    instruments: [],
    contracts: SEED_CONTRACTS,
    tickMs: 500,
    warmUpMs: 0,
    recordBooks: false,
    onFunding: (symbol, { rate }) => rates.set(symbol, rate),
    onLiquidation: () => {
      liquidations += 1;
    },
  });
  const { state } = exchange.core;
  for (const [id, { symbol, terms }] of SEED_CONTRACTS.entries()) {
    const { contract, book } = state.markets[id]!;
    const { index, mark, openInterest, impact } = contract!;
    // Their books count for the mark.
    for (const side of [Side.buy, Side.sell]) {
      expect(book.impactPrice(side, impact), symbol).toBeGreaterThan(0);
    }
    expect(trades.get(symbol)!.length, symbol).toBeGreaterThan(500);
    expect(openInterest, symbol).toBeGreaterThan(0);
    expect(Math.abs(mark / index - 1), symbol).toBeLessThan(0.005);
    expect(Math.abs(rates.get(symbol)!), symbol).toBeLessThan(terms.fundingCap / 2);
  }
  expect(liquidations).toBeGreaterThan(2);
  const fund = state.ledger.available(state.ledger.slot(SystemAccount.insurance, 0));
  expect(fund).toBeGreaterThan(10_000_000n * 10n ** 8n);
  const refused = [...exchange.refused.values()].reduce((sum, count) => sum + count, 0);
  expect(refused / exchange.commands).toBeLessThan(0.02);
  expect(exchange.commands / (2.2 * 3_600)).toBeLessThan(50);
  state.ledger.assertConserved();
});

test.each(['BTCUSDT', 'ETHUSDT'])('fundings of a year of %s are in their bands', (symbol) => {
  const contract = seedContract(symbol);
  for (const seed of ['halcyon', 'other']) {
    const rates = fundingsOfBasis(contract, seed, 365);
    const results = judge(measureFunding(rates, contract.terms.interestRate));
    console.log(formatReport(`${symbol}, a year of fundings`, results));
    expect(results.filter(({ verdict }) => verdict !== 'in')).toEqual([]);
  }
});

test('participants of BTCUSDT fall in every trade and book band over 15 minutes', () => {
  const contracts = [seedContract('BTCUSDT')];
  const { trades, books } = runVirtually({
    rate: 'real',
    seed: 'halcyon',
    startMs: Date.UTC(2026, 10, 18, 14),
    lengthMs: 16 * MINUTE_MS,
    instruments: [],
    contracts,
    tickMs: 0,
    warmUpMs: MINUTE_MS,
    recordBooks: true,
  });
  const book = books.get('BTCUSDT')!;
  expect(book.crossed).toBe(0);
  const results = [...judge(measureTrades(trades.get('BTCUSDT')!)), ...judge(book.measure())];
  console.log(formatReport('BTCUSDT perpetual, 15 minutes at the real rate', results));
  expect(results.filter(({ verdict }) => verdict !== 'in')).toEqual([]);
});
