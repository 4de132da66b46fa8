/** Operators: who may add, renew and remove whom, and whose word about a withdrawal counts. */
import { Core, NEWEST_RULES, Rules, restoreCore, snapshotCore, stateHash } from '@halcyon/core';
import {
  accountOf,
  type Command,
  CommandDecoder,
  type CommandInput,
  CommandKind,
  EventKind,
  encodeCommand,
  OPERATORS_MAX,
  type OperatorChange,
  operatorName,
  RARE_COMMAND_BYTES_MAX,
  Reject,
  type SetOperatorCommand,
  sameOperator,
} from '@halcyon/domain';
import { beforeEach, describe, expect, test } from 'vitest';
import { addOperators } from './operators.ts';

const [ANN, BEN] = [accountOf(16, 0), accountOf(17, 0)];
const [FIRST, SECOND] = ['1', '2'].map((digit) => digit.repeat(64)) as [string, string];

let core: Core;
let bytes: Uint8Array;

/** Through its bytes, as through a journal. */
function submit(input: CommandInput) {
  const command = { ...input, seq: core.state.seq + 1, time: core.state.time + 1 } as Command;
  const length = encodeCommand(command, bytes, 0);
  const { code, id } = core.apply(new CommandDecoder().decode(bytes, 0, length));
  const events = core.state.log.decode();
  core.state.log.reset();
  return { code, id, events };
}

function change(
  what: OperatorChange,
  name: string,
  actor: string,
  more: Partial<SetOperatorCommand> = {},
) {
  const verifier = what === 'remove' ? '' : FIRST;
  const command = { kind: CommandKind.setOperator, name, change: what, verifier, actor } as const;
  return submit({ ...command, reason: '', ...more }).code;
}

/** A withdrawal of 100 inside of the exchange, which waits for two. */
function ask(): number {
  const { code, id } = submit({
    ...{ kind: CommandKind.requestWithdrawal, account: ANN, to: BEN, asset: 0, amount: 100n },
    ...{ fee: 0n, address: '', clientId: '', approvals: 2, notBefore: 0, dayMax: 0n },
  });
  expect(code).toBe(0);
  return id;
}

const approve = (withdrawal: number, actor: string): number =>
  submit({ kind: CommandKind.approveWithdrawal, withdrawal, actor, reason: 'known' }).code;

const received = (): bigint => core.state.ledger.available(core.state.ledger.slot(BEN, 0));

/** An exchange of these rules with a user who has money. */
function open(version: number): void {
  core = new Core();
  submit({ kind: CommandKind.setRules, version });
  submit({ kind: CommandKind.listAsset, code: 'USD', name: 'Dollar', scale: 2 });
  for (const _ of [ANN, BEN]) submit({ kind: CommandKind.openUser, simulated: false });
  const said = { actor: 'test', reason: 'test', reference: 'first' };
  submit({ kind: CommandKind.deposit, account: ANN, from: 0, asset: 0, amount: 1_000n, ...said });
}

beforeEach(() => {
  bytes = new Uint8Array(RARE_COMMAND_BYTES_MAX);
  open(NEWEST_RULES);
});

describe('names of operators', () => {
  test.each([
    ['ada', 'ada'],
    ['Ada', 'ada'],
    ['  ADA\t', 'ada'],
    ['Ａｄａ', 'ada'],
    ['a.b_c-9', 'a.b_c-9'],
    ['a'.repeat(32), 'a'.repeat(32)],
    ['a', null],
    ['a'.repeat(33), null],
    ['', null],
    ['   ', null],
    ['ada lovelace', null],
    ['аda', null],
    ['a\u200Dda', null],
    ['ada\n', 'ada'],
    ['áda', null],
    ['İda', null],
  ])('%j is %j', (text, name) => {
    expect(operatorName(text)).toBe(name);
  });

  test.each([
    ['ada', 'ada', true],
    ['Ada', 'ada', true],
    [' ADA ', 'ada', true],
    ['Ａda', 'ada', true],
    ['A\u0301da', 'Áda', true],
    ['ada', 'adam', false],
    ['command line', 'ada', false],
  ])('%j and %j of earlier journals are one operator: %j', (one, other, same) => {
    expect(sameOperator(one, other)).toBe(same);
  });
});

