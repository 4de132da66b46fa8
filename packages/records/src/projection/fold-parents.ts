/** How a parent order becomes a row; see fold.ts. */
import { type ParentOrderSetEvent, parentOfOrder } from '@halcyon/domain';
import type { OrderState } from '../kinds/orders.ts';
import type { ParentRowState } from '../kinds/parents.ts';
import { notifyParent } from './fold-notices.ts';
import type { Known } from './known.ts';
import { mark } from './known.ts';
import type { WriteSet } from './write-set.ts';

/** A parent order of a person is now this. When it came, its first row says: it does not change. */
export function foldParent(event: ParentOrderSetEvent, known: Known, out: WriteSet): void {
  const { account, parent: id, postOnly, time, seq, kind: _kind, ...rest } = event;
  const { duration = 0, slippage = 0, ...terms } = rest;
  if (!known.people.ownsAccount(account)) return;
  mark(time, known, out);
  const before = known.parents.get(id);
  const parent: ParentRowState = {
    ...terms,
    duration,
    slippage,
    account,
    id,
    postOnly: Number(postOnly),
    createdAt: before?.createdAt ?? time,
    updatedAt: time,
    seq: before?.seq ?? seq,
    filledQuote: before?.filledQuote ?? known.firstQuotes.get(id) ?? 0n,
  };
  known.firstQuotes.delete(id);
  if (before !== undefined) out.parents.delete(before);
  known.parents.set(id, parent);
  out.parents.add(parent);
  notifyParent(event, parent, before, known, out);
}

/** Adds what an order of a parent traded to its parent, which tells no amounts. */
export function foldChildEnd(order: OrderState, known: Known, out: WriteSet): void {
  const id = parentOfOrder(order);
  if (id === 0 || order.trades === 0) return;
  const parent = known.parents.get(id);
  if (parent === undefined) {
    const before = known.firstQuotes.get(id) ?? 0n;
    known.firstQuotes.set(id, before + order.filledQuote);
    return;
  }
  parent.filledQuote += order.filledQuote;
  out.parents.add(parent);
}
