/** What must hold of loans between any two commands, from the core's state alone. */
import type { State } from '@halcyon/core';
import { assetOf, isMargin, SystemAccount } from '@halcyon/domain';
import { check } from './position-invariants.ts';

/** @throws BrokenInvariant naming the first one that does not hold */
export function checkLoans({ loans, ledger }: State): void {
  const { records, hour, sweep } = loans;
  const lent = new Map<number, number>();
  for (let record = 0; record < records.count; record++) {
    const number = records.number(record);
    const balance = ledger.slot(records.account(record), number);
    check(balance === records.balance(record), 'INV-25', 'a coin has another balance');
    const principal = records.principal(record);
    lent.set(assetOf(number), (lent.get(assetOf(number)) ?? 0) + principal);
    check(principal >= 0 && records.interest(record) >= 0, 'INV-25', 'less than nothing is owed');
    const charged = principal === 0 || records.hour(record) === hour;
    check(charged || sweep !== null, 'INV-26', 'an hour of a loan was not charged');
  }
  for (const { asset, lent: sum } of loans.coins) {
    check(sum === (lent.get(asset) ?? 0), 'INV-25', `asset ${asset}: lent is not what is borrowed`);
    const pool = ledger.available(ledger.slot(SystemAccount.loans, asset));
    check(pool >= 0n, 'INV-25', `the pool of asset ${asset} is below zero`);
  }
  for (let slot = 0; slot < ledger.index.count; slot++) {
    const account = ledger.index.accounts[slot]!;
    if (!isMargin(account) || ledger.available(slot) + ledger.held(slot) === 0n) continue;
    const record = records.find(account, ledger.index.numbers[slot]!);
    check(record !== -1, 'INV-25', `money of margin account ${account} is not looked at`);
  }
}
