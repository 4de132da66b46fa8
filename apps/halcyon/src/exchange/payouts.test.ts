/** Money that cannot reach its owner: operators see it, and two of them pay it out. */
import { Core, NEWEST_RULES } from '@halcyon/core';
import {
  type Arrival,
  accountOf,
  type Command,
  type CommandInput,
  CommandKind,
  OWN_CHAIN,
  SystemAccount,
  UserMode,
  wireUserId,
} from '@halcyon/domain';
import { addOperators } from '@halcyon/testkit';
import { Views } from '@halcyon/views';
import { beforeEach, expect, test } from 'vitest';
import type { Chain } from './chain.ts';
import { closeClosedPeople } from './closed-people.ts';
import { DepositRunner } from './deposits.ts';
import {
  listDeposits,
  listStranded,
  requestPayout,
  retryDeposits,
  setDeposits,
} from './payouts.ts';
import type { PeopleContext } from './people.ts';
import { closeUser } from './people.ts';
import { approveWithdrawal, listWithdrawals } from './withdrawals.ts';

const [ANN, BOB] = [16, 17];
const spot = (user: number) => accountOf(user, 0);
const TRANSACTION = 'a'.repeat(64);
const ada = { operator: 'ada', reason: 'proved who she is' };

let core: Core;
let views: Views;
let chain: Arrival[];
let deposits: DepositRunner;
let context: PeopleContext;
let closed: number[];

function apply(input: CommandInput) {
  const { state } = core;
  const outcome = { ...core.apply({ ...input, seq: state.seq + 1, time: 1_000 } as Command) };
  const events = state.log.decode();
  views.apply({ firstSeq: state.seq, lastSeq: state.seq, time: 1_000, events });
  state.log.reset();
  return outcome;
}

function bring(account: number, amount: bigint): void {
  const given = { kind: CommandKind.deposit, account, from: 0, asset: 0, amount } as const;
  expect(apply({ ...given, actor: 't', reason: 't', reference: '' }).code).toBe(0);
}

function arrive(account: number): void {
  const coins = { account, from: SystemAccount.faucet, asset: 0, amount: 2_500n };
  const transaction = TRANSACTION;
  chain.push({ ...coins, reference: 'r', transaction, seenAt: 1, confirmations: 2 });
}

const money = (account: number): number => {
  const { ledger } = core.state;
  return Number(ledger.available(ledger.slot(account, 0)));
};

const close = (keepsMoney: boolean) => {
  const by = { actor: 'test', reason: 'test' };
  const command = { kind: CommandKind.setUserMode, user: ANN, mode: UserMode.closed } as const;
  expect(apply({ ...command, keepsMoney, ...by }).code).toBe(0);
};

const toBob = () => OWN_CHAIN.addressOf(BOB, 0);

beforeEach(() => {
  core = new Core();
  views = new Views();
  chain = [];
  closed = [];
  apply({ kind: CommandKind.setRules, version: NEWEST_RULES });
  for (const command of addOperators(['ada', 'bob'])) apply(command);
  apply({ kind: CommandKind.listAsset, code: 'USD', name: 'Dollar', scale: 2 });
  for (const _ of [ANN, BOB]) apply({ kind: CommandKind.openUser, simulated: false });
  const engine = { submit: async (input: CommandInput) => apply(input), status: 'running' };
  const booked = async (transaction: string) => {
    chain = chain.filter((one) => one.transaction !== transaction);
  };
  deposits = new DepositRunner({
    chain: { terms: OWN_CHAIN, arrivals: async () => chain, booked } as unknown as Chain,
    commands: engine,
    onProblem: () => {},
  });
  const identity = {
    userByUid: async () => ({ status: 'closed', securedAt: 0 }),
    userByEmail: async ({ email }: { email: string }) => ({ uid: ANN, email }),
    closeAccount: async ({ uid }: { uid: number }) => closed.push(uid),
    listUsers: async ({ afterUid }: { afterUid: number }) =>
      closed.filter((uid) => uid > afterUid).map((uid) => ({ uid })),
  };
  context = {
    ...{ engine, views, records: { identity }, paper: null, revocations: null },
    withdrawals: () => core.state.withdrawals.open.values(),
    closedRoots: () => core.state.users.modes().map(([root]) => root),
    ...{ deposits: () => deposits, chainTerms: OWN_CHAIN },
  } as unknown as PeopleContext;
});

