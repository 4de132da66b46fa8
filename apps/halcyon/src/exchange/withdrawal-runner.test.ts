/** INV-18: a withdrawal over the chain, with the process killed before, in and after every step. */
import { Rules } from '@halcyon/core';
import { CommandKind, WithdrawalStatus } from '@halcyon/domain';
import { expect, test } from 'vitest';
import type { TransactionState } from './chain.ts';
import { HalcyonChain } from './halcyon-chain.ts';
import { ANN, ChainFixture, DOLLARS } from './testing/chain-fixture.ts';
import type { WithdrawalRunner } from './withdrawal-runner.ts';

const NO_ARRIVALS = { load: () => [], save: () => undefined };

/** A process on the exchange's own chain. */
function processOf(world: ChainFixture, dies?: number): WithdrawalRunner {
  return world.process(new HalcyonChain('one exchange', () => world.now, NO_ARRIVALS), dies);
}

/** Rounds of one process, some seconds apart. */
async function rounds(world: ChainFixture, runner: WithdrawalRunner, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    await runner.round();
    world.now += 2_500;
  }
}

test('INV-18 money leaves once, whichever of its steps a process dies in', async () => {
  for (let dies = 1; dies <= 8; dies++) {
    const world = new ChainFixture();
    world.ask();
    await rounds(world, processOf(world, dies), 5);
    const { ann } = world.money();
    expect([DOLLARS, DOLLARS - 101]).toContain(ann);
    await rounds(world, processOf(world), 5);
    expect(world.money()).toEqual({ ann: DOLLARS - 101, fees: 1 });
    expect([...world.given.values()]).toEqual([100]);
    expect(world.open()).toEqual([]);
  }
});

test('nothing is given to the chain before its transaction is in the journal', async () => {
  const world = new ChainFixture();
  world.ask();
  await rounds(world, processOf(world), 1);
  expect(world.open()).toMatchObject([{ status: WithdrawalStatus.sent }]);
  expect(world.given.size).toBe(0);
});

test('the blocks of what is on its way are known until it is done, and a round longer', async () => {
  const world = new ChainFixture();
  world.ask();
  const runner = processOf(world);
  await rounds(world, runner, 1);
  const [sent] = world.open();
  const counts: number[] = [];
  for (let i = 0; i < 4; i++) {
    counts.push(runner.confirmations(sent?.transaction ?? ''));
    await rounds(world, runner, 1);
  }
  expect(counts).toEqual([0, 0, 1, 2]);
  expect(world.open()).toEqual([]);
  expect(runner.confirmations(sent?.transaction ?? '')).toBe(0);
});

test('what is cancelled, or may not leave, never reaches the chain', async () => {
  const world = new ChainFixture();
  const withdrawal = world.ask();
  world.mayLeave = false;
  await rounds(world, processOf(world), 3);
  expect(world.open()).toMatchObject([{ status: WithdrawalStatus.approved }]);
  world.mayLeave = true;
  const runner = processOf(world);
  world.apply({ kind: CommandKind.cancelWithdrawal, account: ANN, withdrawal });
  await rounds(world, runner, 5);
  expect([world.given.size, world.money()]).toEqual([0, { ann: DOLLARS, fees: 0 }]);
  expect(world.problems).toEqual([]);
});

test('a chain that does not answer is asked again, and others go on', async () => {
  const world = new ChainFixture();
  world.ask();
  world.ask();
  await rounds(world, processOf(world, 1), 3);
  // Once each, not once a round.
  expect(world.problems).toHaveLength(2);
  await rounds(world, processOf(world), 6);
  expect(world.given.size).toBe(2);
  expect(world.money()).toEqual({ ann: DOLLARS - 202, fees: 2 });
});

