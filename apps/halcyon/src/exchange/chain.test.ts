/** INV-18: a withdrawal over the chain, with the process killed before, in and after every step. */
import { Core, NEWEST_RULES, restoreCore, snapshotCore } from '@halcyon/core';
import {
  accountOf,
  type Command,
  type CommandInput,
  CommandKind,
  type Outcome,
  SystemAccount,
  type Withdrawal,
  WithdrawalStatus,
} from '@halcyon/domain';
import { expect, test } from 'vitest';
import { HalcyonChain, type WayOut, WithdrawalRunner } from './chain.ts';

const NO_ARRIVALS = { load: () => [], save: () => undefined };
const ANN = accountOf(16, 0);
const DOLLARS = 1_000;

/** The journal outlives processes, and the chain outlives the exchange. */
class World {
  core = new Core();
  now = 1_000_000;
  /** What the chain got, by transaction. */
  readonly chain = new Map<string, number>();
  readonly problems: string[] = [];
  mayLeave = true;

  constructor() {
    this.apply({ kind: CommandKind.setRules, version: NEWEST_RULES });
    this.apply({ kind: CommandKind.listAsset, code: 'USD', name: 'Dollar', scale: 2 });
    this.apply({ kind: CommandKind.openUser, simulated: false });
    const by = { actor: 'test', reason: 'test', reference: 'first' };
    const given = { account: ANN, from: 0, asset: 0, amount: BigInt(DOLLARS) };
    this.apply({ kind: CommandKind.deposit, ...given, ...by });
  }

  apply(input: CommandInput): Outcome {
    const { state } = this.core;
    const stamped = { ...input, seq: state.seq + 1, time: Math.max(state.time, this.now) };
    const outcome = { ...this.core.apply(stamped as Command) };
    state.log.reset();
    return outcome;
  }

  ask(): number {
    return this.apply({
      ...{ kind: CommandKind.requestWithdrawal, account: ANN, to: SystemAccount.external },
      ...{ asset: 0, amount: 100n, fee: 1n, address: 'hal1', clientId: '', approvals: 0 },
      ...{ notBefore: 0, dayMax: 0n },
    }).id;
  }

  open(): Withdrawal[] {
    return [...this.core.state.withdrawals.open.values()];
  }

  money() {
    const { ledger } = this.core.state;
    const of = (account: number) => {
      const slot = ledger.slot(account, 0);
      return Number(ledger.available(slot)) + Number(ledger.held(slot));
    };
    ledger.assertConserved();
    return { ann: of(ANN), fees: of(SystemAccount.fees) };
  }

  /** A process that ends at its `dies`th call of anything outside of itself. */
  process(dies = Number.POSITIVE_INFINITY): WithdrawalRunner {
    this.core = restoreCore(snapshotCore(this.core));
    const real = new HalcyonChain('one exchange', () => this.now, NO_ARRIVALS);
    let calls = 0;
    const outside = <T>(act: () => T): T => {
      calls += 1;
      // Half of the deaths are after the act: it was done and nobody heard of it.
      if (calls > dies) throw new Error('killed');
      const done = act();
      if (calls === dies) throw new Error('killed');
      return done;
    };
    const chain: WayOut = {
      confirmationsNeeded: real.confirmationsNeeded,
      prepare: (one) => outside(() => real.prepare(one)),
      broadcast: (one) =>
        outside(() => {
          this.chain.set(one.transaction, one.amount);
          return real.broadcast(one);
        }),
      confirmations: (one) => outside(() => real.confirmations(one)),
    };
    return new WithdrawalRunner({
      chain,
      commands: {
        submit: async (command: CommandInput) => outside(() => this.apply(command)),
      } as never,
      withdrawals: () => this.open(),
      mayLeave: async () => this.mayLeave,
      onProblem: (message) => this.problems.push(message),
    });
  }

  /** Rounds of one process, some seconds apart. */
  async rounds(runner: WithdrawalRunner, count: number): Promise<void> {
    for (let i = 0; i < count; i++) {
      await runner.round();
      this.now += 2_500;
    }
  }
}

test('INV-18 money leaves once, whichever of its steps a process dies in', async () => {
  for (let dies = 1; dies <= 8; dies++) {
    const world = new World();
    world.ask();
    await world.rounds(world.process(dies), 5);
    const { ann } = world.money();
    expect([DOLLARS, DOLLARS - 101]).toContain(ann);
    await world.rounds(world.process(), 5);
    expect(world.money()).toEqual({ ann: DOLLARS - 101, fees: 1 });
    expect([...world.chain.values()]).toEqual([100]);
    expect(world.open()).toEqual([]);
  }
});

test('nothing is given to the chain before its transaction is in the journal', async () => {
  const world = new World();
  world.ask();
  await world.rounds(world.process(), 1);
  expect(world.open()).toMatchObject([{ status: WithdrawalStatus.sent }]);
  expect(world.chain.size).toBe(0);
});

test('the blocks of what is on its way are known until it is done, and a round longer', async () => {
  const world = new World();
  world.ask();
  const runner = world.process();
  await world.rounds(runner, 1);
  const [sent] = world.open();
  const counts: number[] = [];
  for (let i = 0; i < 4; i++) {
    counts.push(runner.confirmations(sent?.transaction ?? ''));
    await world.rounds(runner, 1);
  }
  expect(counts).toEqual([0, 0, 1, 2]);
  expect(world.open()).toEqual([]);
  expect(runner.confirmations(sent?.transaction ?? '')).toBe(0);
});

test('what is cancelled, or may not leave, never reaches the chain', async () => {
  const world = new World();
  const withdrawal = world.ask();
  world.mayLeave = false;
  await world.rounds(world.process(), 3);
  expect(world.open()).toMatchObject([{ status: WithdrawalStatus.approved }]);
  world.mayLeave = true;
  const runner = world.process();
  world.apply({ kind: CommandKind.cancelWithdrawal, account: ANN, withdrawal });
  await world.rounds(runner, 5);
  expect([world.chain.size, world.money()]).toEqual([0, { ann: DOLLARS, fees: 0 }]);
  expect(world.problems).toEqual([]);
});

test('a chain that does not answer is asked again, and others go on', async () => {
  const world = new World();
  world.ask();
  world.ask();
  await world.rounds(world.process(1), 3);
  // Once each, not once a round.
  expect(world.problems).toHaveLength(2);
  await world.rounds(world.process(), 6);
  expect(world.chain.size).toBe(2);
  expect(world.money()).toEqual({ ann: DOLLARS - 202, fees: 2 });
});
