/** Deposits, withdrawals and transfers; amounts in asset units. */
import type { AccountId, AssetId, UserId } from '@halcyon/domain';
import { pocketOfPair, WithdrawalStatus } from '@halcyon/domain';
import { sql } from 'kysely';
import { int, int64, text } from './columns.ts';
import { type RecordOf, type RowOf, recordKind } from './kind.ts';
import { is, pagesOf, where } from './pages.ts';

/** What kind of movement a row is. */
export const MovementKind = { deposit: 0, withdrawal: 1, transfer: 2 } as const;
export type MovementKind = (typeof MovementKind)[keyof typeof MovementKind];

/** See the head of the file. */
export const MOVEMENTS = recordKind({
  table: 'movements',
  columns: {
    id: int(),
    kind: int<MovementKind>(),
    from_user: int<UserId>(),
    to_user: int<UserId>(),
    from_account: int<AccountId>(),
    to_account: int<AccountId>(),
    asset: int<AssetId>(),
    /** What the receiving side got. */
    amount: int64(),
    /** What the sender paid on top. */
    fee: int64(),
    client_id: text(),
    address: text(),
    actor: text(),
    reason: text(),
    time: int(),
    seq: int(),
    /** Of an isolated margin account that takes part, as `pocketOf` has it. */
    pocket: int('loans'),
    /** 0 = done at once, as deposits and transfers are. */
    status: int<WithdrawalStatus | 0>('withdrawals'),
    /** When the status was reached; 0 = at once. */
    updated_at: int('withdrawals'),
    /** Operators that a withdrawal needs. */
    approvals: int('withdrawals'),
    /** Those who approved it, one a line. */
    approved_by: text('withdrawals'),
    /** Of the chain; '' = none. */
    tx: text('withdrawals'),
  },
  key: ['id'],
  fields: { tx: 'transaction' },
  mutable: ['actor', 'reason', 'status', 'updated_at', 'approved_by', 'tx'],
});

/** A movement as the projection makes it. */
export type MovementRow = RowOf<typeof MOVEMENTS>;
/** A movement as its table has it. */
export type StoredMovement = RecordOf<typeof MOVEMENTS>;

/** What a withdrawal is to whom it is for: nothing before it has arrived. */
const ARRIVED = [0, WithdrawalStatus.confirmed];

function pagesBy<const Owner extends 'from_user' | 'to_user'>(owner: Owner) {
  return pagesOf(MOVEMENTS, {
    owner,
    id: 'id',
    time: 'time',
    mark: 'movement_id',
    filters: {
      kind: is('kind'),
      /** Of withdrawals: only those that have arrived. */
      arrived: where((_: true) => sql<boolean>`status in (${sql.join(ARRIVED)})`),
      /** Only this movement. */
      id: is('id'),
      /** Only what went from one user to another, or only what did not. */
      across: where(
        (across: boolean) => sql<boolean>`from_user ${sql.raw(across ? '<>' : '=')} to_user`,
      ),
      asset: is('asset'),
      clientId: is('client_id'),
      fromAccount: is('from_account'),
      toAccount: is('to_account'),
      /** Only what came to this account or went from it. */
      ofAccount: where(
        (account: AccountId) =>
          sql<boolean>`(from_account = ${account} or to_account = ${account})`,
      ),
      /** Only what an isolated margin account has of this pair. */
      instrument: where((pair: number) => sql<boolean>`pocket = ${pocketOfPair(pair)}`),
    },
  });
}

/** What a user sent, newest first. */
export const sentMovements = pagesBy('from_user');
/** What a user got, newest first. */
export const gotMovements = pagesBy('to_user');
