/**
 * INV-21 for contracts: positions, liquidations and fundings of a paper trader, against the
 * counterfactual. HALCYON_PAPER_CONTRACT_ORDERS sets how many orders are compared, HALCYON_TEST_SEED
 * repeats a run.
 */
import { GhostStep } from '@halcyon/domain';
import { describe, expect, test } from 'vitest';
import { seedOf } from '../core/test-seed.ts';
import { type InjectedFault, Truth } from './truth.ts';
import { everySo } from './truth-faults.ts';
import { FuturesTruth } from './truth-futures.ts';
import { LONG_RUN, type TruthReport } from './truth-trial.ts';

const ORDERS = Number(process.env['HALCYON_PAPER_CONTRACT_ORDERS'] ?? 600);
/** Then another flow begins, among users that have all their money. */
const ORDERS_PER_FLOW = 750;
const FAULT_ORDERS = 1_500;
/** Of a run that meets each fault early: that the fund pays for the trader is rare. */
const FAULT_SEED = 79;
/** At full depth it takes an hour where nothing else runs. */
const LONG_MS = 14_400_000;

function flow(seed: number, fault: InjectedFault | null): TruthReport {
  const truth = new Truth(new FuturesTruth(seed), fault);
  const { report } = truth;
  try {
    for (let n = 0; report.orders < ORDERS_PER_FLOW; n++) truth.trial(10 + (n % 40));
  } catch (error) {
    throw new Error(`seed ${seed}, order ${report.orders}`, { cause: error });
  }
  return report;
}

/** All flows together. */
function run(seed: number, orders: number, fault: InjectedFault | null = null): TruthReport {
  const total = flow(seed, fault);
  for (let i = 1; total.orders < orders; i++) {
    const { ends, ...counts } = flow(seed + i, fault);
    for (const [key, count] of Object.entries(counts)) total[key as keyof typeof counts] += count;
    for (const [end, count] of Object.entries(ends)) total.ends[end as keyof typeof ends] += count;
  }
  return total;
}

const FAULTS: Readonly<Record<string, InjectedFault>> = {
  'a mark that is one tick off': everySo(3, GhostStep.marks, (steps, i) => {
    steps[i + 3]! += 1;
  }),
  'an index that is told as old': everySo(3, GhostStep.marks, (steps, i) => {
    steps[i + 6] = 2;
  }),
  'a funding with the sign of its rate lost': everySo(1, GhostStep.funding, (steps, i) => {
    steps[i + 3]! ^= 1;
  }),
  'reduce-only orders that are not cut': everySo(1, GhostStep.cut, (steps, i) => {
    steps[i + 3] = steps[i + 2]!;
  }),
  'a protection fund that is empty': everySo(1, GhostStep.fund, (steps, i) => {
    steps[i + 2] = 0;
  }),
  'a command that is lost': (inputs, turn) => (turn % 20 === 0 ? [] : inputs),
};

describe('INV-21 a paper position and the same position live', () => {
  const seed = seedOf();
  test(
    `${ORDERS} orders: every answer, fill, position, funding and liquidation equal (seed ${seed})`,
    () => {
      const report = run(seed, ORDERS);
      const { orders, placed, accepted, takerFills, makerFills, liquidations, ends } = report;
      console.log(`truth: seed ${seed}`, JSON.stringify(report));
      // Far below what any seed gives: they only say that a run was about something.
      expect(accepted).toBeGreaterThan(orders);
      expect(placed).toBeGreaterThan(orders * 0.1);
      expect(takerFills).toBeGreaterThan(orders * 0.04);
      expect(makerFills).toBeGreaterThan(0);
      expect(liquidations).toBeGreaterThan(orders * 0.002);
      expect(ends.footprint).toBeGreaterThan(0);
      expect(ends.window).toBeGreaterThan(orders * 0.1);
      if (ORDERS < LONG_RUN.asked) return;
      expect(placed).toBeGreaterThanOrEqual(LONG_RUN.placed);
      expect(liquidations).toBeGreaterThanOrEqual(LONG_RUN.liquidations);
    },
    LONG_MS,
  );

  // Refused orders whose figure counts an order that live has cut, or ended, and paper has whole; a liquidation
  // that met such an order (99); one for which the fund pays no more in this hour live (421655987); a margin call
  // after others' orders that the order set off (421655877).
  const found = [
    ...[357_312_309, 7_926_919, 7_974_433, 8_045_704, 8_085_299, 421_655_904],
    ...[99, 421_655_987, 421_655_877],
  ];
  test.each(found)('seeds that once found a difference: %i', (seed) => void flow(seed, null));

  test.each(Object.entries(FAULTS))('is not the same with %s', (_name, fault) => {
    expect(() => run(FAULT_SEED, FAULT_ORDERS, fault)).toThrow(/seed \d+/);
  });
});
