/** Bills, the entries of the ledger: a change of what an account has of an asset each, in asset units. */

import type { AccountId, AssetId, InstrumentId } from '@halcyon/domain';
import { accountWord, PostingReason, Side, wireId } from '@halcyon/domain';
import { sql } from 'kysely';
import { checkInteger, RecordsError } from '../errors.ts';
import { decimal, type Facts, fileOf, namesOf } from './cells.ts';
import { int, int64 } from './columns.ts';
import { type RecordOf, recordKind } from './kind.ts';
import { is, pagesOf, type QueryOfPages, where } from './pages.ts';

/** The side of a bill that has none. */
export const NO_SIDE = -1 as const;

/**
 * The bills that have a small index: neither of trades nor of fundings, which come to every open
 * position several times a day. It stands in queries as it stands in the index, else none is used.
 */
export const RARE_BILLS = 'reason >= 5 and reason <> 10 and reason <> 11';

/** Whether the small index has the bills with this reason. */
export function isRareReason(reason: number): boolean {
  return reason >= 5 && reason !== 10 && reason !== 11;
}

/** See the head of the file. */
export const BILLS = recordKind({
  table: 'bills',
  columns: {
    account: int<AccountId>(),
    id: int(),
    asset: int<AssetId>(),
    reason: int<PostingReason>(),
    /** Of a trade: whether the account bought or sold; -1 = not a trade. */
    side: int<Side | typeof NO_SIDE>(),
    /** Change of the balance, fee already taken off. */
    amount: int64(),
    /** Fee in it: off a trade's income or a contract's profit, on top of a whole withdrawal; same asset. */
    fee: int64(),
    /** Available + held after the change. */
    balance: int64(),
    /** -1 = none. */
    instrument: int<InstrumentId>(),
    /** Order, trade or movement id. */
    reference: int(),
    time: int(),
    seq: int(),
  },
  key: ['account', 'id'],
});

/** One bill. */
export type BillRecord = RecordOf<typeof BILLS>;

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

/** Bills newest first. */
export const billPages = pagesOf(BILLS, {
  owner: 'account',
  id: 'id',
  time: 'time',
  mark: 'bill_id',
  filters: {
    asset: is('asset'),
    instrument: is('instrument'),
    side: is('side'),
    /** Only what came, or only what went. */
    sign: where((sign: 1 | -1) => sql<boolean>`amount ${sql.raw(sign > 0 ? '>' : '<')} 0`),
    /** Only these reasons. Of fundings alone: their table has few rows and the same ids. */
    reasons: where((reasons: readonly PostingReason[], { query, range: { from, to } }) =>
      reasons.length === 1 && reasons[0] === PostingReason.funding
        ? sql<boolean>`id in (select id from fundings
            where account = ${query['account']} and id >= ${from} and id < ${to})`
        : reasonIn(reasons),
    ),
    /** A withdrawal and its fee are one bill, which has the id of the withdrawal; else two. */
    wholeWithdrawals: where((whole: boolean) =>
      whole ? sql<boolean>`reason <> ${PostingReason.withdrawFee}` : null,
    ),
  },
});

/** Which bills of an account are wanted. */
export type BillsQuery = QueryOfPages<typeof billPages>;

const REASONS = namesOf(PostingReason);
const SIDES = namesOf(Side);

/** Files of the ledger. */
export const LEDGER_FILE = fileOf(
  (bill: BillRecord, facts: Facts) => ({
    ...bill,
    symbol: facts.symbol(bill.instrument),
    coin: facts.coin(bill.asset),
  }),
  [
    ['time', 'time', ({ time }) => time],
    ['account', 'text', ({ account }) => accountWord(account)],
    ['entry_id', 'text', ({ id }) => wireId(id)],
    ['symbol', 'text', ({ symbol }) => symbol],
    ['reason', 'text', ({ reason }) => REASONS[reason] ?? ''],
    ['side', 'text', ({ side }) => SIDES[side] ?? ''],
    ['change', 'decimal', ({ amount, coin }) => decimal(amount, coin.scale)],
    ['fee', 'decimal', ({ fee, coin }) => decimal(fee, coin.scale)],
    ['balance', 'decimal', ({ balance, coin }) => decimal(balance, coin.scale)],
    ['coin', 'text', ({ coin }) => coin.code],
    ['reference_id', 'text', ({ reference }) => wireId(reference)],
  ],
);
