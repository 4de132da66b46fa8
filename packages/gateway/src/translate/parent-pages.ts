/** Parent orders that ended, one of any, and its orders, as pages read them; see domain/web/parent-orders.ts. */
import {
  type AccountId,
  type InstrumentId,
  ParentState,
  type ParentWord,
  type Side,
} from '@halcyon/domain';
import type { ChildOrderRow, OrderPage, ParentEndName, ParentOrderRow } from '@halcyon/domain/web';
import type { RestContext } from '../http/context.ts';
import { pageCut } from './lists.ts';
import { childPageRow, parentPageRow } from './parent-page-rows.ts';
import { type ParentFacts, parentKindOf, parentOfHistory, parentsOfViews } from './parents.ts';

type Reads = Pick<RestContext, 'views' | 'history'>;

/** Which rows a page has: only ids below `before`. */
interface Page {
  readonly before: number | undefined;
  readonly limit: number;
}

/** Which ended parent orders are wanted; times are those of their placing, Unix ms, inclusive. */
export interface EndedParentsFilter extends Page {
  readonly instrument: InstrumentId | undefined;
  readonly side: Side | undefined;
  readonly kind: ParentWord | undefined;
  readonly status: ParentEndName | undefined;
  readonly startTime: number | undefined;
  readonly endTime: number | undefined;
}

const ENDS: Readonly<Record<ParentEndName, ParentState>> = {
  filled: ParentState.filled,
  cancelled: ParentState.cancelled,
};

/** A page of an account's ended parent orders, newest first, with all that it knew of when it was asked. */
export async function endedParents(
  { views, history }: Reads,
  account: AccountId,
  { kind, status, before, limit, ...shared }: EndedParentsFilter,
): Promise<OrderPage<ParentOrderRow>> {
  const query = {
    ...shared,
    account,
    kind: kind === undefined ? undefined : parentKindOf(kind),
    status: status === undefined ? undefined : ENDS[status],
    idLessThan: before,
    limit: limit + 1,
  };
  const found = await history.parentHistory(query, { minSeq: views.lastAckSeq(account) });
  const { shown, next } = pageCut(found, limit, ({ id }) => id);
  return { rows: shown.map((one) => parentPageRow(views, parentOfHistory(one))), next };
}

/** A page of the orders of a parent, open and ended, newest first. */
export async function childOrders(
  { views, history }: Reads,
  account: AccountId,
  parent: number,
  { before, limit }: Page,
): Promise<OrderPage<ChildOrderRow>> {
  const query = { account, plan: parent, state: 'all', idLessThan: before } as const;
  const wait = { minSeq: views.lastAckSeq(account) };
  const found = await history.orderHistory({ ...query, limit: limit + 1 }, wait);
  const { shown, next } = pageCut(found, limit, ({ id }) => id);
  return { rows: shown.map((order) => childPageRow(views, order)), next };
}

/** The account's parent order with an id, however old; null: there is none. */
export async function findParent(
  { views, history }: Reads,
  account: AccountId,
  id: number,
): Promise<ParentFacts | null> {
  const known = views.parent(id);
  if (known !== undefined) {
    return known.account === account ? (parentsOfViews(views, [known])[0] ?? null) : null;
  }
  const query = { account, state: 'all', idLessThan: id + 1, limit: 1 } as const;
  const [newest] = await history.parentHistory(query, { minSeq: views.lastAckSeq(account) });
  return newest?.id === id ? parentOfHistory(newest) : null;
}
