import type { PlanType, PositionLeg, Side, TriggerBy } from '@halcyon/domain';
import type { Kysely } from 'kysely';
import { checkInteger } from '../errors.ts';
import type { RecordsTables } from '../projection/schema.ts';
import { PlanStatus } from '../projection/schema.ts';
import { HAS_CLIENT_ID } from '../sql/int64.ts';
import { LEG } from './options.ts';
import type { PageRequest } from './window.ts';
import { idRange } from './window.ts';

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
}

/** Which plans of an account are wanted. */
export interface PlanHistoryQuery extends PageRequest {
  readonly account: number;
  readonly instrument?: number | undefined;
  readonly planTypes?: readonly PlanType[] | undefined;
  /** Contracts: only plans for this position. */
  readonly leg?: PositionLeg | undefined;
  /** Default `ended`. */
  readonly state?: 'open' | 'ended' | 'all' | undefined;
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
  if (query.startTime !== undefined) select = select.where('created_at', '>=', query.startTime);
  if (query.endTime !== undefined) select = select.where('created_at', '<=', query.endTime);
  if (query.leg !== undefined) select = select.where(LEG, '=', query.leg);
  if (query.state === 'open') select = select.where('status', '=', PlanStatus.pending);
  else if (query.state !== 'all') select = select.where('status', '<>', PlanStatus.pending);
  const rows = await select.orderBy('id', 'desc').limit(query.limit).execute();
  return rows as unknown as PlanRecord[];
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
    ]);
}
