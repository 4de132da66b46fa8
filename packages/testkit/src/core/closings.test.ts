/** Accounts are closed in one step, nothing comes to a closed one, and two operators pay out what it has. */
import { Core, NEWEST_RULES, Rules, restoreCore, snapshotCore, stateHash } from '@halcyon/core';
import {
  accountOf,
  COMMAND_BYTES_MAX,
  type Command,
  CommandDecoder,
  type CommandInput,
  CommandKind,
  type Event,
  EventKind,
  encodeCommand,
  ownerOf,
  Reject,
  SystemAccount,
  UserMode,
  WITHDRAWALS_OPEN_MAX,
  WithdrawalStatus,
} from '@halcyon/domain';
import { beforeEach, describe, expect, test } from 'vitest';
import { FuturesScenario } from './futures-scenario.ts';
import { checkInvariants } from './invariants.ts';
import { MarginScenario } from './margin-scenario.ts';
import { addOperators } from './operators.ts';
import type { Scenario } from './scenario.ts';
import { seedOf } from './test-seed.ts';
import { WithdrawalGenerator } from './withdrawal-generator.ts';

const ANN = 16;
const BOB = 17;
const SUB = 18;
const spot = (user: number) => accountOf(user, 0);
const BY = { actor: 'ada', reason: 'asked for it' };
const { open, depositsFrozen, closed } = UserMode;
const { requested, confirmed, failed, refused } = WithdrawalStatus;

let core: Core;
const bytes = new Uint8Array(COMMAND_BYTES_MAX);
const decoder = new CommandDecoder();

/** Carries out a command as a journal has it. */
function submit(input: CommandInput): { code: number; id: number; events: Event[] } {
  const command = { ...input, seq: core.state.seq + 1, time: 1_000 } as Command;
  const length = encodeCommand(command, bytes, 0);
  const { code, id } = core.apply(decoder.decode(bytes, 0, length));
  const events = core.state.log.decode();
  core.state.log.reset();
  checkInvariants(core.state);
  const again = restoreCore(snapshotCore(core));
  expect(stateHash(again)).toBe(stateHash(core));
  core = again;
  return { code, id, events };
}

const code = (input: CommandInput): number => submit(input).code;

const bring = (account: number, amount: number, more = {}) =>
  submit({
    ...{ kind: CommandKind.deposit, account, from: SystemAccount.external, asset: 0 },
    ...{ amount: BigInt(amount), reference: '', ...BY, ...more },
  }).code;

const setMode = (user: number, mode: UserMode, more = {}) =>
  submit({ kind: CommandKind.setUserMode, user, mode, ...BY, ...more });

const ask = (from: number, to: number, more = {}) =>
  submit({
    ...{ kind: CommandKind.requestWithdrawal, account: from, to, asset: 0, amount: 100n, fee: 0n },
    ...{ address: 'hal1', clientId: '', approvals: 0, notBefore: 0, dayMax: 0n, ...more },
  });

const payout = (account: number, to: number, more = {}) =>
  submit({
    ...{ kind: CommandKind.requestPayout, account, to, asset: 0, amount: 100n, address: 'hal1' },
    ...{ ...BY, ...more },
  });

const approve = (withdrawal: number, actor: string) =>
  submit({ kind: CommandKind.approveWithdrawal, withdrawal, actor, reason: 'seen' });

const balance = (account: number) => {
  const { ledger } = core.state;
  const slot = ledger.slot(account, 0);
  return [Number(ledger.available(slot)), Number(ledger.held(slot))];
};

beforeEach(() => {
  core = new Core();
  submit({ kind: CommandKind.setRules, version: NEWEST_RULES });
  for (const command of addOperators(['ada', 'bob'])) submit(command);
  submit({ kind: CommandKind.listAsset, code: 'USD', name: 'Dollar', scale: 2 });
  submit({ kind: CommandKind.listAsset, code: 'BTC', name: 'Coin', scale: 4 });
  const limits = { state: 0, quantityMin: 1, quantityMax: 1_000, notionalMin: 1, bandPpm: 500_000 };
  const steps = { priceStep: 1, quantityStep: 1, priceScale: 0, quantityScale: 2 };
  submit({
    ...{ kind: CommandKind.listInstrument, symbol: 'BTCUSD', base: 1, quote: 0 },
    ...{ ...limits, ...steps, openOrdersMax: 10 },
  } as CommandInput);
  submit({ kind: CommandKind.openUser, simulated: false });
  submit({ kind: CommandKind.openUser, simulated: false });
  submit({ kind: CommandKind.openUser, simulated: false, root: ANN });
});

