/** Movements as they are told: whose, and with the pair and the transaction that follow from them. */
import { pairOf, transactionOfDeposit, WithdrawalStatus } from '@halcyon/domain';
import { type Kysely, sql } from 'kysely';
import { checkInteger } from '../errors.ts';
import {
  gotMovements,
  MOVEMENTS,
  MovementKind,
  type StoredMovement,
  sentMovements,
} from '../kinds/movements.ts';
import { find, type QueryOfPages } from '../kinds/pages.ts';
import { idRange } from '../kinds/window.ts';
import type { RecordsTables } from '../projection/schema.ts';
import { HAS_CLIENT_ID } from '../sql/int64.ts';

/** Ends of withdrawals whose money is its owner's again. */
const CAME_BACK = [WithdrawalStatus.cancelled, WithdrawalStatus.refused, WithdrawalStatus.failed];

/** A deposit, withdrawal or transfer; amounts in asset units. */
export type MovementRecord = Omit<StoredMovement, 'pocket'> & {
  /** The pair in whose pocket the isolated margin account has it; -1 = none. */
  readonly instrument: number;
};

/** Which movements of a user are wanted. */
export type MovementsQuery = Omit<
  QueryOfPages<typeof sentMovements>,
  'from_user' | 'kind' | 'arrived'
> & { readonly user: number };

/** Transfers of a user out of own accounts, newest first. */
export async function transfers(
  db: Kysely<RecordsTables>,
  query: MovementsQuery,
): Promise<MovementRecord[]> {
  return sent(db, query, MovementKind.transfer);
}

/** Transfers of a user to another one of its root, or from such a one, newest first. */
export async function familyTransfers(
  db: Kysely<RecordsTables>,
  query: MovementsQuery & { readonly side: 'from' | 'to' },
): Promise<MovementRecord[]> {
  const list = query.side === 'from' ? sent : got;
  return list(db, { ...query, across: true }, MovementKind.transfer);
}

/** Every transfer that a user sent or received, between own accounts and in the family, newest first. */
export async function allTransfers(
  db: Kysely<RecordsTables>,
  query: MovementsQuery,
): Promise<MovementRecord[]> {
  const own = await transfers(db, query);
  const received = await familyTransfers(db, { ...query, side: 'to' });
  if (received.length === 0) return own;
  return [...own, ...received].sort((a, b) => b.id - a.id).slice(0, query.limit);
}

/** A user's withdrawals, newest first. */
export async function withdrawals(
  db: Kysely<RecordsTables>,
  query: MovementsQuery,
): Promise<MovementRecord[]> {
  return sent(db, query, MovementKind.withdrawal);
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
 * address of this user (`kind` distinguishes them).
 */
export async function deposits(
  db: Kysely<RecordsTables>,
  query: MovementsQuery,
): Promise<MovementRecord[]> {
  const deposited = await got(db, query, MovementKind.deposit);
  const received = await got(db, query, MovementKind.withdrawal, true);
  if (received.length === 0) return deposited;
  return [...deposited, ...received].sort((a, b) => b.id - a.id).slice(0, query.limit);
}

/** The newest transfer or withdrawal that a user sent with this client id, or null. */
export async function movementByClientId(
  db: Kysely<RecordsTables>,
  query: { readonly user: number; readonly kind: MovementKind; readonly clientId: string },
): Promise<MovementRecord | null> {
  const named = sql`from_user = ${query.user} and kind = ${query.kind}
    and client_id = ${query.clientId} and ${HAS_CLIENT_ID}`;
  const [found] = await find(db, MOVEMENTS, sql`${named} order by id desc limit 1`);
  return found === undefined ? null : told(found);
}

/** A movement that a user sent or received, or null. */
export async function movementById(
  db: Kysely<RecordsTables>,
  { user, id }: { readonly user: number; readonly id: number },
): Promise<MovementRecord | null> {
  checkInteger('id', id, 0, Number.MAX_SAFE_INTEGER);
  const of = sql`(from_user = ${user} or to_user = ${user})`;
  const [found] = await find(db, MOVEMENTS, sql`id = ${id} and ${of}`);
  return found === undefined ? null : told(found);
}

async function sent(
  db: Kysely<RecordsTables>,
  query: MovementsQuery,
  kind: MovementKind,
): Promise<MovementRecord[]> {
  return (await sentMovements(db, { ...query, from_user: query.user, kind })).map(told);
}

async function got(
  db: Kysely<RecordsTables>,
  query: MovementsQuery,
  kind: MovementKind,
  onlyArrived = false,
): Promise<MovementRecord[]> {
  const arrived = onlyArrived ? true : undefined;
  return (await gotMovements(db, { ...query, to_user: query.user, kind, arrived })).map(told);
}

function told({ pocket, ...movement }: StoredMovement): MovementRecord {
  const { kind, clientId, transaction } = movement;
  return {
    ...movement,
    transaction: kind === MovementKind.deposit ? transactionOfDeposit(clientId) : transaction,
    instrument: pairOf(pocket),
  };
}
