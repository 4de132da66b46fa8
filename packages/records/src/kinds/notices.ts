/** What people are told of their accounts: prices in ticks, sizes in lots, amounts in units. */
import type { AccountId, AssetId, InstrumentId, UserId } from '@halcyon/domain';
import { mailOfNotice, type NoticeKind, noticeKinds } from '@halcyon/domain';
import { int, int64 } from './columns.ts';
import { type RecordOf, recordKind } from './kind.ts';

/** See the head of the file. */
export const NOTICES = recordKind({
  table: 'notices',
  columns: {
    user: int<UserId>(),
    id: int(),
    kind: int<NoticeKind>(),
    account: int<AccountId>(),
    /** -1 = none, as of assets. */
    instrument: int<InstrumentId>(),
    asset: int<AssetId>(),
    side: int(),
    /** Lots; of a margin call what has to be kept, margin units. */
    quantity: int64(),
    /** Quote units of fills, else units of the asset; of a margin call the equity, margin units. */
    amount: int64(),
    /** Ticks; 0 = none. */
    price: int(),
    /** Order, plan, parent order, movement, bill, trade or step of a liquidation; of copying the portfolio. */
    reference: int(),
    /** Of a transfer the account that got it, 0 = none. */
    other: int<AccountId>(),
    /**
     * Of a withdrawal its WithdrawalStatus, of a plan that failed the code, of copying a CopyExitReason or CopyEnd,
     * of a parent order its kind.
     */
    status: int(),
    time: int(),
    seq: int(),
  },
  key: ['user', 'id'],
});

/** One notice. */
export type NoticeRecord = RecordOf<typeof NOTICES>;

const MAILED = noticeKinds((kind) => mailOfNotice(kind) !== undefined);

/** The urgent ones, as an index of before had them. */
export const URGENT_INDEX = 'kind <= 3';
/** What the small index of notices that are mailed has: its text never changes. Later kinds are all in it. */
export const MAILED_INDEX = '(kind <= 3 or kind >= 12)';
/** Those that are mailed. What the index says stands there too, so that it is used. */
export const MAILED_NOTICES = `${MAILED_INDEX} and kind in (${MAILED.join(', ')})`;
