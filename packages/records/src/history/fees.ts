/** What the fee levels of people follow from: their changes, and what they traded by day. */
import { accountOf, type ContractTerms, type FeeSchedule, FIRST_FEES } from '@halcyon/domain';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { checkInteger, RecordsError } from '../errors.ts';
import { FEE_CHANGES, type FeeChangeRecord } from '../kinds/fee-changes.ts';
import { find } from '../kinds/pages.ts';
import { idRange } from '../kinds/window.ts';
import { FeeTerms } from '../projection/fee-tables.ts';
import type { RecordsTables } from '../projection/schema.ts';

const DAY_MS = 86_400_000;
/** Users asked about at once. */
const USERS_MAX = 200;
const KINDS = [0, 1, 2, 3, 4, 5, 6] as const;

/** Whose changes are wanted, from which one backwards. */
export interface FeeChangesQuery {
  readonly user: number;
  /** Only those before this sequence. */
  readonly beforeSeq?: number | undefined;
  readonly limit: number;
}

/** Changes of somebody's level and discounts, newest first. */
export async function feeChanges(
  db: Kysely<RecordsTables>,
  { user, beforeSeq = Number.MAX_SAFE_INTEGER, limit }: FeeChangesQuery,
): Promise<FeeChangeRecord[]> {
  checkInteger('limit', limit, 1, 1_000);
  const below = sql`user_id = ${user} and seq < ${beforeSeq}`;
  return find(
    db,
    FEE_CHANGES,
    sql`${below} order by seq desc, ${sql.ref('change')} desc limit ${limit}`,
  );
}

/** What somebody traded in an instrument on a day. */
export interface VolumeRecord {
  readonly user: number;
  readonly instrument: number;
  /** Days since 1970, UTC. */
  readonly day: number;
  /** Units of what it is priced in. Trades within one owner's accounts count for nothing. */
  readonly value: bigint;
}

/** Whose trades of which days are wanted. */
export interface VolumesQuery {
  readonly users: readonly number[];
  readonly fromDay: number;
  readonly toDay: number;
}

/** What users traded by day and instrument. Each is read by its own rows, so that nobody waits long. */
export async function volumes(
  db: Kysely<RecordsTables>,
  { users, fromDay, toDay }: VolumesQuery,
): Promise<VolumeRecord[]> {
  checkInteger('fromDay', fromDay, 0, 100_000_000);
  checkInteger('toDay', toDay, fromDay, 100_000_000);
  if (users.length > USERS_MAX) {
    throw new RecordsError('badRequest', `users: at most ${USERS_MAX}`, { field: 'users' });
  }
  if (users.length === 0) return [];
  const accounts = users.flatMap((user) => KINDS.map((kind) => accountOf(user, kind)));
  const [from, to] = [fromDay * DAY_MS, (toDay + 1) * DAY_MS];
  const { from: first } = await idRange(db, 'trade_id', { startTime: from, limit: 1 });
  // Integers divide to whole numbers in both databases.
  const user = sql<number>`account / 8`;
  const day = sql<number>`time / ${sql.lit(DAY_MS)}`;
  const rows = await db
    .selectFrom('fills')
    .select([user.as('user'), 'instrument', day.as('day')])
    .select(sql<string>`cast(sum(quote) as text)`.as('value'))
    .where('account', 'in', accounts)
    .where('trade', '>=', first)
    .where('time', '>=', from)
    .where('time', '<', to)
    .where('own', '=', 0)
    .groupBy([user, 'instrument', day])
    .orderBy(user)
    .orderBy(day)
    .orderBy('instrument')
    .execute();
  return rows.map((row) => ({
    user: Number(row.user),
    instrument: Number(row.instrument),
    day: Number(row.day),
    value: BigInt(row.value),
  }));
}

/** Terms of a time; `asNow` = they have not changed since, null = they were not kept. */
export type KeptTerms<Terms> = Terms | 'asNow' | null;

/** What the rates of a user's fills follow from. */
export interface FeeTermsRecord {
  /** Tiers and discounts. */
  readonly schedule: KeptTerms<FeeSchedule>;
  readonly tier: KeptTerms<number>;
  /** Of the contract that was asked about. */
  readonly contract: KeptTerms<ContractFees>;
}

/** What the fees of a contract follow from, ppm. */
export type ContractFees = Pick<ContractTerms, 'makerPpm' | 'takerPpm' | 'liquidationPpm'>;

/** Of whose fills, where, and when. */
export interface FeeTermsQuery {
  readonly user: number;
  readonly instrument: number;
  readonly seq: number;
}

/** The terms that held at a sequence. */
export async function feeTerms(
  db: Kysely<RecordsTables>,
  { user, instrument, seq }: FeeTermsQuery,
): Promise<FeeTermsRecord> {
  checkInteger('seq', seq, 0, Number.MAX_SAFE_INTEGER);
  const since = await newestTerms(db, FeeTerms.keptSince, 0, Number.MAX_SAFE_INTEGER);
  const keptSince = since?.seq ?? Number.MAX_SAFE_INTEGER;
  /** @param first what the rules begin with, null = nothing */
  const kept = async <Terms>(kind: FeeTerms, subject: number, first: Terms | null) => {
    const row = await newestTerms(db, kind, subject, seq);
    if (row !== null) return JSON.parse(row.terms) as Terms;
    if (keptSince === 0) return first;
    const later = await newestTerms(db, kind, subject, Number.MAX_SAFE_INTEGER);
    return later === null && seq > keptSince ? ('asNow' as const) : null;
  };
  return {
    schedule: await kept<FeeSchedule>(FeeTerms.schedule, 0, FIRST_FEES),
    tier: await kept<number>(FeeTerms.tier, user, 0),
    contract: await kept<ContractFees>(FeeTerms.contract, instrument, null),
  };
}

/** The newest terms of a kind up to a sequence; null = there are none. */
async function newestTerms(
  db: Kysely<RecordsTables>,
  kind: FeeTerms,
  subject: number,
  seq: number,
): Promise<{ readonly terms: string; readonly seq: number } | null> {
  const row = await db
    .selectFrom('fee_terms')
    .select(['terms', 'seq'])
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('seq', '<=', seq)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}
