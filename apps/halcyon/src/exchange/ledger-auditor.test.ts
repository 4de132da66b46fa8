/** A ledger that is off is noticed within a second of looking, and stays noticed. */
import { Core } from '@halcyon/core';
import { expect, test } from 'vitest';
import { CommandGenerator } from '../../../../packages/testkit/src/core/generator.ts';
import { LedgerAuditor } from './ledger-auditor.ts';

const PORTIONS = 25;

test('INV-01 what is off halts withdrawals, and is told once', () => {
  const core = new Core();
  const generator = new CommandGenerator(5);
  for (const command of generator.opening()) {
    core.apply(command);
    generator.learn(core.state.log.decode());
    core.state.log.reset();
  }
  const { ledger, assets } = core.state;
  const told: string[] = [];
  const watch = new LedgerAuditor({
    ...{ state: core.state, assets: () => assets },
    onFault: (message) => told.push(message),
  });
  const look = (): void => {
    for (let n = 0; n < PORTIONS; n++) watch.look();
  };
  look();
  expect([watch.halted, watch.health().state, told]).toEqual([false, 'ok', []]);
  ledger.words[0]! += 1;
  look();
  expect(watch.halted).toBe(true);
  const { code } = assets[ledger.index.numbers[0]!]!;
  expect(watch.health()).toEqual({
    state: 'degraded',
    detail: `the ledger of ${code} does not add up: withdrawals are halted`,
  });
  ledger.words[0]! -= 1;
  look();
  expect(watch.halted).toBe(true);
  expect(told).toEqual([expect.stringMatching(/^INV-01: .* is off by 1 units$/)]);
});
