/** Orders that are asked for one by one; their pages are in kinds/orders.ts. */
import { sql } from 'kysely';
import { checkInteger } from '../errors.ts';
import { ORDERS, type OrderRecord } from '../kinds/orders.ts';
import { find } from '../kinds/pages.ts';
import { PAGE_LIMIT_MAX } from '../kinds/window.ts';
import type { AnyDatabase } from '../sql/built-query.ts';
import { HAS_CLIENT_ID } from '../sql/int64.ts';

/** One order of an account, or null. */
export async function orderById(
  db: AnyDatabase,
  { account, order }: { readonly account: number; readonly order: number },
): Promise<OrderRecord | null> {
  checkInteger('order', order, 0, Number.MAX_SAFE_INTEGER);
  const [found] = await find(db, ORDERS, sql`account = ${account} and id = ${order}`);
  return found ?? null;
}

/** Those of some orders of an account that there are, in no order. */
export async function ordersByIds(
  db: AnyDatabase,
  { account, orders }: { readonly account: number; readonly orders: readonly number[] },
): Promise<OrderRecord[]> {
  checkInteger('orders', orders.length, 0, PAGE_LIMIT_MAX);
  if (orders.length === 0) return [];
  return find(db, ORDERS, sql`account = ${account} and id in (${sql.join(orders)})`);
}

/** The newest order of an account with this client id, however old, or null. */
export async function orderByClientId(
  db: AnyDatabase,
  { account, clientId }: { readonly account: number; readonly clientId: string },
): Promise<OrderRecord | null> {
  const named = sql`account = ${account} and client_id = ${clientId} and ${HAS_CLIENT_ID}`;
  const [found] = await find(db, ORDERS, sql`${named} order by id desc limit 1`);
  return found ?? null;
}
