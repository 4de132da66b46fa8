/** Sub-accounts: who is whose, self-trade prevention and levels by root, limits by user, transfers. */
import { Core, NEWEST_RULES, Rules, restoreCore, snapshotCore, stateHash } from '@halcyon/core';
import { type Command, type CommandInput, CommandKind, EventKind, Reject } from '@halcyon/domain';
import { describe, expect, test } from 'vitest';
import { play as playContracts } from './futures-scenario.ts';
import { Scenario } from './scenario.ts';

const ANN = 16;
const BOT = 17;
const BOB = 18;
const BY = { actor: 'test', reason: 'test' };

/** A core with ann, her sub-account and bob; `send` returns the answer's code and the rare events. */
function exchange(rules: number = NEWEST_RULES): {
  core: Core;
  send: (input: CommandInput) => { code: number; events: object[] };
} {
  const core = new Core();
  const send = (input: CommandInput): { code: number; events: object[] } => {
    const { code } = core.apply({ ...input, seq: core.state.seq + 1, time: 1 } as Command);
    const events = core.state.log.decode();
    core.state.log.reset();
    return { code, events };
  };
  if (rules > 1) send({ kind: CommandKind.setRules, version: rules });
  send({ kind: CommandKind.listAsset, code: 'USDT', name: 'Tether', scale: 8 });
  send({ kind: CommandKind.setFeeSchedule, ...BY, tiers: [1, 2, 3].map(tier) });
  send({ kind: CommandKind.openUser, simulated: false });
  if (rules >= Rules.subAccounts) {
    send({ kind: CommandKind.openUser, simulated: false, root: ANN });
    send({ kind: CommandKind.openUser, simulated: false });
  }
  return { core, send };
}

const tier = (ppm: number): { makerPpm: number; takerPpm: number } => ({
  makerPpm: ppm,
  takerPpm: ppm,
});

function play(table: string): void {
  const { expected, actual } = new Scenario({ openOrdersMax: 2 }).run(
    `operator rules ${NEWEST_RULES} -> ok\n${table}`,
  );
  expect(actual).toEqual(expected);
}

describe('opening', () => {
  test('a root is an open user that is no sub-account itself; nothing changes on another', () => {
    const { core, send } = exchange();
    const before = stateHash(core);
    for (const root of [BOT, 15, 0, 99, -1, 16.5, Number.NaN]) {
      const input = { kind: CommandKind.openUser, simulated: false, root } as const;
      expect(send(input), String(root)).toEqual({ code: Reject.unknownUser, events: [] });
    }
    expect(core.state.users.count).toBe(19);
    const opened = send({ kind: CommandKind.openUser, simulated: false, root: ANN });
    expect(opened.events).toMatchObject([{ kind: EventKind.userOpened, user: 19, root: ANN }]);
    expect(stateHash(core)).not.toBe(before);
    expect([16, 17, 18, 19].map((user) => core.state.users.rootOf(user))).toEqual([
      ANN,
      ANN,
      BOB,
      ANN,
    ]);
  });

  test('older rules know no roots, so that their journals mean what they meant', () => {
    const { core, send } = exchange(Rules.subAccounts - 1);
    const { code } = send({ kind: CommandKind.openUser, simulated: false, root: ANN });
    expect(code).toBe(Reject.parameterRange);
    expect(core.state.users.count).toBe(17);
  });

  test('on paper an owner has one account, a sub-account too, and it inherits from nobody', () => {
    const { core, send } = exchange();
    const input = { kind: CommandKind.openUser, simulated: false, owner: 900, root: ANN } as const;
    expect(send({ ...input, inherits: 5 }).code).toBe(Reject.parameterRange);
    const said = { owner: 900, root: ANN, user: 19 };
    expect(send(input).events).toMatchObject([said]);
    expect(send(input)).toEqual({ code: 0, events: [] });
    expect(core.outcome.id).toBe(19);
  });

  test('a snapshot knows whose each is', () => {
    const { core, send } = exchange();
    send({ kind: CommandKind.setFeeTier, user: ANN, tier: 2, ...BY });
    const copy = restoreCore(snapshotCore(core));
    expect(stateHash(copy)).toBe(stateHash(core));
    expect(copy.state.users.rootOf(BOT)).toBe(ANN);
    expect([...(copy.state.users.family(BOT) ?? [])]).toEqual([ANN, BOT]);
    expect(copy.state.users.family(BOB)).toBeNull();
  });
});

