import { pairOf, pocketOfPair, transactionOfDeposit, WithdrawalStatus } from '@halcyon/domain';
import { type Kysely, sql } from 'kysely';
import { checkInteger } from '../errors.ts';
import type { RecordsTables } from '../projection/schema.ts';
import { MovementKind } from '../projection/schema.ts';
import { HAS_CLIENT_ID, int64Text } from '../sql/int64.ts';
import type { PageRequest } from './window.ts';
import { idRange } from './window.ts';

/** What a withdrawal is to whom it is for: nothing before it has arrived. */
const ARRIVED = [0, WithdrawalStatus.confirmed];
/** Ends of withdrawals whose money is its owner's again. */
const CAME_BACK = [WithdrawalStatus.cancelled, WithdrawalStatus.refused, WithdrawalStatus.failed];

/** A deposit, withdrawal or transfer; amounts in asset units. */
export interface MovementRecord {
  readonly id: number;
  readonly kind: MovementKind;
  readonly fromUser: number;
  readonly toUser: number;
  readonly fromAccount: number;
  readonly toAccount: number;
  readonly asset: number;
  /** The pair in whose pocket the isolated margin account has it; -1 = none. */
  readonly instrument: number;
  /** What the receiving side got. */
  readonly amount: bigint;
  /** What the sender paid on top. */
  readonly fee: bigint;
  readonly clientId: string;
  readonly address: string;
  readonly actor: string;
  readonly reason: string;
  readonly time: number;
  readonly seq: number;
  /** A WithdrawalStatus; 0 = done at once, as deposits and transfers are. */
  readonly status: WithdrawalStatus | 0;
  /** When the status was reached; 0 = at once. */
  readonly updatedAt: number;
  /** Operators that a withdrawal needs. */
  readonly approvals: number;
  /** Those who approved it, one a line. */
  readonly approvedBy: string;
  /** Of the chain; '' = none. */
  readonly transaction: string;
}

/** Which movements of a user are wanted. */
export interface MovementsQuery extends PageRequest {
  readonly user: number;
  readonly asset?: number | undefined;
  readonly clientId?: string | undefined;
  /** Only this movement. */
  readonly id?: number | undefined;
  readonly fromAccount?: number | undefined;
  readonly toAccount?: number | undefined;
  /** Only what came to this account or went from it. */
  readonly ofAccount?: number | undefined;
  /** Only what an isolated margin account has of this pair. */
  readonly instrument?: number | undefined;
  /** Only what went from one user to another, or only what did not. */
  readonly across?: boolean | undefined;
}

/** Transfers of a user out of own accounts, newest first. */
export async function transfers(
  db: Kysely<RecordsTables>,
  query: MovementsQuery,
): Promise<MovementRecord[]> {
  return list(db, query, 'from_user', MovementKind.transfer);
}

/** Transfers of a user to another one of its root, or from such a one, newest first. */
export async function familyTransfers(
  db: Kysely<RecordsTables>,
  query: MovementsQuery & { readonly side: 'from' | 'to' },
): Promise<MovementRecord[]> {
  return list(db, { ...query, across: true }, `${query.side}_user`, MovementKind.transfer);
}

/** Every transfer that a user sent or received, between own accounts and in the family, newest first. */
export async function allTransfers(
  db: Kysely<RecordsTables>,
  query: MovementsQuery,
): Promise<MovementRecord[]> {
  const sent = await transfers(db, query);
  const received = await familyTransfers(db, { ...query, side: 'to' });
  if (received.length === 0) return sent;
  return [...sent, ...received].sort((a, b) => b.id - a.id).slice(0, query.limit);
}

/** A user's withdrawals, newest first. */
export async function withdrawals(
  db: Kysely<RecordsTables>,
  query: MovementsQuery,
): Promise<MovementRecord[]> {
  return list(db, query, 'from_user', MovementKind.withdrawal);
}

/** What of an asset left somebody, or is leaving. */
export interface WithdrawnRecord {
  readonly asset: number;
  readonly amount: bigint;
}

/** What a user has asked to withdraw since a moment, by asset, fees apart; what came back is not in it. */
export async function withdrawn(
  db: Kysely<RecordsTables>,
  { user, since }: { readonly user: number; readonly since: number },
): Promise<WithdrawnRecord[]> {
  const { from } = await idRange(db, 'movement_id', { startTime: since, limit: 1 });
  const rows = await db
    .selectFrom('movements')
    .select('asset')
    .select(sql<string>`cast(sum(amount) as text)`.as('amount'))
    .where('from_user', '=', user)
    .where('kind', '=', MovementKind.withdrawal)
    .where('id', '>=', from)
    .where('time', '>=', since)
    .where('status', 'not in', CAME_BACK)
    .groupBy('asset')
    .orderBy('asset')
    .execute();
  return rows.map(({ asset, amount }) => ({ asset, amount: BigInt(amount) }));
}

