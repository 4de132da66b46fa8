/** Fee levels: what is earned, given and charged, in all accounts of a root. */
import { Core, NEWEST_RULES, Rules, restoreCore, snapshotCore, stateHash } from '@halcyon/core';
import {
  AccountKind,
  accountOf,
  COMMAND_BYTES_MAX,
  type Command,
  CommandDecoder,
  type CommandInput,
  CommandKind,
  contractRates,
  EventKind,
  encodeCommand,
  FeeGrantKind,
  pairRates,
  RARE_COMMAND_BYTES_MAX,
  Reject,
} from '@halcyon/domain';
import { Views } from '@halcyon/views';
import { describe, expect, test } from 'vitest';

const ANN = 16;
const SUB = 17;
const BOB = 18;
const BY = { actor: 'test', reason: 'test' };
const TIERS = [
  { makerPpm: 1_000, takerPpm: 1_000, volumeFrom: 0 },
  { makerPpm: 400, takerPpm: 600, marginTakerPpm: 500, volumeFrom: 1_000 },
  { makerPpm: 250, takerPpm: 501, contractTakerPpm: 301, volumeFrom: 5_000 },
];

interface Desk {
  readonly core: Core;
  readonly views: Views;
  send(input: CommandInput, time?: number): { code: number; id: number; events: object[] };
}

/** Ann with a sub-account, and bob; commands go through their bytes, events to views. */
function desk(rules: number = NEWEST_RULES): Desk {
  const [core, views] = [new Core(), new Views()];
  const bytes = new Uint8Array(RARE_COMMAND_BYTES_MAX + 64);
  const decoder = new CommandDecoder();
  const send: Desk['send'] = (input, time = 1) => {
    const seq = core.state.seq + 1;
    const length = encodeCommand({ ...input, seq, time } as Command, bytes, 0);
    const { code, id } = core.apply(decoder.decode(bytes, 0, length));
    const events = core.state.log.decode();
    views.apply({ firstSeq: seq, lastSeq: seq, time, events });
    core.state.log.reset();
    return { code, id, events };
  };
  send({ kind: CommandKind.setRules, version: rules });
  send({ kind: CommandKind.listAsset, code: 'USDT', name: 'Tether', scale: 8 });
  const discounts = rules === NEWEST_RULES ? { discounts: [10, 25] } : {};
  send({ kind: CommandKind.setFeeSchedule, ...BY, tiers: TIERS, ...discounts });
  send({ kind: CommandKind.openUser, simulated: false });
  send({ kind: CommandKind.openUser, simulated: false, ...(rules >= 7 ? { root: ANN } : {}) });
  send({ kind: CommandKind.openUser, simulated: false });
  return { core, views, send };
}

const earned = (day: number, upTo: number, done: boolean, ...users: [number, number][]) => {
  const changes = users.map(([user, level]) => ({ user, level, receipt: '{}' }));
  return { kind: CommandKind.levelUsers, day, upTo, done, users: changes } as const;
};

const give = (user: number, kind: FeeGrantKind, value: number, until = 0) => {
  return {
    kind: CommandKind.grantFees,
    user,
    grant: { kind, value, until },
    ends: 0,
    ...BY,
  } as const;
};

const ends = (user: number, id: number) => {
  return { kind: CommandKind.grantFees, user, grant: null, ends: id, ...BY } as const;
};

