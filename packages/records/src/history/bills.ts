import type { Side } from '@halcyon/domain';
import { PostingReason } from '@halcyon/domain';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { checkInteger, RecordsError } from '../errors.ts';
import type { RecordsTables } from '../projection/schema.ts';
import { isRareReason, RARE_BILLS } from '../projection/schema.ts';
import { int64Text } from '../sql/int64.ts';
import type { PageRequest } from './window.ts';
import { idRange } from './window.ts';

/** One change of what an account has of an asset, in asset units. */
export interface BillRecord {
  readonly id: number;
  readonly account: number;
  readonly asset: number;
  readonly reason: PostingReason;
  /** Of a trade: whether the account bought or sold; -1 = not a trade. */
  readonly side: Side | -1;
  /** Change of the balance, fee already taken off. */
  readonly amount: bigint;
  /** Fee in it: off a trade's income or a contract's profit, on top of a whole withdrawal; same asset. */
  readonly fee: bigint;
  /** Available + held after the change. */
  readonly balance: bigint;
  /** -1 = none. */
  readonly instrument: number;
  /** Order, trade or movement id. */
  readonly reference: number;
  readonly time: number;
  readonly seq: number;
}

/** Which bills of an account are wanted. */
export interface BillsQuery extends PageRequest {
  readonly account: number;
  readonly asset?: number | undefined;
  readonly instrument?: number | undefined;
  /** Only these reasons. */
  readonly reasons?: readonly PostingReason[] | undefined;
  readonly side?: Side | undefined;
  /** Only what came, or only what went. */
  readonly sign?: 1 | -1 | undefined;
  /** A withdrawal and its fee are one bill, which has the id of the withdrawal; else two. */
  readonly wholeWithdrawals?: boolean | undefined;
}

/** Bills newest first. */
export async function bills(db: Kysely<RecordsTables>, query: BillsQuery): Promise<BillRecord[]> {
  const { from, to } = await idRange(db, 'bill_id', query);
  let select = db
    .selectFrom('bills')
    .select([
      'id',
      'account',
      'asset',
      'reason',
      'side',
      int64Text('amount').as('amount'),
      int64Text('fee').as('fee'),
      int64Text('balance').as('balance'),
      'instrument',
      'reference',
      'time',
      'seq',
    ])
    .where('account', '=', query.account)
    .where('id', '>=', from)
    .where('id', '<', to);
  if (query.asset !== undefined) select = select.where('asset', '=', query.asset);
  if (query.instrument !== undefined) select = select.where('instrument', '=', query.instrument);
  if (query.side !== undefined) select = select.where('side', '=', query.side);
  if (query.sign !== undefined) select = select.where('amount', query.sign > 0 ? '>' : '<', 0);
  if (query.startTime !== undefined) select = select.where('time', '>=', query.startTime);
  if (query.endTime !== undefined) select = select.where('time', '<=', query.endTime);
  const { reasons } = query;
  if (reasons?.length === 1 && reasons[0] === PostingReason.funding) {
    select = select.where('id', 'in', isFunding(db, query, from, to));
  } else if (reasons !== undefined) select = select.where(reasonIn(reasons));
  const whole = query.wholeWithdrawals === true;
  if (whole) select = select.where('reason', '<>', PostingReason.withdrawFee);
  const rows = await select.orderBy('id', 'desc').limit(query.limit).execute();
  const found = rows.map((row) => ({
    ...row,
    reason: row.reason as PostingReason,
    side: row.side as Side | -1,
    amount: BigInt(row.amount),
    fee: BigInt(row.fee),
    balance: BigInt(row.balance),
  }));
  return whole ? await withFees(db, query.account, found) : found;
}

/** Bills whose withdrawals have their fees in them: nothing of the account comes between the two. */
async function withFees(
  db: Kysely<RecordsTables>,
  account: number,
  found: BillRecord[],
): Promise<BillRecord[]> {
  const { withdraw, withdrawFee } = PostingReason;
  const withdrawals = found.filter(({ reason }) => reason === withdraw);
  if (withdrawals.length === 0) return found;
  const rows = await db
    .selectFrom('bills')
    .select(['reference', int64Text('amount').as('amount'), int64Text('balance').as('balance')])
    .where('account', '=', account)
    .where(reasonIn([withdrawFee]))
    .where(
      'reference',
      'in',
      withdrawals.map(({ reference }) => reference),
    )
    .execute();
  const fees = new Map(rows.map((row) => [row.reference, row]));
  return found.map((bill) => {
    const fee = bill.reason === withdraw ? fees.get(bill.reference) : undefined;
    if (fee === undefined) return bill;
    const taken = BigInt(fee.amount);
    const { amount } = bill;
    return { ...bill, amount: amount + taken, fee: -taken, balance: BigInt(fee.balance) };
  });
}

/** The reasons are literals: only so can the small index of the rare ones be chosen. */
export function reasonIn(reasons: readonly PostingReason[]) {
  if (reasons.length === 0) {
    throw new RecordsError('badRequest', 'reasons must not be empty', { field: 'reasons' });
  }
  for (const reason of reasons) checkInteger('reasons', reason, 0, 255);
  const list = sql.join(reasons.map((reason) => sql.lit(reason)));
  const rare = reasons.every(isRareReason);
  const index = rare ? sql` and ${sql.raw(RARE_BILLS)}` : sql``;
  return sql<boolean>`(reason in (${list})${index})`;
}

/** Bills of fundings alone: the table of fundings has few rows and the same ids. */
function isFunding(db: Kysely<RecordsTables>, query: BillsQuery, from: number, to: number) {
  return db
    .selectFrom('fundings')
    .select('id')
    .where('account', '=', query.account)
    .where('id', '>=', from)
    .where('id', '<', to);
}
