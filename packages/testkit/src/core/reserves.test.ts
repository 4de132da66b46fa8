/** What is owed to owners, and by them, follows from the ledger at every command. */
import {
  type AssetLiabilities,
  Core,
  liabilitiesOf,
  NEWEST_RULES,
  restoreCore,
  type State,
  snapshotCore,
} from '@halcyon/core';
import { type Command, type Event, FIRST_USER_ID } from '@halcyon/domain';
import { describe, expect, test } from 'vitest';
import { FuturesGenerator } from './futures-generator.ts';
import { FuturesScenario } from './futures-scenario.ts';
import { CommandGenerator } from './generator.ts';
import { MarginGenerator } from './margin-generator.ts';
import { seedOf } from './test-seed.ts';

const COMMANDS = 6_000;
const LOOK_EVERY = 20;

interface Stream {
  opening(): Command[];
  next(): Command;
  learn(events: readonly Event[]): void;
}

/** Carries commands out and looks at what is owed now and then. */
function follow(generator: Stream, look: (core: Core) => void): Core {
  const core = new Core();
  const apply = (command: Command): void => {
    core.apply(command);
    generator.learn(core.state.log.decode());
    core.state.log.reset();
  };
  for (const command of generator.opening()) apply(command);
  for (let n = 0; n < COMMANDS; n++) {
    apply(generator.next());
    if (n % LOOK_EVERY === 0) look(core);
  }
  return core;
}

function sumOf(units: readonly bigint[]): bigint {
  return units.reduce((sum, each) => sum + each, 0n);
}

/** Units by which an asset does not add up. */
function offBy({ owners, own, lent, reserves }: AssetLiabilities): bigint {
  const net = sumOf(owners.map(([, { owed, owing }]) => owed - owing));
  return net + lent + sumOf(Object.values(own)) - reserves;
}

/** Units of fundings that were paid and not handed out. */
function fundingLeft({ markets }: State, asset: number): bigint {
  const settled = markets.filter(({ contract, instrument }) => {
    return contract !== null && instrument.quote === asset;
  });
  return sumOf(settled.map(({ contract }) => BigInt(contract!.fundingLeft)));
}

describe.each([
  ['spot', new CommandGenerator(seedOf())],
  ['contracts', new FuturesGenerator(seedOf())],
  ['loans', new MarginGenerator(seedOf())],
])('liabilities of %s', (name, generator) => {
  let owes = 0;
  let isOwed = 0;
  const core = follow(generator, ({ state }) => {
    for (const asset of liabilitiesOf(state)) {
      expect(asset.own.settlement).toBe(fundingLeft(state, asset.asset));
      expect(offBy(asset), `asset ${asset.asset} at ${state.seq}`).toBe(0n);
      for (const [owner, { owed, owing }] of asset.owners) {
        expect(owner).toBeGreaterThanOrEqual(FIRST_USER_ID);
        expect(state.users.rootOf(owner)).toBe(owner);
        expect(owed >= 0n && owing >= 0n && owed + owing > 0n).toBe(true);
        if (owing > 0n) owes += 1;
        if (owed > 0n) isOwed += 1;
      }
    }
  });

  test('INV-32 what is owed, owing and own is what came from outside', () => {
    expect(isOwed).toBeGreaterThan(COMMANDS / LOOK_EVERY);
    if (name === 'loans') expect(owes).toBeGreaterThan(100);
    else if (name === 'spot') expect(owes).toBe(0);
  });

  test('a core from a snapshot owes the same to the same', () => {
    expect(liabilitiesOf(restoreCore(snapshotCore(core)).state)).toEqual(liabilitiesOf(core.state));
  });
});

/** Owed to each owner in turn, in units of a ten-thousandth of a dollar. */
function owedIn(scenario: FuturesScenario): bigint[] {
  const { owners } = liabilitiesOf(scenario.core.state).at(-1)!;
  return owners.map(([, { owed }]) => owed);
}

/** What each owner is owed more after the lines of a table than before. */
function gains(scenario: FuturesScenario, table: string): bigint[] {
  const before = owedIn(scenario);
  const { expected, actual } = scenario.run(table);
  expect(actual).toEqual(expected);
  return owedIn(scenario).map((owed, n) => owed - (before[n] ?? 0n));
}

describe('what a futures account is owed', () => {
  const traded = `
    ann brings 200               -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    bob shorts 5 @ 100           -> ok, rests bob1 5
    ann longs 5 @ 100            -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
  `;

  test('is its wallet and the profit of its positions at the mark', () => {
    const scenario = new FuturesScenario();
    gains(scenario, traded);
    expect(gains(scenario, 'index 110 -> ok, mark 110')).toEqual([500_000n, -500_000n]);
    expect(gains(scenario, 'index 90 -> ok, mark 90')).toEqual([-1_000_000n, 1_000_000n]);
  });

  test('goes to the root of a sub-account', () => {
    const scenario = new FuturesScenario({}, {}, NEWEST_RULES);
    gains(
      scenario,
      traded
        .replace('ann brings', 'ann.bot brings')
        .replaceAll('ann1', 'ann.bot1')
        .replace('ann longs', 'ann.bot longs'),
    );
    expect(owedIn(scenario)).toHaveLength(2);
    expect(gains(scenario, 'index 110 -> ok, mark 110')).toEqual([500_000n, -500_000n]);
  });
});
