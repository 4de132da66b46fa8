/** INV-19: deposits over the chain come once, and not before their confirmations. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Core, NEWEST_RULES, restoreCore, snapshotCore } from '@halcyon/core';
import {
  accountOf,
  type Command,
  type CommandInput,
  CommandKind,
  type Outcome,
  Reject,
  SystemAccount,
  UserMode,
} from '@halcyon/domain';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { ArrivalFile } from './arrival-file.ts';
import { type DepositParts, DepositRunner } from './deposits.ts';
import { HalcyonChain } from './halcyon-chain.ts';

const ANN = accountOf(16, 0);
const BLOCK_MS = 2_000;
const GIFT = { account: ANN, from: SystemAccount.faucet, asset: 0, amount: 100n, reference: 'one' };

let core: Core;
let chain: HalcyonChain;
let now: number;
let problems: string[];
let file: string;

/** The chain as a process finds it. */
function newChain(): HalcyonChain {
  return new HalcyonChain('one exchange', () => now, new ArrivalFile(file));
}

function apply(input: CommandInput): Outcome {
  const { state } = core;
  const outcome = { ...core.apply({ ...input, seq: state.seq + 1, time: 1_000 } as Command) };
  state.log.reset();
  return outcome;
}

function money(): number {
  const { ledger } = core.state;
  ledger.assertConserved();
  return Number(ledger.available(ledger.slot(ANN, 0)));
}

/** A process that ends at its `dies`th call of anything outside of itself; the chain goes on. */
function process(dies = Number.POSITIVE_INFINITY): DepositRunner {
  core = restoreCore(snapshotCore(core));
  let calls = 0;
  const outside = <T>(act: () => T): T => {
    calls += 1;
    if (calls > dies) throw new Error('killed');
    const done = act();
    // It was done and nobody heard of it.
    if (calls === dies) throw new Error('killed');
    return done;
  };
  const real = chain;
  const parts: DepositParts = {
    chain: {
      terms: real.terms,
      arrivals: async () => outside(() => real.arrivals()),
      booked: async (transaction) => outside(() => real.booked(transaction)),
      send: async (gift) => outside(() => real.send(gift)),
    },
    commands: { submit: async (command) => outside(() => apply(command)) },
    onProblem: (message) => problems.push(message),
  };
  return new DepositRunner(parts);
}

const setMode = (mode: UserMode) => {
  const by = { actor: 'ada', reason: 'test' };
  expect(apply({ kind: CommandKind.setUserMode, user: 16, mode, ...by }).code).toBe(0);
};

const states = (runner: DepositRunner): number[] =>
  runner.arriving().map(({ confirmations }) => confirmations);

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'halcyon-chain-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  file = join(folder, 'chain.json');
  core = new Core();
  now = 1_000_000;
  problems = [];
  chain = newChain();
  apply({ kind: CommandKind.setRules, version: NEWEST_RULES });
  apply({ kind: CommandKind.listAsset, code: 'USD', name: 'Dollar', scale: 2 });
  apply({ kind: CommandKind.openUser, simulated: false });
});

test('a deposit is seen at once, counts its blocks, and is credited with the last of them', async () => {
  const runner = process();
  await runner.send(GIFT);
  expect(states(runner)).toEqual([0]);
  now += BLOCK_MS - 1;
  await runner.round();
  expect([states(runner), money()]).toEqual([[0], 0]);
  now += 1;
  await runner.round();
  expect([states(runner), money()]).toEqual([[1], 0]);
  now += BLOCK_MS;
  await runner.round();
  expect([states(runner), money()]).toEqual([[], 100]);
  expect(problems).toEqual([]);
});

test('the same reference is the same transaction, another one is another', async () => {
  const runner = process();
  const first = await runner.send(GIFT);
  expect(await runner.send(GIFT)).toBe(first);
  expect(await runner.send({ ...GIFT, reference: 'two' })).not.toBe(first);
  now += 2 * BLOCK_MS;
  await runner.round();
  expect(money()).toBe(200);
});

test('INV-19 money comes once, whichever of its steps a process dies in', async () => {
  for (let dies = 1; dies <= 6; dies++) {
    const reference = `dies ${dies}`;
    await chain.send({ ...GIFT, reference });
    now += 2 * BLOCK_MS;
    const before = money();
    const killed = process(dies);
    await killed.round();
    await killed.round();
    expect([before, before + 100]).toContain(money());
    const next = process();
    await next.round();
    await next.round();
    expect(money(), reference).toBe(before + 100);
    expect(states(next)).toEqual([]);
  }
});

