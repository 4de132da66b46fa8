/** How a refused order becomes a row; see fold.ts. */
import type { OrderRefusedEvent } from '@halcyon/domain';
import type { Known } from './known.ts';
import { mark } from './known.ts';
import type { WriteSet } from './write-set.ts';

/** A person's order was refused when it was placed. */
export function foldRefusal(event: OrderRefusedEvent, known: Known, out: WriteSet): void {
  if (!known.people.ownsAccount(event.account)) return;
  mark(event.time, known, out);
  known.counters.refusals += 1;
  out.refusals.push({ ...event, id: known.counters.refusals });
}
