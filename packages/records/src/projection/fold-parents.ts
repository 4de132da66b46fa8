/** How a parent order becomes a row; see fold.ts. */
import type { ParentOrderSetEvent } from '@halcyon/domain';
import type { Known } from './known.ts';
import { mark } from './known.ts';
import type { WriteSet } from './write-set.ts';

/** A parent order of a person is now this. When it came, its first row says: it does not change. */
export function foldParent(event: ParentOrderSetEvent, known: Known, out: WriteSet): void {
  const { account, parent: id, postOnly, time, seq, kind: _kind, ...rest } = event;
  const { duration = 0, slippage = 0, ...terms } = rest;
  if (!known.people.ownsAccount(account)) return;
  mark(time, known, out);
  const { createdAt = time, seq: first = seq } = out.parents.get(id) ?? {};
  out.parents.set(id, {
    ...terms,
    duration,
    slippage,
    account,
    id,
    postOnly: Number(postOnly),
    createdAt,
    updatedAt: time,
    seq: first,
  });
}
