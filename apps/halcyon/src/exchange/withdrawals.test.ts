/** What operators do about withdrawals: who may approve, when not, and what a refusal gives back. */
import { Core, NEWEST_RULES } from '@halcyon/core';
import {
  accountOf,
  type Command,
  type CommandInput,
  CommandKind,
  SystemAccount,
  wireId,
  wireUserId,
} from '@halcyon/domain';
import type { UserRecord } from '@halcyon/records';
import { addOperators } from '@halcyon/testkit';
import { beforeEach, expect, test } from 'vitest';
import { approveWithdrawal, listWithdrawals, refuseWithdrawal } from './withdrawals.ts';

const ANN = accountOf(16, 0);
const HOUR = 60 * 60 * 1000;

let core: Core;
let ann: Pick<UserRecord, 'status' | 'securedAt'>;
let context: Parameters<typeof listWithdrawals>[0];

function apply(input: CommandInput) {
  const { state } = core;
  const outcome = { ...core.apply({ ...input, seq: state.seq + 1, time: 1_000 } as Command) };
  state.log.reset();
  return outcome;
}

/** A withdrawal to the outside of 100.00 with a fee of 0.03. */
function ask(approvals: number): string {
  const { id, code } = apply({
    ...{ kind: CommandKind.requestWithdrawal, account: ANN, to: SystemAccount.external },
    ...{ asset: 0, amount: 10_000n, fee: 3n, address: 'hal1', clientId: '', approvals },
    ...{ notBefore: 0, dayMax: 0n },
  });
  expect(code).toBe(0);
  return wireId(id);
}

function purse() {
  const { ledger } = core.state;
  const slot = ledger.slot(ANN, 0);
  return [ledger.available(slot), ledger.held(slot)];
}

beforeEach(() => {
  core = new Core();
  ann = { status: 'active', securedAt: 0 };
  apply({ kind: CommandKind.setRules, version: NEWEST_RULES });
  apply({ kind: CommandKind.listAsset, code: 'USD', name: 'Dollar', scale: 2 });
  apply({ kind: CommandKind.openUser, simulated: false });
  for (const each of addOperators(['ada', 'bob', 'eve'])) apply(each);
  const by = { actor: 'test', reason: 'test', reference: 'first' };
  apply({ kind: CommandKind.deposit, account: ANN, from: 0, asset: 0, amount: 50_000n, ...by });
  context = {
    engine: { submit: async (input: CommandInput) => apply(input) },
    views: { asset: () => ({ code: 'USD', scale: 2 }) },
    records: { identity: { userByUid: async () => ann } },
    withdrawals: () => core.state.withdrawals.open.values(),
  } as unknown as typeof context;
});

const statusOf = (): unknown => {
  const [one] = listWithdrawals(context, {}) as { status: string; approvedBy: string[] }[];
  return one === undefined ? null : [one.status, one.approvedBy];
};

test('the list names what is on its way, as an operator reads it', () => {
  const id = ask(1);
  expect(listWithdrawals(context, {})).toMatchObject([
    { id, uid: wireUserId(16), status: 'requested', coin: 'USD', amount: '100', fee: '0.03' },
  ]);
});

test('the list comes in parts of at most 500, each behind the one before', () => {
  const ids = Array.from({ length: 4 }, () => ask(1));
  const listed = (args: Record<string, unknown>) =>
    (listWithdrawals(context, args) as { id: string }[]).map(({ id }) => id);
  expect(listed({ limit: '2' })).toEqual(ids.slice(0, 2));
  expect(listed({ limit: '2', after: ids[1] })).toEqual(ids.slice(2, 4));
  expect(listed({ after: ids[3] })).toEqual([]);
  for (const limit of ['0', '501', '-1', '1e9', '9'.repeat(30)]) {
    expect(() => listed({ limit })).toThrow(/--limit: .* is not from 1 to 500/);
  }
  expect(() => listed({ after: 'x' })).toThrow('--after');
  const many = Array.from({ length: 1_000 }, (_, i) => ({
    ...[...context.withdrawals()][0]!,
    id: i + 1,
  }));
  context = { ...context, withdrawals: () => many };
  expect(listed({})).toHaveLength(500);
});