test('a clock that is set back confirms nothing', async () => {
  const runner = process();
  await runner.send(GIFT);
  now -= 100 * BLOCK_MS;
  await runner.round();
  expect([states(runner), money()]).toEqual([[0], 0]);
});

test('a deposit that is refused waits, is told of once, and lets others come', async () => {
  const runner = process();
  await runner.send({ ...GIFT, account: accountOf(99, 0), reference: 'nobody' });
  await runner.send(GIFT);
  now += 2 * BLOCK_MS;
  await runner.round();
  await runner.round();
  expect([states(runner), money()]).toEqual([[2], 100]);
  expect(problems).toEqual([expect.stringMatching(/^deposit [0-9a-f]{64} waits: .*refused/)]);
});

test('a refused deposit is asked for once, and again at an operator’s word', async () => {
  const runner = process();
  await runner.send(GIFT);
  setMode(UserMode.depositsFrozen);
  now += 2 * BLOCK_MS;
  for (let round = 0; round < 3; round++) await runner.round();
  const { seq } = core.state;
  await runner.round();
  expect([core.state.seq, money()]).toEqual([seq, 0]);
  expect(await runner.list()).toMatchObject([{ ...GIFT, refused: Reject.takesNoDeposits }]);
  await runner.retry();
  expect([core.state.seq, money()]).toEqual([seq + 1, 0]);
  setMode(UserMode.open);
  await runner.retry();
  expect([states(runner), money()]).toEqual([[], 100]);
  expect(await runner.list()).toEqual([]);
});

test('what comes to a closed account is nobody’s, and is taken in for a payout alone', async () => {
  const runner = process();
  const transaction = await runner.send(GIFT);
  const by = { actor: 'ada', reason: 'came too late' };
  await expect(runner.takeIn(transaction, by)).rejects.toThrow('0 of 2 confirmations');
  now += 2 * BLOCK_MS;
  await expect(runner.takeIn('x', by)).rejects.toThrow('no deposit of this transaction');
  await expect(runner.takeIn(transaction, by)).rejects.toThrow('is open');
  setMode(UserMode.closed);
  await runner.round();
  expect([states(runner), money()]).toEqual([[2], 0]);
  expect(await runner.takeIn(transaction, by)).toMatchObject(GIFT);
  expect([states(runner), money()]).toEqual([[], 100]);
  await expect(runner.takeIn(transaction, by)).rejects.toThrow('no deposit of this transaction');
});

test('INV-19 a deposit that is taken in comes once, whichever of its steps a process dies in', async () => {
  setMode(UserMode.closed);
  const by = { actor: 'ada', reason: 'came too late' };
  for (let dies = 1; dies <= 4; dies++) {
    const transaction = await chain.send({ ...GIFT, reference: `dies ${dies}` });
    now += 2 * BLOCK_MS;
    const before = money();
    await process(dies)
      .takeIn(transaction, by)
      .catch(() => null);
    const next = process();
    await next.round();
    if ((await next.list()).length > 0) await next.takeIn(transaction, by);
    expect(money(), `dies ${dies}`).toBe(before + 100);
    expect(await next.list()).toEqual([]);
  }
});

test('what is on its way is shown from the start on, not a round later', async () => {
  await process().send(GIFT);
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const runner = process();
  expect(states(runner)).toEqual([]);
  runner.start();
  await vi.advanceTimersByTimeAsync(0);
  expect(states(runner)).toEqual([0]);
  await runner.stop();
});

test('what is on its way outlives its process; what was credited is not kept', async () => {
  await process().send(GIFT);
  chain = newChain();
  now += BLOCK_MS * chain.terms.confirmationsNeeded;
  const runner = process();
  await runner.round();
  expect([money(), problems]).toEqual([100, []]);
  expect(await newChain().arrivals()).toEqual([]);
});

test('a process that dies between the deposit and its file credits nothing twice', async () => {
  await process().send(GIFT);
  now += BLOCK_MS * chain.terms.confirmationsNeeded;
  // It looks, it credits, and is not heard of.
  await process(2).round();
  chain = newChain();
  const runner = process();
  await runner.round();
  expect(money()).toBe(100);
  expect(await newChain().arrivals()).toEqual([]);
});

test('a file that cannot be read is refused by name', () => {
  writeFileSync(file, '{');
  expect(newChain).toThrow(
    /chain\.json cannot be read, put it back from a backup, or move it away/,
  );
});
