/** The books of loans find interest that is booked wrongly, each way of it. */

import { Core } from '@halcyon/core';
import {
  AccountKind,
  accountOf,
  type CommandInput,
  CommandKind,
  NO_PAIR,
  PostingReason,
  SystemAccount,
} from '@halcyon/domain';
import { expect, test } from 'vitest';
import { LoanAudit } from './loan-audit.ts';
import { SMALL_LOAN } from './margin-scenario.ts';

const HOUR = 3_600_000;
const USD = 0;
const USER = 16;
const ACCOUNT = accountOf(USER, AccountKind.crossMargin);
const BY = { actor: 'test', reason: 'test', reference: '' };

/** A core where one account owes 100.00 and an hour's interest, and its books so far. */
function indebted() {
  const core = new Core();
  const audit = new LoanAudit();
  const note = (): void => {
    audit.note(core.state.log.decode());
    core.state.log.reset();
  };
  const send = (input: CommandInput): void => {
    const stamped = { ...input, seq: core.state.seq + 1, time: HOUR };
    expect(core.apply(stamped as Parameters<Core['apply']>[0]).code).toBe(0);
    note();
  };
  const spot = accountOf(USER, AccountKind.spot);
  const funds = { from: SystemAccount.external, asset: USD, amount: 10_000_000n, ...BY };
  const loan = { account: ACCOUNT, instrument: NO_PAIR, asset: USD, clientId: '' };
  send({ kind: CommandKind.setRules, version: 6 });
  send({ kind: CommandKind.listAsset, code: 'USD', name: 'Dollar', scale: 4 });
  const terms = { asset: USD, market: NO_PAIR, terms: SMALL_LOAN };
  send({ kind: CommandKind.setLoanTerms, ...terms, ...BY });
  send({ kind: CommandKind.openUser, simulated: false });
  for (const account of [SystemAccount.loans, spot]) {
    send({ kind: CommandKind.deposit, account, ...funds });
  }
  const moved = { from: spot, to: ACCOUNT, asset: USD, amount: 5_000_000n, clientId: '' };
  send({ kind: CommandKind.transfer, ...moved });
  send({ kind: CommandKind.borrow, ...loan, amount: 1_000_000 });
  const repay = (): void => send({ kind: CommandKind.repay, ...loan, amount: 500_100 });
  return { core, audit, note, repay };
}

type Indebted = ReturnType<typeof indebted>;

/** Moves interest between accounts, as a core would that books it wrongly. */
function post({ core, note }: Indebted, from: number, to: number, units: number): void {
  const { ledger } = core.state;
  for (const [account, delta] of [
    [from, -units],
    [to, units],
  ] as const) {
    const slot = ledger.slot(account, USD);
    ledger.post(slot, account, USD, PostingReason.interest, 1, delta, 0, NO_PAIR);
  }
  note();
}

test('INV-27 hold of a loan, and of a repayment, interest first', () => {
  const { core, audit, repay } = indebted();
  audit.check(core.state);
  repay();
  audit.check(core.state);
  const pool = core.state.ledger.slot(SystemAccount.loans, USD);
  // 50.00 of 100.00 came back, and 0.01 of interest.
  expect(core.state.ledger.available(pool)).toBe(10_000_000n - 500_000n + 100n);
});

test.each<[string, string, (at: Indebted) => void]>([
  [
    'owed that was not charged',
    'interest that is owed was not charged',
    ({ core }) => core.state.loans.records.change(0, 0, 7),
  ],
  [
    'that is principal',
    'interest that is owed was not charged',
    ({ core }) => core.state.loans.records.change(0, -7, 7),
  ],
  [
    'that another account gets',
    'interest does not sum to zero with the pool',
    (at) => post(at, ACCOUNT, SystemAccount.fees, 7),
  ],
  [
    'paid twice',
    'the pool got other interest than loans say',
    (at) => post(at, ACCOUNT, SystemAccount.loans, 7),
  ],
  [
    'put into the pool as a loan',
    'the pool and what it lent is not its own',
    ({ core, note }) => {
      const { ledger } = core.state;
      const { loans } = SystemAccount;
      ledger.post(ledger.slot(loans, USD), loans, USD, PostingReason.loan, 1, 7, 0, NO_PAIR);
      note();
    },
  ],
])('INV-27 finds interest %s', (_how, what, breaks) => {
  const at = indebted();
  at.repay();
  at.audit.check(at.core.state);
  breaks(at);
  expect(() => at.audit.check(at.core.state)).toThrow(`INV-27: asset 0: ${what}`);
});
