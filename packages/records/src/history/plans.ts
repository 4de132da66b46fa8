/** Plans that are asked for one by one; their pages are in kinds/plans.ts. */
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { checkInteger } from '../errors.ts';
import { find } from '../kinds/pages.ts';
import { PLANS, type PlanRecord, StoredPlanStatus } from '../kinds/plans.ts';
import { PAGE_LIMIT_MAX } from '../kinds/window.ts';
import type { RecordsTables } from '../projection/schema.ts';
import type { AnyDatabase } from '../sql/built-query.ts';
import { HAS_CLIENT_ID } from '../sql/int64.ts';

/** Where in the journal a plan was refused; null = it was not, or before that was kept. */
export async function planFailure(
  db: Kysely<RecordsTables>,
  { account, plan }: { readonly account: number; readonly plan: number },
): Promise<number | null> {
  const row = await db
    .selectFrom('plan_failures')
    .select('seq')
    .where('account', '=', account)
    .where('plan', '=', plan)
    .executeTakeFirst();
  return row?.seq ?? null;
}

/**
 * Which of some plans of an account were cancelled because the other half of their pair happened: a
 * stop whose limit order traded, a take profit whose stop loss fired, or the other way round. The two
 * end in one command, so at one time; two plans of a pair were opened one after the other.
 */
export async function plansOvertaken(
  db: Kysely<RecordsTables>,
  query: { readonly account: number; readonly plans: readonly number[] },
): Promise<number[]> {
  const { account, plans } = query;
  checkInteger('plans', plans.length, 0, PAGE_LIMIT_MAX);
  if (plans.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    select p.id from plans p
    where p.account = ${account} and p.id in (${sql.join(plans)})
      and p.status = ${sql.lit(StoredPlanStatus.cancelled)} and p.parent <> 0
      and (
        exists (
          select 1 from plans s
          where s.account = p.account and s.id in (p.id - 1, p.id + 1) and s.parent = p.parent
            and s.status in (${sql.lit(StoredPlanStatus.executed)}, ${sql.lit(StoredPlanStatus.failed)})
            and s.updated_at = p.updated_at
        )
        or exists (
          select 1 from fills f
          where f.order_id = p.parent and f.account = p.account and f.time = p.updated_at
        )
      )`.execute(db);
  return rows.map(({ id }) => id);
}

/** One plan of an account, or null. */
export async function planById(
  db: AnyDatabase,
  { account, plan }: { readonly account: number; readonly plan: number },
): Promise<PlanRecord | null> {
  checkInteger('plan', plan, 0, Number.MAX_SAFE_INTEGER);
  const [found] = await find(db, PLANS, sql`account = ${account} and id = ${plan}`);
  return found ?? null;
}

/** The newest plan of an account with this client id, however old, or null. */
export async function planByClientId(
  db: AnyDatabase,
  { account, clientId }: { readonly account: number; readonly clientId: string },
): Promise<PlanRecord | null> {
  const named = sql`account = ${account} and client_id = ${clientId} and ${HAS_CLIENT_ID}`;
  const [found] = await find(db, PLANS, sql`${named} order by id desc limit 1`);
  return found ?? null;
}
