/** Filters that lists share. */
import { AccountKind, accountOf, type UserId, wireId } from '@halcyon/domain';
import type { PageBounds } from '@halcyon/protocol';
import type { Views } from '@halcyon/views';
import { instrumentOf } from '../http/context.ts';

/** The instrument that a list is narrowed to, if any. Throws WireError symbolUnknown. */
export function instrumentFilter(
  views: Views,
  request: { readonly symbol?: string },
): { readonly instrument: number | undefined } {
  const { symbol } = request;
  return { instrument: symbol === undefined ? undefined : instrumentOf(views, symbol).id };
}

/** Whether a row of the read models is in a page's window of time. */
export function inWindow(createdTime: number, page: PageBounds): boolean {
  return (
    (page.startTime === undefined || createdTime >= page.startTime) &&
    (page.endTime === undefined || createdTime <= page.endTime)
  );
}

/** Whether a row is the one that a request names, when it names one. */
export function isAsked(
  id: number,
  clientId: string,
  { orderId, clientOid }: { readonly orderId?: string; readonly clientOid?: string },
): boolean {
  if (orderId !== undefined) return wireId(id) === orderId;
  return clientOid === undefined || clientId === clientOid;
}

/** Sequence of the last command that changed any of a user's open accounts. */
export function userAckSeq(views: Views, user: UserId): number {
  const kinds = Object.values(AccountKind);
  return Math.max(...kinds.map((kind) => views.lastAckSeq(accountOf(user, kind))));
}

/** The rows of a page, and the cursor of the next one where one was found behind it. */
export function pageCut<T>(found: readonly T[], limit: number, id: (row: T) => number) {
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return { shown, next: found.length > limit && last !== undefined ? wireId(id(last)) : null };
}