describe('closing', () => {
  test('an account with nothing is one event, for good, and repeated it changes nothing', () => {
    const { code: got, events } = setMode(ANN, closed);
    expect([got, events]).toEqual([
      0,
      [
        {
          kind: EventKind.userModeSet,
          seq: core.state.seq,
          time: 1_000,
          user: ANN,
          mode: closed,
          ...BY,
        },
      ],
    ]);
    expect(setMode(ANN, closed)).toMatchObject({ code: 0, events: [] });
    expect(setMode(ANN, open).code).toBe(Reject.accountClosed);
    expect(setMode(ANN, depositsFrozen).code).toBe(Reject.accountClosed);
    expect(core.state.users.mode(SUB)).toBe(closed);
    expect(code({ kind: CommandKind.openUser, simulated: false, root: ANN })).toBe(
      Reject.accountClosed,
    );
  });

  const plan = {
    ...{ kind: CommandKind.placePlan, instrument: 0, side: 0, planType: 0, triggerBy: 0 },
    ...{ selfTrade: 0, triggerPrice: 90, price: 0, quantity: 5, quoteAmount: 0, callbackPpm: 0 },
    clientId: '',
  } as const;

  test('ends what a person may do: a plan that was on its way is refused', () => {
    submit({ kind: CommandKind.seedLastPrice, instrument: 0, price: 100 });
    setMode(ANN, closed);
    for (const account of [spot(ANN), spot(SUB)]) {
      expect(code({ ...plan, account } as CommandInput)).toBe(Reject.accountClosed);
    }
  });

  test.each([
    ['money', () => bring(spot(ANN), 1)],
    ['money of a sub-account', () => bring(accountOf(SUB, 1), 1)],
    [
      'an order, which holds its money',
      () => {
        bring(spot(SUB), 500);
        code({
          ...{ kind: CommandKind.place, account: spot(SUB), instrument: 0, side: 0, type: 0 },
          ...{
            timeInForce: 0,
            selfTrade: 0,
            price: 100,
            quantity: 5,
            quoteAmount: 0,
            clientId: '',
          },
          ...{ takeProfitTrigger: 0, takeProfitPrice: 0, stopLossTrigger: 0, stopLossPrice: 0 },
        } as CommandInput);
      },
    ],
    [
      'a plan, which holds none',
      () => {
        submit({ kind: CommandKind.seedLastPrice, instrument: 0, price: 100 });
        expect(code({ ...plan, account: spot(ANN) } as CommandInput)).toBe(0);
      },
    ],
    [
      'a withdrawal of its own that waits',
      () => {
        bring(spot(ANN), 100);
        ask(spot(ANN), 0, { approvals: 1 });
      },
    ],
    [
      'a withdrawal of somebody else that comes to it',
      () => {
        bring(spot(BOB), 100);
        ask(spot(BOB), spot(SUB), { approvals: 1 });
      },
    ],
  ])('is refused with %s', (_what, make) => {
    make();
    const before = stateHash(core);
    const { code: got, events } = setMode(ANN, closed);
    expect([got, events]).toEqual([Reject.accountNotEmpty, []]);
    expect(core.state.users.mode(ANN)).toBe(open);
    expect(stateHash(core)).not.toBe(before);
  });

  test('of one that was closed before the core knew keeps what it has, and returns what comes', () => {
    bring(spot(ANN), 70);
    bring(spot(BOB), 200);
    const { id } = ask(spot(BOB), spot(ANN), { approvals: 2 });
    expect(balance(spot(BOB))).toEqual([100, 100]);
    const { code: got, events } = setMode(ANN, closed, { keepsMoney: true });
    expect(got).toBe(0);
    expect(events.at(-1)).toMatchObject({
      ...{ kind: EventKind.withdrawal, reason: 'the account that it goes to takes no deposits' },
      withdrawal: { id, status: failed },
    });
    expect([balance(spot(BOB)), balance(spot(ANN))]).toEqual([
      [200, 0],
      [70, 0],
    ]);
    expect(approve(id, 'ada').code).toBe(Reject.withdrawalNotFound);
  });

  test('needs a user, a name and a reason, and rules that know it', () => {
    expect(setMode(3, closed).code).toBe(Reject.unknownUser);
    expect(setMode(99, closed).code).toBe(Reject.unknownUser);
    expect(setMode(SUB, closed).code).toBe(Reject.unknownUser);
    expect(setMode(ANN, 9 as UserMode).code).toBe(Reject.parameterRange);
    expect(setMode(ANN, closed, { actor: '' }).code).toBe(Reject.parameterRange);
    core.state.rules = Rules.closings - 1;
    expect(setMode(ANN, closed)).toMatchObject({ code: Reject.parameterRange, events: [] });
    expect(payout(spot(ANN), spot(BOB)).code).toBe(Reject.parameterRange);
  });
});

