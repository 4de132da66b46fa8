/** What the terms of loans promise: what a debt keeps, and how far a new loan is from the call. */
import { initialPpm, MARGIN_CALL_PPM, PPM } from '@halcyon/domain';
import { describe, expect, test } from 'vitest';
import { type LoanTierRow, SEED_LOANS, SEED_PAIR_LOANS } from './loans.ts';

/** Ratio of an account that owes all that one tier's leverage lets it, ppm. */
function ratioAtFirst([, leverage, maintenancePpm]: LoanTierRow, liquidationPpm: number): number {
  return ((maintenancePpm + liquidationPpm) * PPM) / initialPpm(leverage);
}

describe('terms of loans', () => {
  test.each(SEED_LOANS)('$asset: the first tier keeps a tenth, later ones more', ({ tiers }) => {
    const rates = tiers.map(([, , maintenancePpm]) => maintenancePpm);
    expect(rates[0]).toBe(100_000);
    expect(rates).toEqual([...new Set(rates)].sort((a, b) => a - b));
  });

  test.each([
    ...SEED_LOANS.map((loan) => [loan.asset, loan] as const),
    ...SEED_PAIR_LOANS.map((pair) => [pair.symbol, pair] as const),
  ])('%s: whoever borrows all he may is not near the call', (_name, { tiers, liquidationPpm }) => {
    for (const tier of tiers) {
      expect(ratioAtFirst(tier, liquidationPpm)).toBeLessThan(650_000);
    }
    expect(MARGIN_CALL_PPM).toBe(800_000);
  });

  test('a pair lent at ten times could not keep a tenth: its owner would be called at once', () => {
    const { liquidationPpm, tiers } = SEED_PAIR_LOANS.find(({ symbol }) => symbol === 'BTCUSDT')!;
    expect(tiers[0]![1]).toBe(10);
    const tenth = ratioAtFirst([tiers[0]![0], 10, 100_000], liquidationPpm);
    expect(tenth).toBeGreaterThan(MARGIN_CALL_PPM);
  });
});