test('what came to a closed account is in the list, and two operators pay it out', async () => {
  close(false);
  arrive(spot(ANN));
  await deposits.round();
  expect(await listDeposits(context)).toEqual([
    {
      ...{ transaction: TRANSACTION, uid: wireUserId(ANN), coin: 'USD', amount: '25' },
      ...{ confirmations: 2, seenAt: 1 },
      refused: 'its account is closed, or its deposits are frozen',
    },
  ]);
  expect(listStranded(context)).toEqual([]);
  const args = { transaction: TRANSACTION, address: toBob(), ...ada };
  const { id } = (await requestPayout(context, args)) as { id: string };
  expect(await listDeposits(context)).toEqual([]);
  expect(listWithdrawals(context, {})).toMatchObject([
    { id, status: 'requested', amount: '25', approvals: 2, approvedBy: ['ada'], payout: true },
  ]);
  expect(listStranded(context)).toMatchObject([{ account: 'spot', available: '0', held: '25' }]);
  await expect(approveWithdrawal(context, { id, ...ada })).rejects.toThrow('another one must');
  expect(money(spot(BOB))).toBe(0);
  await approveWithdrawal(context, { id, operator: 'bob', reason: 'seen' });
  expect([money(spot(BOB)), listStranded(context)]).toEqual([2_500, []]);
});

test('what a closed account has is paid out, in parts, and nobody else’s money is', async () => {
  bring(spot(ANN), 1_000n);
  bring(spot(BOB), 1_000n);
  close(true);
  const row = { uid: wireUserId(ANN), account: 'spot', coin: 'USD', available: '10', held: '0' };
  expect(listStranded(context)).toEqual([row]);
  const ask = (more = {}) => {
    const named = { from: wireUserId(ANN), coin: 'usd', amount: '4', address: toBob(), ...ada };
    return requestPayout(context, { ...named, ...more });
  };
  for (const [more, message] of [
    [{ operator: ' ' }, '--operator is missing'],
    [{ reason: '' }, '--reason is missing'],
    [{ address: '' }, '--address is missing'],
    [{ address: 'x' }, /address/],
    [{ amount: '0' }, '--amount'],
    [{ amount: '4.001' }, '--amount'],
    [{ amount: '10.01' }, 'has less than that'],
    [{ coin: 'BTC' }, '--coin'],
    [{ account: 'futures' }, '--account'],
    [{ from: '7' }, '--from'],
    [{ from: wireUserId(BOB), address: OWN_CHAIN.addressOf(99, 0) }, 'is not closed'],
    [{ address: OWN_CHAIN.addressOf(ANN, 0) }, /own/],
    [{ transaction: 'b'.repeat(64) }, 'no deposit of this transaction'],
  ] as const) {
    await expect(ask(more), JSON.stringify(more)).rejects.toThrow(message);
  }
  expect(listStranded(context)).toEqual([row]);
  const { id } = (await ask()) as { id: string };
  await approveWithdrawal(context, { id, operator: 'bob', reason: 'seen' });
  expect([money(spot(ANN)), money(spot(BOB))]).toEqual([600, 1_400]);
});

test('a wrong address takes no deposit in', async () => {
  close(false);
  arrive(spot(ANN));
  await deposits.round();
  const args = { transaction: TRANSACTION, address: 'nowhere', ...ada };
  await expect(requestPayout(context, args)).rejects.toThrow(/address/);
  expect(money(spot(ANN))).toBe(0);
  expect(await listDeposits(context)).toHaveLength(1);
});

test('deposits of a person are frozen and opened again, and then come', async () => {
  const set = (state: string) => setDeposits(context, { email: 'ann@x', state, reason: 'asked' });
  await set('frozen');
  arrive(spot(ANN));
  await deposits.round();
  expect(await retryDeposits(context)).toMatchObject([{ refused: /frozen/ }]);
  await expect(set('shut')).rejects.toThrow('none of frozen, open');
  expect(await set('open')).toMatchObject({ deposits: 'open' });
  expect([money(spot(ANN)), chain]).toEqual([2_500, []]);
  close(true);
  await expect(set('open')).rejects.toThrow('is closed');
});

test('an account is not closed while the chain brings something', async () => {
  arrive(spot(ANN));
  const args = { email: 'ann@x', reason: 'asked' };
  await expect(closeUser(context, args)).rejects.toThrow('a deposit of 25 USD on its way');
  expect([closed, core.state.users.mode(ANN)]).toEqual([[], UserMode.open]);
  chain = [];
  expect(await closeUser(context, args)).toMatchObject({ status: 'closed' });
  expect([closed, core.state.users.mode(ANN)]).toEqual([[ANN], UserMode.closed]);
});

test('who was closed before the core knew is closed in it once, with what is there', async () => {
  closed = [ANN, 99];
  bring(spot(ANN), 70n);
  const venueContext = { core, engine: context.engine } as unknown as Parameters<
    typeof closeClosedPeople
  >[0];
  await closeClosedPeople(venueContext, context.records);
  expect(core.state.users.modes()).toEqual([[ANN, UserMode.closed]]);
  expect(money(spot(ANN))).toBe(70);
  const { seq } = core.state;
  await closeClosedPeople(venueContext, context.records);
  expect(core.state.seq).toBe(seq);
});