describe('levels that are earned', () => {
  test("are all accounts' of a root, and a new sub-account begins with them", () => {
    const { core, views, send } = desk();
    const { code, events } = send(earned(20_000, BOB, true, [ANN, 2], [BOB, 1]));
    expect(code).toBe(0);
    expect(events.map((event) => (event as { kind: number }).kind)).toEqual([
      EventKind.levelsEarned,
      EventKind.feeTierSet,
      EventKind.feeTierSet,
      EventKind.feeTierSet,
    ]);
    send({ kind: CommandKind.openUser, simulated: false, root: ANN });
    expect([ANN, SUB, BOB, 19].map((user) => core.state.users.tier(user))).toEqual([2, 2, 1, 2]);
    expect([ANN, SUB, BOB, 19].map((user) => views.feeTier(user))).toEqual([2, 2, 1, 2]);
    expect(views.standings.of(ANN)).toEqual({ earned: 2, grants: [] });
  });

  test('a batch counts once; the next one goes on behind it; a day that is done is done', () => {
    const { core, views, send } = desk();
    expect(send(earned(20_000, ANN, false, [ANN, 1])).code).toBe(0);
    expect(views.standings.day).toEqual({ day: 20_000, upTo: ANN, done: false });
    const before = stateHash(core);
    for (const again of [
      earned(20_000, ANN, false, [ANN, 2]),
      earned(20_000, BOB, true, [ANN, 2]),
      earned(19_999, BOB, true, [BOB, 2]),
      earned(20_000, 99, true),
      earned(20_000, 17, false, [BOB, 2]),
    ]) {
      expect(send(again)).toMatchObject({ code: Reject.parameterRange, events: [] });
    }
    expect(send(earned(20_000, BOB, true, [BOB, 9])).code).toBe(Reject.feeTierUnknown);
    expect(send(earned(20_000, BOB, true, [SUB, 1])).code).toBe(Reject.unknownUser);
    expect(core.state.users.tier(ANN)).toBe(1);
    expect(before).not.toBe('');
    expect(send(earned(20_000, BOB, true, [BOB, 2])).code).toBe(0);
    expect(send(earned(20_000, BOB, true)).code).toBe(Reject.parameterRange);
    expect(send(earned(20_001, BOB, true, [ANN, 0])).code).toBe(0);
    expect([ANN, SUB, BOB].map((user) => core.state.users.tier(user))).toEqual([0, 0, 2]);
  });

  test('older rules know none, so that their journals mean what they meant', () => {
    const { send } = desk(Rules.margin);
    expect(send(earned(20_000, BOB, true, [BOB, 1])).code).toBe(Reject.parameterRange);
    expect(send(give(BOB, FeeGrantKind.level, 1, 99)).code).toBe(Reject.parameterRange);
    const discounts = { kind: CommandKind.setFeeSchedule, tiers: TIERS, discounts: [10], ...BY };
    expect(send(discounts as CommandInput).code).toBe(Reject.parameterRange);
  });
});

