/** Operators at the command line: who adds whom, and that whoever is named shows a secret. */
import { Core, NEWEST_RULES } from '@halcyon/core';
import { type Command, type CommandInput, CommandKind } from '@halcyon/domain';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Runtime } from '../exchange/open-runtime.ts';
import type { OperationArgs } from '../exchange/operation-args.ts';
import { auditOf } from './audit.ts';
import { carryOut } from './operation-table.ts';

let core: Core;
/** What a journal would have. */
let journal: string;
let audit: { readonly operation: string; readonly detail: string }[];
let runtime: Runtime;

function apply(input: CommandInput) {
  const command = { ...input, seq: core.state.seq + 1, time: 1_000 } as Command;
  journal += JSON.stringify(command, (_key, value) =>
    typeof value === 'bigint' ? String(value) : (value as unknown),
  );
  const outcome = { ...core.apply(command) };
  state().log.reset();
  return outcome;
}

const state = () => core.state;

beforeEach(() => {
  core = new Core();
  journal = '';
  audit = [];
  apply({ kind: CommandKind.setRules, version: NEWEST_RULES });
  const noteOperation = async (entry: (typeof audit)[number]) => {
    audit.push(entry);
  };
  runtime = {
    exchange: {
      core,
      engine: { submit: async (input: CommandInput) => apply(input) },
      reader: { views: {} },
    },
    records: { identity: { noteOperation } },
    paper: null,
  } as unknown as Runtime;
});

const run = (operation: string, args: OperationArgs): Promise<unknown> =>
  carryOut(runtime, null, operation, args);

async function secretOf(operation: string, args: OperationArgs): Promise<string> {
  const { secret } = (await run(operation, args)) as { secret: string };
  return secret;
}

/** ada and bob, with their secrets. */
async function two(): Promise<{ readonly ada: string; readonly bob: string }> {
  const ada = await secretOf('operator-add', { name: 'ada' });
  return {
    ada,
    bob: await secretOf('operator-add', { name: ' Bob', operator: 'ada', secret: ada }),
  };
}

describe('operators', () => {
  test('the first is added by who asks, each later one by one that shows its secret', async () => {
    const secret = await secretOf('operator-add', { name: 'Ada' });
    expect(secret).toMatch(/^[\w-]{43}$/);
    await expect(run('operator-add', { name: 'bob' })).rejects.toThrow('name it with --operator');
    for (const wrong of [undefined, '', `${secret}a`, secret.toLowerCase(), 7]) {
      const args = { name: 'bob', operator: 'ada', secret: wrong };
      await expect(run('operator-add', args)).rejects.toThrow(/secret of ada|--secret must/);
    }
    const self = { name: 'bob', operator: 'bob', secret };
    await expect(run('operator-add', self)).rejects.toThrow('there is no operator bob');
    expect(await run('operator-add', { name: 'BOB', operator: 'Ada', secret })).toEqual({
      name: 'bob',
      secret: expect.stringMatching(/^[\w-]{43}$/) as string,
    });
    expect(await run('operator-list', {})).toEqual([
      { name: 'ada', by: '', since: 1_000 },
      { name: 'bob', by: 'ada', since: 1_000 },
    ]);
  });

  test('one is added once: a second time would take the secret of the first', async () => {
    const { ada } = await two();
    const before = core.state.operators.get('bob');
    const again = run('operator-add', { name: 'BOB', operator: 'ada', secret: ada });
    await expect(again).rejects.toThrow('there is an operator of this name');
    expect(core.state.operators.get('bob')).toEqual(before);
  });

  test('another one renews and removes; what was shown before is no proof then', async () => {
    const { ada, bob } = await two();
    for (const operation of ['operator-renew', 'operator-remove']) {
      const own = run(operation, { name: 'ada', operator: 'ada', secret: ada });
      await expect(own).rejects.toThrow('by another one');
      await expect(run(operation, { name: 'ada' })).rejects.toThrow('by another one');
    }
    const by = { operator: 'bob', secret: bob };
    const renewed = await secretOf('operator-renew', { name: 'ada', ...by });
    const add = (secret: string) => run('operator-add', { name: 'eve', operator: 'ada', secret });
    await expect(add(ada)).rejects.toThrow('this is not the secret of ada');
    await add(renewed);
    expect(await run('operator-remove', { name: 'ada', ...by })).toEqual({
      ...{ name: 'ada', removed: true },
    });
    await expect(add(renewed)).rejects.toThrow('there is no operator ada');
  });

  test.each([
    [{}, 'a name is missing'],
    [{ name: ' ' }, 'a name is missing'],
    [{ name: 7 }, '--name must be a text'],
    [{ name: 'a' }, '--name must be 2 to 32 of a-z, 0-9, dot, dash and underscore'],
    [{ name: 'ada lovelace' }, '--name must be 2 to 32'],
    [{ name: 'аda' }, '--name must be 2 to 32'],
    [{ name: 'bob', operator: '' }, '--operator is missing'],
    [{ name: 'bob', operator: null }, '--operator must be a text'],
    [{ name: 'bob', operator: ['ada'] }, '--operator must be a text'],
  ])('%j is refused by name, and nobody is added', async (args, message) => {
    await expect(run('operator-add', args)).rejects.toThrow(message);
    expect(core.state.operators.size).toBe(0);
  });
});

describe('whoever names an operator', () => {
  const decisions = ['withdrawal-approve', 'withdrawal-refuse', 'withdrawal-allow', 'audit-list'];
  test.each(decisions)('S18 shows its secret for %s', async (operation) => {
    const { ada, bob } = await two();
    for (const secret of [undefined, '', ada, `${bob} `]) {
      const args = { id: '1', operator: 'bob', reason: 'known', secret };
      await expect(run(operation, args)).rejects.toThrow(/secret of bob/);
    }
    const none = { id: '1', operator: 'eve', reason: 'known', secret: ada };
    await expect(run(operation, none)).rejects.toThrow('there is no operator eve');
  });

  test('and does not, has that noted; no secret is in the audit, the journal or a message', async () => {
    const { ada, bob } = await two();
    const given = { operator: 'Bob', reason: 'known', secret: ada, id: '1' };
    const error = await run('withdrawal-approve', given).catch((thrown: Error) => thrown.message);
    expect(audit.at(-1)).toEqual({
      operation: 'operator-refused',
      detail: JSON.stringify({ refused: 'withdrawal-approve', operator: 'bob' }),
    });
    await run('withdrawal-approve', { ...given, secret: bob }).catch(() => {});
    expect(audit.at(-1)?.detail).toBe(
      JSON.stringify({
        ...{ operation: 'withdrawal-approve', actor: 'command line', reason: 'known' },
        ...{ id: '1', operator: 'bob' },
      }),
    );
    const said = [
      journal,
      error,
      JSON.stringify(audit),
      JSON.stringify(auditOf('x', given)),
    ].join();
    for (const secret of [ada, bob]) expect(said).not.toContain(secret);
  });

  test('where there are none is told how the first is made', async () => {
    const args = { id: '1', operator: 'ada', reason: 'known', secret: 'x' };
    await expect(run('withdrawal-approve', args)).rejects.toThrow('"operator add NAME" makes');
  });
});