describe('what is left', () => {
  const close = { kind: CommandKind.setUserMode, mode: closed, ...BY } as const;

  /** How many things a refusal to close counts. */
  const left = (scenario: Scenario, actor: string): number => {
    const { state } = scenario.core;
    const user = ownerOf(scenario.account(actor));
    const input = { ...close, user, seq: state.seq + 1, time: state.time } as Command;
    const outcome = { ...scenario.core.apply(input) };
    state.log.reset();
    expect(outcome.code).toBe(Reject.accountNotEmpty);
    return outcome.value;
  };

  test('counts a position and an order of a contract beside the wallet', () => {
    const scenario = new FuturesScenario({}, {}, NEWEST_RULES);
    scenario.run(`
      ann brings 1000    -> ok
      bob brings 1000    -> ok
      index 100          -> ok, mark 100`);
    const before = left(scenario, 'ann');
    scenario.run(`
      ann longs 1 @ 100  -> ok, rests ann1 1
      ann longs 1 @ 90   -> ok, rests ann2 1
      bob shorts 1 @ 100 -> ok, trade 1@100 ann1, done ann1 filled, done bob1 filled`);
    expect(left(scenario, 'ann')).toBe(before + 2);
  });

  test('counts what margin accounts have and owe', () => {
    const scenario = new MarginScenario();
    scenario.send({ kind: CommandKind.setRules, version: NEWEST_RULES });
    scenario.run(`
      pool gets 1000 ETH -> ok
      index ETH 10       -> ok
      ann brings 250 USD -> ok`);
    const before = left(scenario, 'ann');
    scenario.run('ann borrows 20 ETH -> ok');
    expect(left(scenario, 'ann')).toBe(before + 1);
  });
});

describe.each([
  ['closed', closed],
  ['frozen for deposits', depositsFrozen],
] as const)('an account that is %s', (_name, mode) => {
  beforeEach(() => {
    bring(spot(BOB), 1_000);
    expect(setMode(ANN, mode).code).toBe(0);
  });

  const moved = { asset: 0, amount: 100n, fee: 0n, address: 'hal1', clientId: '' };

  test.each([spot(ANN), accountOf(ANN, 1), spot(SUB)])('takes no money on account %s', (to) => {
    const refused = Reject.takesNoDeposits;
    expect(bring(to, 5)).toBe(refused);
    expect(bring(to, 5, { from: SystemAccount.faucet })).toBe(refused);
    expect(code({ kind: CommandKind.withdraw, account: spot(BOB), to, ...moved })).toBe(refused);
    expect([balance(to), balance(spot(BOB))]).toEqual([
      [0, 0],
      [1_000, 0],
    ]);
    if (to % 8 !== 0) return;
    expect(ask(spot(BOB), to).code).toBe(refused);
    expect(ask(spot(BOB), to, { approvals: 2 }).code).toBe(refused);
    expect(balance(spot(BOB))).toEqual([1_000, 0]);
  });

  test('leaves pools and funds of the exchange as they are', () => {
    expect(bring(SystemAccount.insurance, 5)).toBe(0);
    const to = SystemAccount.faucet;
    expect(code({ kind: CommandKind.withdraw, account: spot(BOB), to, ...moved })).toBe(0);
  });
});

