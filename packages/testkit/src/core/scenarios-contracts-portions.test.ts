/** What one command does at most: the rest is done by the next, from a snapshot between them too. */
import { Rules, restoreCore, snapshotCore, stateHash } from '@halcyon/core';
import {
  type Command,
  CommandKind,
  FUNDINGS_PER_COMMAND,
  LIQUIDATIONS_PER_COMMAND,
} from '@halcyon/domain';
import { expect, test } from 'vitest';
import { FuturesScenario } from './futures-scenario.ts';

/** Checks the invariants now and then: after each of two thousand lines it would take its time. */
class Crowd extends FuturesScenario {
  private lines = 0;

  protected override check(): void {
    this.lines += 1;
    if (this.lines % 100 === 0) super.check();
  }
}

/** Accounts that are long one lot each, against bob. */
function crowd(count: number, coins: string, rules?: number): FuturesScenario {
  const scenario = new Crowd({ openInterestMax: 10_000 }, { quantityMax: 10_000 }, rules);
  const lines = ['index 10', 'bob brings 100000', 'bob leverage 5', `bob shorts ${count} @ 10`];
  const longs = Array.from({ length: count }, (_, i) => [
    `ann${i}x brings ${coins}`,
    `ann${i}x longs 1 @ 10`,
  ]);
  const { actual } = scenario.run([...lines, ...longs.flat()].join('\n'));
  expect(actual).toHaveLength(lines.length + longs.length * 2);
  return scenario;
}

/** Positions of one lot: dan's is larger. */
function openAnns({ core }: FuturesScenario): number {
  const { positions } = core.state;
  let open = 0;
  for (let slot = 0; slot < positions.count; slot++) if (positions.lots(slot) === 1) open += 1;
  return open;
}

/** A tick in the core and in a copy of it. */
function tickBoth(scenario: FuturesScenario): void {
  const { core } = scenario;
  const copy = restoreCore(snapshotCore(core));
  const { seq, time } = core.state;
  const command: Command = { kind: CommandKind.tick, seq: seq + 1, time };
  copy.apply(command);
  core.apply(command);
  expect(copy.state.log.chain).toBe(core.state.log.chain);
  expect(stateHash(copy)).toBe(stateHash(core));
  core.state.log.reset();
}

test('liquidations', () => {
  const scenario = crowd(LIQUIDATIONS_PER_COMMAND + 1, '2');
  scenario.run('dan brings 100000\ndan leverage 5\ndan longs 300 @ 9');
  const { actual } = scenario.run('index 8 -> x');
  expect(actual[0]!.match(/liquidated/g)).toHaveLength(LIQUIDATIONS_PER_COMMAND);
  expect(openAnns(scenario)).toBe(1);
  expect(scenario.core.deadline).toBe(0);
  tickBoth(scenario);
  expect(openAnns(scenario)).toBe(0);
  expect(scenario.core.trading.contracts.risk.pending).toBe(false);
});

test('what waits for prices waits in a copy too, also with a plan to end its position', () => {
  const scenario = new FuturesScenario();
  const lines = ['fund gets 1000', 'ann brings 26', 'bob brings 1000', 'index 100'];
  lines.push(
    'bob shorts 5 @ 100',
    'ann longs 5 @ 100',
    'ann ends-in-loss sell all when mark at 50',
  );
  const { actual } = scenario.run([...lines, 'bob longs 5 @ 80', 'index 90 -> x'].join('\n'));
  expect(actual.at(-1)).toMatch(/liquidated ann 0 /);
  tickBoth(scenario);
});

test('fundings', () => {
  const scenario = crowd(FUNDINGS_PER_COMMAND + 1, '20');
  const { actual } = scenario.run('wait 3600000 -> x');
  // Bob, who was there first, is one of them.
  expect(actual[0]!.match(/funding ann/g)).toHaveLength(FUNDINGS_PER_COMMAND - 1);
  expect(scenario.core.deadline).toBe(0);
  tickBoth(scenario);
  expect(scenario.core.state.markets[1]!.contract!.sweep).toBeNull();
  expect(scenario.core.deadline).toBe(7_200_000);
});

test('plans wait for the liquidations that are left, also in a copy', () => {
  const scenario = crowd(LIQUIDATIONS_PER_COMMAND + 1, '2', Rules.fundLimits);
  scenario.run(
    'dan brings 100000\ndan leverage 5\ndan plans buy 1 when mark at 9\ndan longs 300 @ 9',
  );
  const { actual } = scenario.run('index 8 -> x');
  expect(actual[0]!.match(/liquidated/g)).toHaveLength(LIQUIDATIONS_PER_COMMAND);
  expect(actual[0]).not.toContain('plan');
  expect(scenario.core.unfinished).toBe(true);
  tickBoth(scenario);
  expect(scenario.core.unfinished).toBe(false);
  expect(scenario.core.state.plans.size).toBe(0);
});
