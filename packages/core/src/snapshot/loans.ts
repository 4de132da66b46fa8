/** Who owes what as a part of a snapshot: one row for each coin that an account owes. */
import { assert, assetOf, isMargin } from '@halcyon/domain';
import type { LoansImage } from '../loans/loan-book.ts';
import type { State } from '../state/state.ts';

const FIELDS = 5;

/** All debts by account and number of the ledger. */
export function loansPart({ loans: { records } }: State): Uint8Array {
  const owing = Array.from({ length: records.count }, (_, slot) => slot).filter(
    (slot) => records.debt(slot) > 0,
  );
  owing.sort(
    (a, b) => records.account(a) - records.account(b) || records.number(a) - records.number(b),
  );
  const rows = new Float64Array(owing.length * FIELDS);
  for (const [row, slot] of owing.entries()) {
    const i = row * FIELDS;
    rows[i] = records.account(slot);
    rows[i + 1] = records.number(slot);
    rows[i + 2] = records.principal(slot);
    rows[i + 3] = records.interest(slot);
    rows[i + 4] = records.hour(slot);
  }
  return new Uint8Array(rows.buffer);
}

/** Makes the records again, in any memory order, of all that margin accounts have and owe. */
export function restoreLoans(state: State, image: LoansImage, bytes: Uint8Array): void {
  const { loans, ledger, markets } = state;
  loans.restore(image, (instrument) => markets[instrument]!.instrument.base);
  const { count, accounts, numbers } = ledger.index;
  for (let slot = 0; slot < count; slot++) {
    if (isMargin(accounts[slot]!)) loans.records.slot(accounts[slot]!, numbers[slot]!, slot);
  }
  const rows = new Float64Array(new Uint8Array(bytes).buffer);
  for (let i = 0; i < rows.length; i += FIELDS) {
    const [account, number, principal, interest] = rows.subarray(i, i + FIELDS);
    const balance = ledger.slot(account!, number!);
    const record = loans.records.slot(account!, number!, balance);
    loans.records.change(record, principal!, interest!);
    loans.records.setHour(record, rows[i + 4]!);
    const coin = loans.coin(assetOf(number!));
    assert(coin !== undefined, 'a snapshot has a debt of a coin that is not lent');
    coin.lent += principal!;
  }
}