describe('a freeze of deposits', () => {
  test('returns what waits for an approval, lets money out, and ends', () => {
    bring(spot(ANN), 300);
    bring(spot(BOB), 100);
    const { id } = ask(spot(BOB), spot(SUB), { approvals: 1 });
    setMode(ANN, depositsFrozen);
    expect(balance(spot(BOB))).toEqual([100, 0]);
    expect(approve(id, 'ada').code).toBe(Reject.withdrawalNotFound);
    const moved = { kind: CommandKind.transfer, asset: 0, amount: 100n, clientId: '' } as const;
    expect(code({ ...moved, from: spot(ANN), to: accountOf(ANN, 1) })).toBe(0);
    expect(code({ ...moved, from: spot(ANN), to: spot(SUB) })).toBe(0);
    expect(ask(spot(ANN), spot(BOB)).code).toBe(0);
    expect(setMode(ANN, open).code).toBe(0);
    expect(setMode(ANN, open)).toMatchObject({ code: 0, events: [] });
    expect(bring(spot(ANN), 5)).toBe(0);
  });
});

describe('a payout', () => {
  const stranded = () => {
    bring(spot(ANN), 250);
    setMode(ANN, closed, { keepsMoney: true });
  };

  test('of what a closed account has waits for a second operator, and arrives with his word', () => {
    stranded();
    const { code: got, id, events } = payout(spot(ANN), spot(BOB));
    expect(got).toBe(0);
    expect(events.at(-1)).toMatchObject({
      ...{ kind: EventKind.withdrawal, ...BY },
      withdrawal: { id, status: requested, payout: true, approvals: 2, approvedBy: ['ada'] },
    });
    expect(balance(spot(ANN))).toEqual([150, 100]);
    expect(approve(id, 'ada').code).toBe(Reject.approvedBefore);
    expect(balance(spot(BOB))).toEqual([0, 0]);
    const last = approve(id, 'bob').events.at(-1);
    expect(last).toMatchObject({
      withdrawal: { status: confirmed, approvedBy: ['ada', 'bob'] },
      actor: 'bob',
    });
    expect([balance(spot(ANN)), balance(spot(BOB))]).toEqual([
      [150, 0],
      [100, 0],
    ]);
  });

  test('to the outside world goes the way of withdrawals, and comes back where the chain fails it', () => {
    stranded();
    const { id: withdrawal } = payout(spot(ANN), SystemAccount.external);
    approve(withdrawal, 'bob');
    const step = { kind: CommandKind.advanceWithdrawal, withdrawal, transaction: 'a' } as const;
    expect(code({ ...step, status: WithdrawalStatus.sent })).toBe(0);
    expect(code({ ...step, status: failed, reason: 'spent' })).toBe(0);
    expect(balance(spot(ANN))).toEqual([250, 0]);
  });

  test('that is refused is at the closed account again', () => {
    stranded();
    const { id: withdrawal } = payout(spot(ANN), spot(BOB));
    const { events } = submit({ kind: CommandKind.refuseWithdrawal, withdrawal, ...BY });
    expect(events.at(-1)).toMatchObject({ withdrawal: { status: refused } });
    expect(balance(spot(ANN))).toEqual([250, 0]);
  });

  test('takes in what the chain brought to a closed account, and is the only way for it', () => {
    expect(bring(spot(ANN), 5, { toClosed: true })).toBe(Reject.accountNotClosed);
    setMode(ANN, closed);
    const deposit = { reference: 'HAL 1', toClosed: true };
    expect(bring(spot(ANN), 100, { reference: 'HAL 1' })).toBe(Reject.takesNoDeposits);
    expect(bring(spot(ANN), 100, deposit)).toBe(0);
    expect(bring(spot(ANN), 100, deposit)).toBe(0);
    expect(balance(spot(ANN))).toEqual([100, 0]);
    expect(payout(spot(ANN), spot(BOB)).code).toBe(0);
  });

  test('moves nobody else’s money, and no more than is there, a limited number of times', () => {
    bring(spot(BOB), 1_000);
    expect(payout(spot(BOB), spot(ANN)).code).toBe(Reject.accountNotClosed);
    setMode(BOB, depositsFrozen);
    expect(payout(spot(BOB), spot(ANN)).code).toBe(Reject.accountNotClosed);
    stranded();
    const cases = [
      [{ amount: 251n }, Reject.insufficientBalance],
      [{ amount: 0n }, Reject.amountRange],
      [{ actor: '' }, Reject.parameterRange],
      [{ actor: 'eve' }, Reject.operatorUnknown],
      [{ reason: '' }, Reject.parameterRange],
      [{ to: spot(BOB) }, Reject.takesNoDeposits],
      [{ to: SystemAccount.fees }, Reject.unknownAccount],
      [{ to: accountOf(ANN, 1) }, Reject.takesNoDeposits],
      [{ account: accountOf(ANN, 4) }, Reject.unknownAccount],
      [{ account: SystemAccount.faucet }, Reject.unknownAccount],
    ] as const;
    for (const [more, expected] of cases) {
      const { code: got, events } = payout(spot(ANN), SystemAccount.external, more);
      expect([more, got, events]).toEqual([more, expected, []]);
    }
    for (let i = 0; i < WITHDRAWALS_OPEN_MAX; i++) {
      expect(payout(spot(ANN), SystemAccount.external, { amount: 1n }).code).toBe(0);
    }
    const more = payout(spot(ANN), SystemAccount.external, { amount: 1n });
    expect(more.code).toBe(Reject.withdrawalsOpen);
  });

  test('is the only way out: its owner asks for nothing any more', () => {
    stranded();
    expect(ask(spot(ANN), spot(BOB)).code).toBe(Reject.accountClosed);
    const moved = { asset: 0, amount: 100n, fee: 0n, address: 'hal1', clientId: '' };
    const out = {
      kind: CommandKind.withdraw,
      account: spot(ANN),
      to: spot(BOB),
      ...moved,
    } as const;
    expect(code(out)).toBe(Reject.accountClosed);
    const inside = { kind: CommandKind.transfer, asset: 0, amount: 50n, clientId: '' } as const;
    expect(code({ ...inside, from: spot(ANN), to: accountOf(ANN, 1) })).toBe(0);
    expect(payout(accountOf(ANN, 1), spot(BOB), { amount: 50n }).code).toBe(0);
  });
});