describe('operators', () => {
  test('the first is added by nobody, each later one by one who is there', () => {
    expect(change('add', 'ada', 'bob')).toBe(Reject.operatorUnknown);
    expect(change('add', 'ada', 'ada')).toBe(Reject.operatorUnknown);
    expect(change('add', 'ada', '')).toBe(0);
    expect(change('add', 'bob', '')).toBe(Reject.operatorUnknown);
    expect(change('add', 'bob', 'eve')).toBe(Reject.operatorUnknown);
    expect(change('add', 'bob', 'Ada')).toBe(Reject.operatorUnknown);
    expect(change('add', 'bob', 'bob')).toBe(Reject.operatorUnknown);
    expect(change('add', 'bob', 'ada')).toBe(0);
    expect(change('add', 'bob', 'ada')).toBe(Reject.operatorExists);
    expect([...core.state.operators]).toEqual([
      ['ada', { verifier: FIRST, by: '', since: 8 }],
      ['bob', { verifier: FIRST, by: 'ada', since: 13 }],
    ]);
  });

  test('another one renews and removes, and so the last one stays', () => {
    for (const each of addOperators(['ada', 'bob'])) expect(submit(each).code).toBe(0);
    for (const what of ['renew', 'remove'] as const) {
      expect(change(what, 'ada', 'ada')).toBe(Reject.operatorSelf);
      expect(change(what, 'eve', 'ada')).toBe(Reject.operatorUnknown);
      expect(change(what, 'ada', '')).toBe(Reject.operatorUnknown);
    }
    expect(change('renew', 'ada', 'bob', { verifier: SECOND })).toBe(0);
    expect(core.state.operators.get('ada')).toMatchObject({ verifier: SECOND, by: 'bob' });
    expect(change('remove', 'ada', 'bob')).toBe(0);
    expect(change('remove', 'bob', 'bob')).toBe(Reject.operatorSelf);
    expect(change('remove', 'bob', 'ada')).toBe(Reject.operatorUnknown);
    expect([...core.state.operators.keys()]).toEqual(['bob']);
  });

  test.each([
    ['Ada', {}],
    [' ada', {}],
    ['a', {}],
    ['a'.repeat(33), {}],
    ['ada', { verifier: '' }],
    ['ada', { verifier: 'f'.repeat(63) }],
    ['ada', { change: 'remove', verifier: FIRST }],
  ] as const)('%j %j is not taken', (name, more) => {
    expect(change('add', name, '', more)).toBe(Reject.parameterRange);
    expect(core.state.operators.size).toBe(0);
  });

  test('there is a most, and each change is an event without its verifier', () => {
    const names = Array.from({ length: OPERATORS_MAX + 1 }, (_, n) => `op-${n}`);
    const codes = addOperators(names).map((each) => submit(each).code);
    expect(codes).toEqual([...Array<number>(OPERATORS_MAX).fill(0), Reject.parameterRange]);
    const renew = { kind: CommandKind.setOperator, name: 'op-2', change: 'renew' } as const;
    const { events } = submit({ ...renew, verifier: SECOND, actor: 'op-3', reason: 'lost' });
    expect(events).toEqual([
      {
        ...{ kind: EventKind.operatorSet, seq: core.state.seq, time: core.state.time },
        ...{ name: 'op-2', change: 'renew', actor: 'op-3', reason: 'lost' },
      },
    ]);
  });

  test('a snapshot has them, and says nothing where there are none', () => {
    const rest = (): object =>
      JSON.parse(new TextDecoder().decode(snapshotCore(core).get('rest'))) as object;
    expect(rest()).not.toHaveProperty('operators');
    for (const each of addOperators(['ada', 'bob'])) submit(each);
    expect(rest()).toHaveProperty('operators');
    const again = restoreCore(snapshotCore(core));
    expect(stateHash(again)).toBe(stateHash(core));
    expect([...again.state.operators]).toEqual([...core.state.operators]);
  });

  test('are not known by the rules before', () => {
    open(Rules.operators - 1);
    expect(change('add', 'ada', '')).toBe(Reject.parameterRange);
    expect(core.state.operators.size).toBe(0);
  });
});

describe('an approval', () => {
  test('S18 is the word of an operator: whoever is none approves and refuses nothing', () => {
    for (const each of addOperators(['ada', 'bob'])) submit(each);
    const id = ask();
    for (const actor of ['eve', 'Ada', 'ADA', ' ada', '']) {
      expect(approve(id, actor)).not.toBe(0);
      const by = { withdrawal: id, actor, reason: 'why not' };
      expect(submit({ kind: CommandKind.refuseWithdrawal, ...by }).code).not.toBe(0);
    }
    expect(approve(id, 'ada')).toBe(0);
    expect(approve(id, 'ada')).toBe(Reject.approvedBefore);
    expect(received()).toBe(0n);
    expect(change('remove', 'bob', 'ada')).toBe(0);
    expect(approve(id, 'bob')).toBe(Reject.operatorUnknown);
    expect(change('add', 'bob', 'ada')).toBe(0);
    expect(approve(id, 'bob')).toBe(0);
    expect(received()).toBe(100n);
  });

  test('S18 of `Ada` in an earlier journal is that of ada, who is no second one', () => {
    open(Rules.operators - 1);
    const typed = ['Ada', ' ada ', 'Ａda'];
    const ids = typed.map((actor) => {
      const id = ask();
      expect(approve(id, actor)).toBe(0);
      return id;
    });
    submit({ kind: CommandKind.setRules, version: NEWEST_RULES });
    for (const each of addOperators(['ada', 'bob'])) submit(each);
    for (const id of ids) expect(approve(id, 'ada')).toBe(Reject.approvedBefore);
    expect(received()).toBe(0n);
    expect(core.state.withdrawals.open.get(ids[0]!)?.approvedBy).toEqual(['Ada']);
    for (const id of ids) expect(approve(id, 'bob')).toBe(0);
    expect(received()).toBe(300n);
  });

  test('by the rules before, names were as they were typed', () => {
    open(Rules.operators - 1);
    const id = ask();
    expect(approve(id, 'ada')).toBe(0);
    expect(approve(id, 'ada')).toBe(Reject.approvedBefore);
    expect(approve(id, 'Ada')).toBe(0);
    expect(received()).toBe(100n);
  });
});
