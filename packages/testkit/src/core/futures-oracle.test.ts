/**
 * The core's contracts against the slow futures exchange. A difference prints seed and command: run again
 * with HALCYON_TEST_SEED=<seed> to see the same one.
 */
import { EventKind } from '@halcyon/domain';
import { describe, test } from 'vitest';
import { ALL_FUTURES, FuturesGenerator, type FuturesStyle } from './futures-generator.ts';
import { FuturesLockstep } from './futures-lockstep.ts';
import { expectMet } from './met.ts';
import { seedOf } from './test-seed.ts';

const COUNT = Number(process.env['HALCYON_FUTURES_ORACLE_COMMANDS'] ?? 3_000);
const CHECK_EVERY = 100;
const MINUTES_10 = 600_000;

/** @param fund units in the protection fund */
function run(seed: number, style: FuturesStyle, fund?: bigint): FuturesLockstep {
  console.log(`futures oracle: seed ${seed}`);
  const generator = new FuturesGenerator(seed, style);
  const both = new FuturesLockstep();
  let done = 0;
  try {
    for (const command of generator.opening(fund)) both.step(command);
    for (; done < COUNT; done++) {
      generator.learn(both.step(generator.next()));
      if (done % CHECK_EVERY === 0) both.check();
    }
  } catch (error) {
    throw new Error(`seed ${seed}, command ${done} of ${COUNT}`, { cause: error });
  }
  return both;
}

const PLAIN: FuturesStyle = { plans: false, settings: false, orders: false };

describe('contracts of the core and of the slow exchange', () => {
  test('A1 A3 INV-04 INV-09 INV-10 INV-11 INV-12 limit orders and prices: liquidated if and only if', {
    timeout: MINUTES_10,
  }, () => {
    const both = run(seedOf(), PLAIN);
    expectEvents('limit orders', both, [
      ...[EventKind.liquidation, EventKind.fundingSet, EventKind.marginCall],
    ]);
  });

  test('INV-11 INV-12 with an empty protection fund', { timeout: MINUTES_10 }, () => {
    const both = run(seedOf() + 1, PLAIN, 1n);
    expectEvents('limit orders without a fund', both, [
      EventKind.liquidation,
      EventKind.marginCall,
    ]);
  });

  test('A1 A3 INV-04 INV-09 INV-10 INV-11 INV-12 everything: modes, settings, plans', {
    timeout: MINUTES_10,
  }, () => {
    const { planOpened, planAmended, planEnded, contractAccountSet } = EventKind;
    const { liquidation, marginCall } = EventKind;
    const both = run(seedOf() + 2, ALL_FUTURES);
    const kinds = [planOpened, planAmended, planEnded, contractAccountSet, liquidation, marginCall];
    expectEvents('everything', both, kinds);
  });

  test('INV-11 INV-12 everything, with an empty protection fund', { timeout: MINUTES_10 }, () => {
    const both = run(seedOf() + 3, ALL_FUTURES, 1n);
    expectEvents('everything without a fund', both, [EventKind.liquidation, EventKind.marginCall]);
  });
});

/** Runs were not tame. */
function expectEvents(runs: string, { seen }: FuturesLockstep, kinds: readonly EventKind[]): void {
  const wanted = kinds.map((kind) => `event ${kind}`);
  expectMet(runs, wanted, (thing) => (seen.get(thing) ?? 0) > 0);
}
