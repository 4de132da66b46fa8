/** How events of margin accounts become rows; see fold.ts. */
import type { LoanEvent, MarginLiquidationEvent } from '@halcyon/domain';
import { noteDebt } from './fold-hours.ts';
import { notifyMarginLiquidation } from './fold-notices.ts';
import type { Known } from './known.ts';
import { mark } from './known.ts';
import type { WriteSet } from './write-set.ts';

/** What a person owes of a coin has changed. */
export function foldLoan(event: LoanEvent, known: Known, out: WriteSet): void {
  if (!known.people.ownsAccount(event.account)) return;
  mark(event.time, known, out);
  known.counters.loans += 1;
  noteDebt(event, out);
  out.loans.push({ ...event, id: known.counters.loans, reference: event.id });
}

/** A step of the liquidation of a person's margin account. */
export function foldMarginLiquidation(
  event: MarginLiquidationEvent,
  known: Known,
  out: WriteSet,
): void {
  if (!known.people.ownsAccount(event.account)) return;
  mark(event.time, known, out);
  known.counters.marginLiquidations += 1;
  out.marginLiquidations.push({ ...event, id: known.counters.marginLiquidations });
  notifyMarginLiquidation(event, known.counters.marginLiquidations, known, out);
}