describe('levels and discounts that are given', () => {
  test('a coupon is at least its level, a fixed level no other, and the end of each is as before', () => {
    const { views, send } = desk();
    const levelNow = () => views.feeTier(SUB) % 16;
    send(earned(20_000, BOB, true, [ANN, 1]));
    const coupon = send(give(ANN, FeeGrantKind.level, 2, 500)).id;
    expect(levelNow()).toBe(2);
    const fixed = send(give(ANN, FeeGrantKind.fixed, 0)).id;
    expect(levelNow()).toBe(0);
    send(earned(20_001, BOB, true, [ANN, 2]));
    expect(levelNow()).toBe(0);
    const { events, id } = send(give(ANN, FeeGrantKind.fixed, 1));
    expect(events[0]).toMatchObject({ kind: EventKind.feeGrantEnded, grant: { id: fixed } });
    expect(levelNow()).toBe(1);
    expect(send(ends(ANN, fixed)).code).toBe(Reject.parameterRange);
    expect(send(ends(BOB, id)).code).toBe(Reject.parameterRange);
    expect(send(ends(ANN, id)).code).toBe(0);
    expect(send(ends(ANN, coupon)).code).toBe(0);
    expect(levelNow()).toBe(2);
    expect(views.standings.of(ANN)).toEqual({ earned: 2, grants: [] });
  });

  test('the largest discount counts, on every product', () => {
    const { core, views, send } = desk();
    send(earned(20_000, BOB, true, [ANN, 2]));
    send(give(ANN, FeeGrantKind.discount, 10, 500));
    send(give(ANN, FeeGrantKind.discount, 25, 400));
    expect(views.feeTier(ANN)).toBe(2 * 16 + 2);
    expect(views.feeRates(SUB)).toEqual({ makerPpm: 187, takerPpm: 375 });
    const { fees, users } = core.state;
    for (const user of [ANN, BOB]) {
      const tier = users.tier(user);
      for (const kind of [AccountKind.spot, AccountKind.crossMargin, AccountKind.isolatedMargin]) {
        const account = accountOf(user, kind);
        expect({
          makerPpm: fees.makerPpm(tier, account),
          takerPpm: fees.takerPpm(tier, account),
        }).toEqual(pairRates(views.fees, tier, kind !== AccountKind.spot));
      }
      const own = { makerPpm: 200, takerPpm: 600 };
      expect({
        makerPpm: fees.contractMakerPpm(tier, 200),
        takerPpm: fees.contractTakerPpm(tier, 600),
      }).toEqual(contractRates(views.fees, tier, own));
    }
  });

  test('what cannot be is refused by its value and changes nothing', () => {
    const { core, send } = desk();
    const users = core.state.standings.entries();
    for (const [input, code] of [
      [give(SUB, FeeGrantKind.level, 1, 9), Reject.unknownUser],
      [give(99, FeeGrantKind.level, 1, 9), Reject.unknownUser],
      [give(ANN, FeeGrantKind.level, 3, 9), Reject.feeTierUnknown],
      [give(ANN, FeeGrantKind.level, 1.5, 9), Reject.feeTierUnknown],
      [give(ANN, FeeGrantKind.discount, 11, 9), Reject.feeTierUnknown],
      [give(ANN, FeeGrantKind.discount, 0, 9), Reject.parameterRange],
      [give(ANN, FeeGrantKind.level, 1, 1), Reject.parameterRange],
      [give(ANN, FeeGrantKind.level, 1, -5), Reject.parameterRange],
      [give(ANN, 7 as FeeGrantKind, 1, 9), Reject.parameterRange],
      [ends(ANN, 0), Reject.parameterRange],
    ] as const) {
      expect(send(input), JSON.stringify(input)).toMatchObject({ code, events: [] });
    }
    expect(core.state.standings.entries()).toEqual(users);
    for (let i = 0; i < 20; i++) expect(send(give(ANN, FeeGrantKind.level, 1, 9)).code).toBe(0);
    expect(send(give(ANN, FeeGrantKind.level, 1, 9)).code).toBe(Reject.parameterRange);
  });
});

test('a snapshot has it all, of the core and of the views', () => {
  const { core, views, send } = desk();
  send(earned(20_000, ANN, false, [ANN, 2]));
  send(give(ANN, FeeGrantKind.discount, 25, 400));
  send(give(BOB, FeeGrantKind.fixed, 1));
  const copy = restoreCore(snapshotCore(core));
  expect(stateHash(copy)).toBe(stateHash(core));
  const restored = new Views();
  restored.restore(views.serialize());
  for (const known of [views, restored]) {
    expect(known.standings.entries()).toEqual(copy.state.standings.entries());
    expect(known.standings.day).toEqual(copy.state.standings.day);
    expect(known.feeTier(SUB)).toBe(copy.state.users.tier(SUB));
    expect(known.fees.discounts).toEqual([10, 25]);
  }
});

test('a schedule keeps the levels and discounts that users may have', () => {
  const { send, views } = desk();
  const set = (discounts: readonly number[], tiers: readonly object[] = TIERS) =>
    send({ kind: CommandKind.setFeeSchedule, tiers, discounts, ...BY } as CommandInput).code;
  for (const bad of [[10], [25, 10], [10, 25, 25], [10, 25, 0], [10, 25, 101], [10, 25, 1.5]]) {
    expect(set(bad), String(bad)).toBe(Reject.parameterRange);
  }
  expect(set([10, 25], TIERS.slice(1))).toBe(Reject.parameterRange);
  expect(set([10, 25, 50])).toBe(0);
  expect(views.fees.discounts).toEqual([10, 25, 50]);
});

test('a long receipt fits a command', () => {
  const { send } = desk();
  const receipt = 'x'.repeat(12_000);
  const command = { ...earned(20_000, ANN, true), users: [{ user: ANN, level: 1, receipt }] };
  expect(receipt.length).toBeGreaterThan(COMMAND_BYTES_MAX);
  expect(send(command).code).toBe(0);
  const longer = {
    ...command,
    day: 20_001,
    users: [{ user: ANN, level: 1, receipt: `${receipt}x` }],
  };
  expect(send(longer).code).toBe(Reject.parameterRange);
});
