/** What went into the protection fund and out of it; everyone may see it, so it names no account. */
import type { AssetId, InstrumentId, PostingReason } from '@halcyon/domain';
import { int, int64 } from './columns.ts';
import { type RecordOf, recordKind } from './kind.ts';
import { is, pagesOf } from './pages.ts';

/** See the head of the file. */
export const FUND_ENTRIES = recordKind({
  table: 'fund_entries',
  columns: {
    asset: int<AssetId>(),
    id: int(),
    reason: int<PostingReason>(),
    /** What it got, or paid; units of `asset`. */
    amount: int64(),
    /** What it has since. */
    balance: int64(),
    /** -1 = none. */
    instrument: int<InstrumentId>(),
    reference: int(),
    time: int(),
    seq: int(),
  },
  key: ['asset', 'id'],
});

/** One of them. */
export type FundEntryRecord = RecordOf<typeof FUND_ENTRIES>;

/** What went into the protection fund of an asset, or of all, and out of it, newest first. */
export const fundHistory = pagesOf(FUND_ENTRIES, {
  id: 'id',
  time: 'time',
  mark: 'fund_id',
  filters: { asset: is('asset'), instrument: is('instrument') },
});
