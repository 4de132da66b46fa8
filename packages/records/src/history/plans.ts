import type { PlanType, PositionLeg, Side, TriggerBy } from '@halcyon/domain';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { checkInteger } from '../errors.ts';
import type { RecordsTables } from '../projection/schema.ts';
import { PlanStatus } from '../projection/schema.ts';
import { HAS_CLIENT_ID } from '../sql/int64.ts';
import { rare } from '../sql/rare.ts';
import { LEG } from './options.ts';
import type { PageRequest } from './window.ts';
import { idRange, PAGE_LIMIT_MAX } from './window.ts';

/** One plan order; prices in ticks, quantities in lots, `quoteAmount` in quote units. */
export interface PlanRecord {
  readonly id: number;
  readonly account: number;
  readonly instrument: number;
  readonly side: Side;
  readonly planType: PlanType;
  readonly triggerBy: TriggerBy;
  readonly triggerPrice: number;
  /** 0 = market. */
  readonly price: number;
  readonly quantity: number;
  readonly quoteAmount: number;
  readonly callbackPpm: number;
  readonly clientId: string;
  /** The entry order or OCO limit leg it belongs to, 0 = none. */
  readonly parent: number;
  readonly status: PlanStatus;
  /** The order it became, 0 = none. */
  readonly order: number;
  /** Reject code when it failed, else 0. */
  readonly code: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly seq: number;
  /** Contracts: bits of OrderOption of the order that it becomes. */
  readonly options: number;
  /** Contracts: what is attached to that order; triggers of 0 = nothing. */
  readonly takeProfitTrigger: number;
  readonly takeProfitPrice: number;
  readonly takeProfitBy: TriggerBy;
  readonly stopLossTrigger: number;
  readonly stopLossPrice: number;
  readonly stopLossBy: TriggerBy;
}

/** Which plans of an account are wanted. */
export interface PlanHistoryQuery extends PageRequest {
  readonly account: number;
  readonly instrument?: number | undefined;
  readonly planTypes?: readonly PlanType[] | undefined;
  /** Only plans for a whole position, or only the others. */
  readonly wholePosition?: boolean | undefined;
  /** Contracts: only plans for this position. */
  readonly leg?: PositionLeg | undefined;
  /** Default `ended`. */
  readonly state?: 'open' | 'ended' | 'all' | undefined;
  readonly side?: Side | undefined;
  /** Exactly this status; a pending one wants `state` open or all. */
  readonly status?: PlanStatus | undefined;
}

/** As the index of failed plans has it. */
const HAS_FAILED = sql<boolean>`status = ${sql.lit(PlanStatus.failed)}`;

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

/** Plans newest first; ids are plan ids. */
export async function planHistory(
  db: Kysely<RecordsTables>,
  query: PlanHistoryQuery,
): Promise<PlanRecord[]> {
  const { from, to } = await idRange(db, 'plan_id', query);
  let select = selectPlans(db)
    .where('account', '=', query.account)
    .where('id', '>=', from)
    .where('id', '<', to);
  if (query.instrument !== undefined) select = select.where('instrument', '=', query.instrument);
  if (query.planTypes !== undefined) select = select.where('plan_type', 'in', query.planTypes);
  if (query.wholePosition !== undefined) {
    select = select.where('quantity', query.wholePosition ? '=' : '>', 0);
  }
  if (query.side !== undefined) select = select.where('side', '=', query.side);
  if (query.status === PlanStatus.failed) select = select.where(rare(db, HAS_FAILED));
  else if (query.status !== undefined) select = select.where('status', '=', query.status);
  if (query.startTime !== undefined) select = select.where('created_at', '>=', query.startTime);
  if (query.endTime !== undefined) select = select.where('created_at', '<=', query.endTime);
  if (query.leg !== undefined) select = select.where(LEG, '=', query.leg);
  if (query.state === 'open') select = select.where('status', '=', PlanStatus.pending);
  else if (query.state !== 'all') select = select.where('status', '<>', PlanStatus.pending);
  const rows = await select.orderBy('id', 'desc').limit(query.limit).execute();
  return rows as unknown as PlanRecord[];
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
      and p.status = ${sql.lit(PlanStatus.cancelled)} and p.parent <> 0
      and (
        exists (
          select 1 from plans s
          where s.account = p.account and s.id in (p.id - 1, p.id + 1) and s.parent = p.parent
            and s.status in (${sql.lit(PlanStatus.executed)}, ${sql.lit(PlanStatus.failed)})
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
  db: Kysely<RecordsTables>,
  query: { readonly account: number; readonly plan: number },
): Promise<PlanRecord | null> {
  checkInteger('plan', query.plan, 0, Number.MAX_SAFE_INTEGER);
  const row = await selectPlans(db)
    .where('account', '=', query.account)
    .where('id', '=', query.plan)
    .executeTakeFirst();
  return (row as unknown as PlanRecord | undefined) ?? null;
}

/** The newest plan of an account with this client id, however old, or null. */
export async function planByClientId(
  db: Kysely<RecordsTables>,
  query: { readonly account: number; readonly clientId: string },
): Promise<PlanRecord | null> {
  const row = await selectPlans(db)
    .where('account', '=', query.account)
    .where('client_id', '=', query.clientId)
    .where(HAS_CLIENT_ID)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return (row as unknown as PlanRecord | undefined) ?? null;
}

function selectPlans(db: Kysely<RecordsTables>) {
  return db
    .selectFrom('plans')
    .select([
      'id',
      'account',
      'instrument',
      'side',
      'plan_type as planType',
      'trigger_by as triggerBy',
      'trigger_price as triggerPrice',
      'price',
      'quantity',
      'quote_amount as quoteAmount',
      'callback_ppm as callbackPpm',
      'client_id as clientId',
      'parent',
      'status',
      'order_id as order',
      'code',
      'created_at as createdAt',
      'updated_at as updatedAt',
      'seq',
      'options',
      'take_profit_trigger as takeProfitTrigger',
      'take_profit_price as takeProfitPrice',
      'take_profit_by as takeProfitBy',
      'stop_loss_trigger as stopLossTrigger',
      'stop_loss_price as stopLossPrice',
      'stop_loss_by as stopLossBy',
    ]);
}