/** A process that is told one thing after the other about its withdrawal, the last one for ever. */
function toldOf(world: ChainFixture, told: TransactionState[], dies?: number): WithdrawalRunner {
  const own = new HalcyonChain('one exchange', () => world.now, NO_ARRIVALS);
  const chain = {
    terms: own.terms,
    prepare: async () => 'a',
    broadcast: async () => undefined,
    stateOf: async () => (told.length > 1 ? told.shift()! : told[0]!),
  };
  return world.process(chain, dies);
}

const FAILED = { is: 'failed', reason: 'out of gas' } as const;

test('INV-18 what the chain fails comes back once with its fee, whichever step a process dies in', async () => {
  for (let dies = 1; dies <= 6; dies++) {
    const world = new ChainFixture();
    const id = world.ask();
    await rounds(world, toldOf(world, [{ is: 'pending' }, FAILED], dies), 5);
    await rounds(world, toldOf(world, [FAILED]), 5);
    expect([world.open(), world.money()]).toEqual([[], { ann: DOLLARS, fees: 0 }]);
    expect(available(world)).toBe(DOLLARS);
    expect(new Set(world.problems)).toEqual(new Set([`withdrawal ${id} waits: Error: killed`]));
    // Who dies in the last step tells nobody.
    expect(world.failed.length).toBe(dies === 6 ? 0 : 1);
    for (const one of world.failed) {
      expect(one).toMatch(/failed on the chain.*available again: out of gas$/);
    }
  }
});

function available({ core }: ChainFixture): number {
  const { ledger } = core.state;
  return Number(ledger.available(ledger.slot(ANN, 0)));
}

test('nobody is told that money is back where the journal did not take it', async () => {
  const world = new ChainFixture();
  world.ask();
  await rounds(world, toldOf(world, [{ is: 'pending' }]), 2);
  world.core.state.rules = Rules.marginTransfers;
  await rounds(world, toldOf(world, [FAILED]), 2);
  expect(world.open()).toMatchObject([{ status: WithdrawalStatus.sent }]);
  expect([world.problems, world.failed]).toEqual([[], []]);
});

test('a reason is as long as a command takes, and there always is one', async () => {
  for (const reason of ['x'.repeat(5_000), ' ']) {
    const world = new ChainFixture();
    world.ask();
    await rounds(world, toldOf(world, [{ is: 'failed', reason }]), 3);
    expect([world.open(), available(world)]).toEqual([[], DOLLARS]);
  }
});

test('what takes the place of a transaction is in the journal before the chain gets it', async () => {
  const world = new ChainFixture();
  world.ask();
  const replaced = { is: 'replaced', transaction: 'b' } as const;
  const runner = toldOf(world, [{ is: 'pending' }, replaced, { is: 'pending' }]);
  await rounds(world, runner, 3);
  expect(world.open()).toMatchObject([{ status: WithdrawalStatus.sent, transaction: 'b' }]);
  expect([...world.given.keys()]).toEqual(['a']);
  await rounds(world, runner, 1);
  expect([...world.given.keys()]).toEqual(['a', 'b']);
  await rounds(world, toldOf(world, [{ is: 'mined', confirmations: 2 }]), 1);
  expect([world.open(), world.problems]).toEqual([[], []]);
  expect(world.money()).toEqual({ ann: DOLLARS - 101, fees: 1 });
});

test('blocks that are taken back count no longer, and what was dropped is given once more', async () => {
  const world = new ChainFixture();
  world.ask();
  const mined = { is: 'mined', confirmations: 1 } as const;
  const runner = toldOf(world, [mined, { is: 'pending' }, mined, { is: 'pending' }]);
  const counts: number[] = [];
  for (let i = 0; i < 5; i++) {
    await rounds(world, runner, 1);
    counts.push(runner.confirmations('a'));
    if (i === 1) expect(world.given.size).toBe(0);
    if (i === 2) expect(world.given.size).toBe(1);
  }
  expect(counts).toEqual([0, 1, 0, 1, 0]);
  expect(world.open()).toMatchObject([{ status: WithdrawalStatus.sent, transaction: 'a' }]);
});