test('INV-15 INV-18 random closings and payouts replay to the same state, a snapshot in between too', () => {
  const generator = new WithdrawalGenerator(seedOf());
  const [live, replayed] = [new Core(), new Core()];
  let restored: Core | null = null;
  const seen = new Map<string, number>();
  const count = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1);
  const run = (command: Command) => {
    const outcome = { ...live.apply(command) };
    const events = live.state.log.decode();
    generator.learn(events);
    for (const event of events) {
      if (event.kind === EventKind.userModeSet) count(`mode ${event.mode}`);
      if (event.kind !== EventKind.withdrawal) continue;
      const { status, payout: paid = false } = event.withdrawal;
      if (paid) count(`payout ${status}`);
      else if (status === failed) count('returned');
    }
    for (const other of [replayed, restored]) {
      if (other === null) continue;
      expect(other.apply(command)).toMatchObject({ code: outcome.code, id: outcome.id });
      other.state.log.reset();
    }
    live.state.log.reset();
  };
  for (const command of generator.opening()) run(command);
  for (let i = 0; i < 12_000; i++) {
    run(generator.next());
    if (i % 1_000 !== 0) continue;
    checkInvariants(live.state);
    restored = restoreCore(snapshotCore(live));
  }
  for (const other of [replayed, restored]) expect(stateHash(other!)).toBe(stateHash(live));
  const expected = ['mode 0', 'mode 1', 'mode 2', `payout ${requested}`, `payout ${confirmed}`];
  expect([...seen.keys()]).toEqual(expect.arrayContaining([...expected, 'returned']));
});
