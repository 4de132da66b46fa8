/** S18: nobody can say what a balance is: money comes out of an account that has less then. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Core, NEWEST_RULES } from '@halcyon/core';
import {
  accountOf,
  type Command,
  type CommandInput,
  CommandKind,
  Reject,
  SystemAccount,
} from '@halcyon/domain';
import { expect, test } from 'vitest';

const DOMAIN = join(import.meta.dirname, '../../../domain/src');

const INTERFACE = /interface (\w+)(?: extends ([^{]+))? \{\n((?: {2}.*\n|\n)*?)\}/g;

/** Fields of each kind of command, as its type declares them or has them of another one. */
function declaredFields(): Map<string, string[]> {
  const files = readdirSync(DOMAIN, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /^(?!.*\.test).*\.ts$/.test(name),
  );
  const text = files.map((name) => readFileSync(join(DOMAIN, name), 'utf8')).join('\n');
  const found = [...text.matchAll(INTERFACE)];
  const fieldsIn = (body = '') =>
    [...body.matchAll(/^ {2}(?:readonly )?(\w+)\??:/gm)].map(([, name = '']) => name);
  const byName = new Map(found.map(([, name, , body]) => [name, fieldsIn(body)]));
  const kinds = found.flatMap(([, , bases = '', body = '']) => {
    const fields = [
      ...fieldsIn(body),
      ...bases.split(', ').flatMap((one) => byName.get(one) ?? []),
    ];
    const named = (/kind:([^;]+);/.exec(body)?.[1] ?? '').matchAll(/CommandKind\.(\w+)/g);
    return [...named].map(([, kind = '']) => [kind, fields] as const);
  });
  return new Map(kinds);
}

/** Kinds with an amount of money that is no order's. */
const MOVES = [
  ...[
    'borrow',
    'changeMargin',
    'deposit',
    'followTrader',
    'moveCopyMoney',
    'openCopyPortfolio',
    'repay',
    'requestPayout',
    'requestWithdrawal',
    'transfer',
    'withdraw',
  ],
];

test('S18 no kind of command has a field that says what a balance is', () => {
  const fields = declaredFields();
  const named = [...fields.keys()];
  expect(Object.keys(CommandKind).filter((kind) => !named.includes(kind))).toEqual([]);
  const telling = [...fields].filter(([, names]) =>
    names.some((name) => /balance|available|held|credit|debit|equity|wallet/i.test(name)),
  );
  expect(telling).toEqual([]);
  const moving = [...fields].filter(([, names]) => names.includes('amount')).map(([kind]) => kind);
  expect(moving.toSorted()).toEqual(MOVES);
});

test('S18 what is put in is taken out of an account of the system, and the sum stays zero', () => {
  const core = new Core();
  const apply = (input: CommandInput) => {
    const outcome = { ...core.apply({ ...input, seq: core.state.seq + 1, time: 1 } as Command) };
    core.state.log.reset();
    return outcome;
  };
  apply({ kind: CommandKind.setRules, version: NEWEST_RULES });
  apply({ kind: CommandKind.listAsset, code: 'USD', name: 'Dollar', scale: 2 });
  for (const _ of [16, 17]) apply({ kind: CommandKind.openUser, simulated: false });
  const [ann, bob] = [accountOf(16, 0), accountOf(17, 0)];
  const by = { asset: 0, amount: 100n, actor: 'ada', reason: 'test', reference: '' };
  const put = (account: number, from: number) =>
    apply({ kind: CommandKind.deposit, account, from, ...by }).code;
  // A person's money is moved by nobody else, whatever the reason.
  expect(put(bob, SystemAccount.external)).toBe(0);
  expect(put(ann, bob)).toBe(Reject.unknownAccount);
  expect(put(ann, ann)).not.toBe(0);
  expect(put(ann, SystemAccount.external)).toBe(0);
  const { ledger } = core.state;
  expect(ledger.available(ledger.slot(ann, 0))).toBe(100n);
  expect(ledger.available(ledger.slot(SystemAccount.external, 0))).toBe(-200n);
  ledger.assertConserved();
});
