/** Loans and liquidations of margin accounts: amounts in units of the coin, rates ppm a year. */
import { LoanCause } from '@halcyon/domain';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { checkInteger, RecordsError } from '../errors.ts';
import type { RecordsTables } from '../projection/schema.ts';
import { RARE_LOANS } from '../projection/schema.ts';
import type { PageRequest } from './window.ts';
import { idRange } from './window.ts';

/** A change of what an account owes of a coin. */
export interface LoanRecord {
  readonly id: number;
  readonly account: number;
  /** -1 with cross margin. */
  readonly instrument: number;
  readonly asset: number;
  readonly cause: LoanCause;
  /** Of the loan or repayment, of its order; 0 = an hour's interest. */
  readonly reference: number;
  /** What is owed since. */
  readonly principal: number;
  readonly interest: number;
  readonly principalDelta: number;
  readonly interestDelta: number;
  readonly rate: number;
  readonly time: number;
  readonly seq: number;
}

/** A step of the liquidation of a margin account; money in margin units. */
export interface MarginLiquidationRecord {
  readonly id: number;
  readonly account: number;
  /** -1 with cross margin. */
  readonly instrument: number;
  /** What it had and what it had to keep. */
  readonly equity: number;
  readonly keeps: number;
  /** All that it held and owed. */
  readonly assets: number;
  readonly debts: number;
  readonly fee: number;
  readonly paidByFund: number;
  readonly lostByPools: number;
  readonly ended: boolean;
  readonly time: number;
  readonly seq: number;
}

/** Which liquidations of a margin account are wanted. */
export interface MarginEventsQuery extends PageRequest {
  readonly account: number;
  readonly instrument?: number | undefined;
}

/** Which changes of an account's debts are wanted. */
export interface LoansQuery extends MarginEventsQuery {
  readonly asset?: number | undefined;
  /** Only these causes. */
  readonly causes?: readonly LoanCause[] | undefined;
  /** Only of this loan, repayment or order. */
  readonly reference?: number | undefined;
}

/** Changes of what an account owes, newest first. */
export async function loans(db: Kysely<RecordsTables>, query: LoansQuery): Promise<LoanRecord[]> {
  const { from, to } = await idRange(db, 'loan_id', query);
  let select = db
    .selectFrom('loans')
    .select([
      'id',
      'account',
      'instrument',
      'asset',
      'cause',
      'reference',
      'principal',
      'interest',
      'principal_delta as principalDelta',
      'interest_delta as interestDelta',
      'rate',
      'time',
      'seq',
    ])
    .where('account', '=', query.account)
    .where('id', '>=', from)
    .where('id', '<', to);
  if (query.instrument !== undefined) select = select.where('instrument', '=', query.instrument);
  if (query.asset !== undefined) select = select.where('asset', '=', query.asset);
  if (query.startTime !== undefined) select = select.where('time', '>=', query.startTime);
  if (query.endTime !== undefined) select = select.where('time', '<=', query.endTime);
  if (query.reference !== undefined) {
    checkInteger('reference', query.reference, 0, Number.MAX_SAFE_INTEGER);
    select = select.where('reference', '=', query.reference);
  }
  if (query.causes !== undefined) select = select.where(causeIn(query.causes));
  const rows = await select.orderBy('id', 'desc').limit(query.limit).execute();
  return rows as unknown as LoanRecord[];
}

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

/** The steps of liquidations of a margin account, newest first. */
export async function marginLiquidations(
  db: Kysely<RecordsTables>,
  query: MarginEventsQuery,
): Promise<MarginLiquidationRecord[]> {
  const { from, to } = await idRange(db, 'margin_liquidation_id', query);
  let select = db
    .selectFrom('margin_liquidations')
    .select([
      'id',
      'account',
      'instrument',
      'equity',
      'keeps',
      'assets',
      'debts',
      'fee',
      'paid_by_fund as paidByFund',
      'lost_by_pools as lostByPools',
      'ended',
      'time',
      'seq',
    ])
    .where('account', '=', query.account)
    .where('id', '>=', from)
    .where('id', '<', to);
  if (query.instrument !== undefined) select = select.where('instrument', '=', query.instrument);
  if (query.startTime !== undefined) select = select.where('time', '>=', query.startTime);
  if (query.endTime !== undefined) select = select.where('time', '<=', query.endTime);
  const rows = await select.orderBy('id', 'desc').limit(query.limit).execute();
  return rows.map((row) => ({ ...row, ended: row.ended === 1 }));
}
