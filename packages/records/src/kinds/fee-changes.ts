/** Changes of people's fee levels and discounts, with what each follows from. */
import type { UserId } from '@halcyon/domain';
import { int, text } from './columns.ts';
import { type RecordOf, recordKind } from './kind.ts';

/** What a row tells of. */
export const FeeChange = { earned: 0, given: 1, ended: 2 } as const;
export type FeeChange = (typeof FeeChange)[keyof typeof FeeChange];

/** See the head of the file. */
export const FEE_CHANGES = recordKind({
  table: 'fee_changes',
  columns: {
    user_id: int<UserId>(),
    seq: int(),
    change: int<FeeChange>(),
    /** The grant; 0 = a level that was earned. */
    grant_id: int(),
    grant_kind: int(),
    /** Level, or per cent. */
    value: int(),
    /** Unix ms at which a grant ends; 0 = when it is taken back. */
    until: int(),
    /** Last day whose volume counts, days since 1970; 0 of a grant. */
    day: int(),
    /** What an earned level was worked out from, as JSON. */
    receipt: text(),
    actor: text(),
    reason: text(),
    time: int(),
  },
  key: ['user_id', 'seq', 'change', 'grant_id'],
  unread: ['user_id'],
});

/** A change of somebody's level or discounts. */
export type FeeChangeRecord = RecordOf<typeof FEE_CHANGES>;
