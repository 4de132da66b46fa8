/** Changes of what margin accounts owe: amounts in units of the coin, rates ppm a year. */

import type { AccountId, AssetId, InstrumentId } from '@halcyon/domain';
import { accountWord, LoanCause, wireId } from '@halcyon/domain';
import { sql } from 'kysely';
import { checkInteger, RecordsError } from '../errors.ts';
import { decimal, type Facts, fileOf, idOrNone, namesOf } from './cells.ts';
import { int } from './columns.ts';
import { type RecordOf, recordKind } from './kind.ts';
import { is, pagesOf, type QueryOfPages, where } from './pages.ts';

/** The changes of debts that have a small index: all but the interest of each hour. */
export const RARE_LOANS = 'cause <> 2';

/** Every change of what people owe: borrowed, repaid, an hour's interest, lost. */
export const LOANS = recordKind({
  table: 'loans',
  columns: {
    account: int<AccountId>(),
    id: int(),
    /** -1 with cross margin. */
    instrument: int<InstrumentId>(),
    asset: int<AssetId>(),
    cause: int<LoanCause>(),
    /** Of the loan or repayment, of its order; 0 = an hour's interest. */
    reference: int(),
    /** What is owed since, and by how much that is more. */
    principal: int(),
    interest: int(),
    principal_delta: int(),
    interest_delta: int(),
    rate: int(),
    time: int(),
    seq: int(),
  },
  key: ['account', 'id'],
});

/** A change of what an account owes of a coin. */
export type LoanRecord = RecordOf<typeof LOANS>;

/** The causes are literals: only so can the small index of all but interest be chosen. */
function causeIn(causes: readonly LoanCause[]) {
  if (causes.length === 0) {
    throw new RecordsError('badRequest', 'causes must not be empty', { field: 'causes' });
  }
  for (const cause of causes) checkInteger('causes', cause, 0, 255);
  const list = sql.join(causes.map((cause) => sql.lit(cause)));
  const index = causes.includes(LoanCause.interest) ? sql`` : sql` and ${sql.raw(RARE_LOANS)}`;
  return sql<boolean>`(cause in (${list})${index})`;
}

/** Changes of what an account owes, newest first. */
export const loans = pagesOf(LOANS, {
  owner: 'account',
  id: 'id',
  time: 'time',
  mark: 'loan_id',
  filters: {
    instrument: is('instrument'),
    asset: is('asset'),
    /** Only of this loan, repayment or order. */
    reference: where((reference: number) => {
      checkInteger('reference', reference, 0, Number.MAX_SAFE_INTEGER);
      return sql<boolean>`reference = ${reference}`;
    }),
    /** Only these causes. */
    causes: where(causeIn),
  },
});

/** Which changes of an account's debts are wanted. */
export type LoansQuery = QueryOfPages<typeof loans>;

const CAUSES = namesOf(LoanCause);
/** Digits of a yearly rate, ppm. */
const PPM_SCALE = 6;

/** Files of changes of debts. */
export const LOAN_FILE = fileOf(
  (loan: LoanRecord, facts: Facts) => {
    const coin = facts.coin(loan.asset);
    const money = (units: number) => decimal(units, coin.scale);
    return { ...loan, symbol: facts.symbol(loan.instrument), coin, money };
  },
  [
    ['time', 'time', ({ time }) => time],
    ['account', 'text', ({ account }) => accountWord(account)],
    ['change_id', 'text', ({ id }) => wireId(id)],
    ['symbol', 'text', ({ symbol }) => symbol],
    ['coin', 'text', ({ coin }) => coin.code],
    ['cause', 'text', ({ cause }) => CAUSES[cause] ?? ''],
    ['principal_change', 'decimal', ({ principalDelta, money }) => money(principalDelta)],
    ['interest_change', 'decimal', ({ interestDelta, money }) => money(interestDelta)],
    ['principal_owed', 'decimal', ({ principal, money }) => money(principal)],
    ['interest_owed', 'decimal', ({ interest, money }) => money(interest)],
    ['yearly_rate', 'decimal', ({ rate }) => decimal(rate, PPM_SCALE)],
    ['reference_id', 'text', ({ reference }) => idOrNone(reference)],
  ],
);