describe('what goes by root', () => {
  test('levels: of one is of all, and a new one begins with it', () => {
    const { core, send } = exchange();
    const set = { kind: CommandKind.setFeeTier, ...BY } as const;
    const users = (events: object[]): unknown[] => events.map((e) => 'user' in e && e.user);
    expect(users(send({ ...set, user: ANN, tier: 2 }).events)).toEqual([ANN, BOT]);
    const opened = send({ kind: CommandKind.openUser, simulated: false, root: ANN });
    expect(opened.events[1]).toMatchObject({ kind: EventKind.feeTierSet, user: 19, tier: 2 });
    send({ ...set, user: BOT, tier: 1 });
    expect([16, 17, 18, 19].map((user) => core.state.users.tier(user))).toEqual([1, 1, 0, 1]);
  });

  test('self-trade prevention, for each mode and both ways', () =>
    play(`
    ann sells 2 @ 100               -> ok, rests ann1 2
    ann.bot buys 2 @ 100 stp=taker  -> ok, prevented ann1 2, done ann.bot1 selfTrade
    ann.bot buys 3 @ 100 stp=maker  -> ok, prevented ann1 2, done ann1 selfTrade, rests ann.bot2 3
    ann sells 1 @ 100 stp=both      -> ok, prevented ann.bot2 1, done ann.bot2 selfTrade, done ann2 selfTrade
    ann.bot sells 2 @ 100           -> ok, rests ann.bot3 2
    ann.two buys 1 @ 100 stp=taker  -> ok, prevented ann.bot3 1, done ann.two1 selfTrade
    bob buys 1 @ 100 stp=both       -> ok, trade 1@100 ann.bot3, done bob1 filled
    ann buys 1 @ 100                -> ok, trade 1@100 ann.bot3, done ann.bot3 filled, done ann3 filled
  `));

  test('fill-or-kill passes over what prevention takes out, or ends there', () =>
    play(`
    ann.bot sells 2 @ 100              -> ok, rests ann.bot1 2
    bob sells 2 @ 101                  -> ok, rests bob1 2
    ann buys 3 @ 101 fok stp=maker     -> fokNotFillable 2 3
    ann buys 2 @ 101 fok stp=taker     -> fokNotFillable 0 2
    ann buys 2 @ 101 fok stp=maker     -> ok, prevented ann.bot1 2, done ann.bot1 selfTrade, trade 2@101 bob1, done bob1 filled, done ann1 filled
  `));

  test('the same with contracts', () =>
    playContracts(`
    operator rules ${NEWEST_RULES}     -> ok
    ann brings 1000                    -> ok
    ann.bot brings 1000                -> ok
    bob brings 1000                    -> ok
    index 100                          -> ok, mark 100
    ann.bot shorts 2 @ 100             -> ok, rests ann.bot1 2
    bob shorts 2 @ 101                 -> ok, rests bob1 2
    ann longs 3 @ 101 fok stp=maker    -> fokNotFillable 2 3
    ann longs 1 @ 101 stp=taker        -> ok, prevented ann.bot1 1, done ann1 selfTrade
    ann longs 2 @ 101 fok stp=maker    -> ok, prevented ann.bot1 2, done ann.bot1 selfTrade, trade 2@101 bob1, done bob1 filled, done ann2 filled
  `));
});

describe('what stays with the user', () => {
  test('open orders count by user', () =>
    play(`
    ann buys 1 @ 90        -> ok, rests ann1 1
    ann buys 1 @ 90        -> ok, rests ann2 1
    ann buys 1 @ 90        -> openOrdersInstrument 2 3
    ann.bot buys 1 @ 90    -> ok, rests ann.bot1 1
  `));
});

describe('transfers', () => {
  test('between any two accounts of one root, in any direction; never to a stranger', () => {
    const { core, send } = exchange();
    send({ kind: CommandKind.openUser, simulated: false, root: ANN });
    const from = 0;
    const funds = { kind: CommandKind.deposit, from, asset: 0, reference: '', ...BY } as const;
    for (const user of [ANN, BOT, 19]) send({ ...funds, account: user * 8, amount: 100n });
    const move = (one: number, other: number): number =>
      send({
        kind: CommandKind.transfer,
        from: one * 8,
        to: other * 8 + 1,
        asset: 0,
        amount: 7n,
        clientId: '',
      }).code;
    for (const one of [ANN, BOT, 19]) {
      for (const other of [ANN, BOT, 19]) expect(move(one, other)).toBe(0);
      expect(move(one, BOB)).toBe(Reject.unknownAccount);
      expect(move(BOB, one)).not.toBe(0);
    }
    core.state.ledger.assertConserved();
  });
});
