/** The ledger is added up in portions while commands go on, and what is off by one unit is found. */
import { Core, LedgerAudit } from '@halcyon/core';
import type { Command } from '@halcyon/domain';
import { describe, expect, test } from 'vitest';
import { SimRandom } from '../storage/sim-random.ts';
import { FuturesGenerator } from './futures-generator.ts';
import { CommandGenerator } from './generator.ts';
import { MarginGenerator } from './margin-generator.ts';
import { seedOf } from './test-seed.ts';

const COMMANDS = 4_000;
const PORTION_MAX = 7;

/** A core that carries commands out, one at a call. */
function trading(generator: CommandGenerator | FuturesGenerator | MarginGenerator) {
  const core = new Core();
  const apply = (command: Command): void => {
    core.apply(command);
    generator.learn(core.state.log.decode());
    core.state.log.reset();
  };
  for (const command of generator.opening()) apply(command);
  return { core, trade: () => apply(generator.next()) };
}

describe.each([
  ['spot', () => new CommandGenerator(seedOf())],
  ['contracts', () => new FuturesGenerator(seedOf())],
  ['loans', () => new MarginGenerator(seedOf())],
])('the ledger of %s', (_name, generator) => {
  test('INV-01 adds up in portions, whatever is traded between them', () => {
    const { core, trade } = trading(generator());
    const audit = new LedgerAudit(core.state.ledger);
    const random = new SimRandom(seedOf());
    let ended = 0;
    for (let n = 0; n < COMMANDS; n++) {
      trade();
      const off = audit.step(1 + random.below(PORTION_MAX));
      if (off === null) continue;
      expect([...off], `after ${n} commands`).toEqual([]);
      ended += 1;
    }
    expect(ended).toBeGreaterThan(20);
  });

  test('INV-01 a balance that is off is found by the next audit, wherever it stands', () => {
    const { core, trade } = trading(generator());
    const { ledger } = core.state;
    const audit = new LedgerAudit(ledger);
    const random = new SimRandom(seedOf());
    for (let n = 0; n < 300; n++) trade();
    for (let n = 0; n < 40; n++) {
      while (audit.step(PORTION_MAX) === null) trade();
      const slot = random.below(ledger.index.count);
      ledger.words[slot * 4]! += 3;
      let off: ReadonlyMap<number, bigint> | null = null;
      while (off === null) off = audit.step(PORTION_MAX);
      expect([...off.values()]).toEqual([3n]);
      ledger.words[slot * 4]! -= 3;
    }
  });
});