/**
 * What a user received from outside, newest first: deposits, and other users' withdrawals to an
 * address of this user (`kind` tells them apart).
 */
export async function deposits(
  db: Kysely<RecordsTables>,
  query: MovementsQuery,
): Promise<MovementRecord[]> {
  const deposited = await list(db, query, 'to_user', MovementKind.deposit);
  const received = await list(db, query, 'to_user', MovementKind.withdrawal, true);
  if (received.length === 0) return deposited;
  return [...deposited, ...received].sort((a, b) => b.id - a.id).slice(0, query.limit);
}

/** The newest transfer or withdrawal that a user sent with this client id, or null. */
export async function movementByClientId(
  db: Kysely<RecordsTables>,
  query: { readonly user: number; readonly kind: MovementKind; readonly clientId: string },
): Promise<MovementRecord | null> {
  const row = await selectMovements(db)
    .where('from_user', '=', query.user)
    .where('kind', '=', query.kind)
    .where('client_id', '=', query.clientId)
    .where(HAS_CLIENT_ID)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : toRecord(row);
}

/** A movement that a user sent or received, or null. */
export async function movementById(
  db: Kysely<RecordsTables>,
  query: { readonly user: number; readonly id: number },
): Promise<MovementRecord | null> {
  checkInteger('id', query.id, 0, Number.MAX_SAFE_INTEGER);
  const row = await selectMovements(db)
    .where('id', '=', query.id)
    .where((eb) => eb.or([eb('from_user', '=', query.user), eb('to_user', '=', query.user)]))
    .executeTakeFirst();
  return row === undefined ? null : toRecord(row);
}

async function list(
  db: Kysely<RecordsTables>,
  query: MovementsQuery,
  owner: 'from_user' | 'to_user',
  kind: MovementKind,
  onlyArrived = false,
): Promise<MovementRecord[]> {
  const { from, to } = await idRange(db, 'movement_id', query);
  let select = selectMovements(db)
    .where(owner, '=', query.user)
    .where('kind', '=', kind)
    .where('id', '>=', from)
    .where('id', '<', to);
  if (onlyArrived) select = select.where('status', 'in', ARRIVED);
  if (query.id !== undefined) select = select.where('id', '=', query.id);
  if (query.across !== undefined) {
    select = select.whereRef('from_user', query.across ? '<>' : '=', 'to_user');
  }
  if (query.asset !== undefined) select = select.where('asset', '=', query.asset);
  if (query.clientId !== undefined) select = select.where('client_id', '=', query.clientId);
  if (query.fromAccount !== undefined) {
    select = select.where('from_account', '=', query.fromAccount);
  }
  if (query.toAccount !== undefined) select = select.where('to_account', '=', query.toAccount);
  const { ofAccount, instrument } = query;
  if (ofAccount !== undefined) {
    select = select.where((eb) =>
      eb.or([eb('from_account', '=', ofAccount), eb('to_account', '=', ofAccount)]),
    );
  }
  if (instrument !== undefined) select = select.where('pocket', '=', pocketOfPair(instrument));
  if (query.startTime !== undefined) select = select.where('time', '>=', query.startTime);
  if (query.endTime !== undefined) select = select.where('time', '<=', query.endTime);
  const rows = await select.orderBy('id', 'desc').limit(query.limit).execute();
  return rows.map(toRecord);
}

function selectMovements(db: Kysely<RecordsTables>) {
  return db
    .selectFrom('movements')
    .select([
      'id',
      'kind',
      'from_user as fromUser',
      'to_user as toUser',
      'from_account as fromAccount',
      'to_account as toAccount',
      'asset',
      'pocket',
      int64Text('amount').as('amount'),
      int64Text('fee').as('fee'),
      'client_id as clientId',
      'address',
      'actor',
      'reason',
      'time',
      'seq',
      'status',
      'updated_at as updatedAt',
      'approvals',
      'approved_by as approvedBy',
      'tx as transaction',
    ]);
}

type Selected = Omit<MovementRecord, 'amount' | 'fee' | 'instrument'> & {
  amount: string;
  fee: string;
  pocket: number;
};

function toRecord(row: unknown): MovementRecord {
  const { pocket, amount, fee, ...rest } = row as Selected;
  const { kind, clientId } = rest;
  const transaction =
    kind === MovementKind.deposit ? transactionOfDeposit(clientId) : rest.transaction;
  const money = { amount: BigInt(amount), fee: BigInt(fee) };
  return { ...rest, transaction, instrument: pairOf(pocket), ...money };
}