test('S18 two operators approve, the second time of one is refused however its name is typed', async () => {
  const id = ask(2);
  const by = (operator: string) => approveWithdrawal(context, { id, operator, reason: 'known' });
  expect(await by('ada')).toEqual({ id, operator: 'ada', reason: 'known', done: 'approved' });
  for (const same of [' ada ', 'Ada', 'ADA', 'Ａda']) {
    await expect(by(same)).rejects.toThrow('another one must');
  }
  await expect(by('carol')).rejects.toThrow('no operator of this name');
  expect(statusOf()).toEqual(['requested', ['ada']]);
  await by('bob');
  expect(statusOf()).toEqual(['approved', ['ada', 'bob']]);
  await expect(by('eve')).rejects.toThrow('past this step');
});

test('nothing is approved while its owner is frozen after a change of security', async () => {
  const id = ask(1);
  ann = { status: 'active', securedAt: Date.now() - HOUR };
  const approve = () => approveWithdrawal(context, { id, operator: 'ada', reason: 'known' });
  await expect(approve()).rejects.toThrow(/frozen until 20.*its security was changed/);
  ann = { status: 'frozen', securedAt: 0 };
  await expect(approve()).rejects.toThrow('the account of this user is frozen');
  expect(statusOf()).toEqual(['requested', []]);
  ann = { status: 'active', securedAt: Date.now() - 25 * HOUR };
  await approve();
  expect(statusOf()).toEqual(['approved', ['ada']]);
});

test('a refusal gives back, also to who is frozen, and only before it is sent', async () => {
  const id = ask(1);
  expect(purse()).toEqual([39_997n, 10_003n]);
  ann = { status: 'frozen', securedAt: Date.now() };
  const said = { operator: 'ada', reason: 'asked its owner' };
  const done = await refuseWithdrawal(context, { id, ...said });
  expect(done).toEqual({ id, ...said, done: 'refused' });
  expect(purse()).toEqual([50_000n, 0n]);
  expect(() => refuseWithdrawal(context, { id, ...said })).toThrow('no withdrawal with this id');
  const sent = ask(0);
  const [{ id: withdrawal } = { id: 0 }] = core.state.withdrawals.open.values();
  const step = { kind: CommandKind.advanceWithdrawal, withdrawal, transaction: 'ab' } as const;
  apply({ ...step, status: 3 });
  await expect(refuseWithdrawal(context, { id: sent, ...said })).rejects.toThrow('past this step');
  expect(purse()).toEqual([39_997n, 10_003n]);
});

test('the list has the transaction of now, and what the chain failed no longer', () => {
  ask(0);
  const [{ id: withdrawal } = { id: 0 }] = core.state.withdrawals.open.values();
  const step = { kind: CommandKind.advanceWithdrawal, withdrawal, status: 3 } as const;
  for (const transaction of ['ab', 'cd']) {
    apply({ ...step, transaction });
    expect(listWithdrawals(context, {})).toMatchObject([{ status: 'sent', transaction }]);
  }
  expect(apply({ ...step, status: 7, transaction: 'cd', reason: 'out of gas' }).code).toBe(0);
  expect([listWithdrawals(context, {}), purse()]).toEqual([[], [50_000n, 0n]]);
});

test.each([
  [{ operator: '' }, '--operator is missing'],
  [{ operator: '  ' }, '--operator is missing'],
  [{ operator: 'a\u0007da' }, /--operator/],
  [{ operator: 'a'.repeat(200) }, '--operator must be 2 to 32 of a-z'],
  [{ reason: '' }, '--reason is missing'],
  [{ id: '' }, '--id is missing'],
  [{ id: '7' }, 'no withdrawal with this id'],
])('%j is refused by name, and nothing changes', async (change, message) => {
  const args = { id: ask(1), operator: 'ada', reason: 'known', ...change };
  await expect(approveWithdrawal(context, args)).rejects.toThrow(message);
  await expect((async () => refuseWithdrawal(context, args))()).rejects.toThrow(message);
  expect(statusOf()).toEqual(['requested', []]);
});
