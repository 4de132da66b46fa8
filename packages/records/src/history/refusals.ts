/** Orders that were refused when they were placed: prices in ticks, sizes in lots, amounts in quote units. */
import type { OrderRefusedEvent, OrderType, RefusedForm, Side } from '@halcyon/domain';
import type { Kysely } from 'kysely';
import type { RecordsTables } from '../projection/schema.ts';
import type { PageRequest } from './window.ts';
import { idRange } from './window.ts';

/** A refused order, as its event tells it. */
export type RefusalRecord = Omit<OrderRefusedEvent, 'kind'> & { readonly id: number };

/** Which refused orders of an account are wanted. */
export interface RefusalsQuery extends PageRequest {
  readonly account: number;
  readonly instrument?: number | undefined;
  readonly side?: Side | undefined;
}

/** Refused orders of an account, newest first. */
export async function refusals(
  db: Kysely<RecordsTables>,
  query: RefusalsQuery,
): Promise<RefusalRecord[]> {
  const { from, to } = await idRange(db, 'refusal_id', query);
  let select = db
    .selectFrom('refusals')
    .select([
      'id',
      'account',
      'instrument',
      'form',
      'side',
      'type',
      'trigger_price as trigger',
      'price',
      'quantity',
      'quote_amount as quoteAmount',
      'client_id as clientId',
      'code',
      'limit_number as limit',
      'value_number as value',
      'time',
      'seq',
    ])
    .where('account', '=', query.account)
    .where('id', '>=', from)
    .where('id', '<', to);
  if (query.instrument !== undefined) select = select.where('instrument', '=', query.instrument);
  if (query.side !== undefined) select = select.where('side', '=', query.side);
  if (query.startTime !== undefined) select = select.where('time', '>=', query.startTime);
  if (query.endTime !== undefined) select = select.where('time', '<=', query.endTime);
  const rows = await select.orderBy('id', 'desc').limit(query.limit).execute();
  return rows.map((row) => ({
    ...row,
    form: row.form as RefusedForm,
    side: row.side as Side,
    type: row.type as OrderType,
    limit: Number(row.limit),
    value: Number(row.value),
  }));
}
