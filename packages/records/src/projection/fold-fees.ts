/** How changes of fee levels become rows; see fold.ts. */
import type { FeeGrantEndedEvent, FeeGrantGivenEvent, LevelsEarnedEvent } from '@halcyon/domain';
import { EventKind } from '@halcyon/domain';
import { FeeChange } from './fee-tables.ts';
import type { Known } from './known.ts';
import type { WriteSet } from './write-set.ts';

/** People have earned other levels. */
export function foldLevels(event: LevelsEarnedEvent, known: Known, out: WriteSet): void {
  for (const { user, level, receipt } of event.users) {
    if (!known.people.isPerson(user)) continue;
    const head = [user, event.seq, FeeChange.earned, 0, 0, level, 0, event.day];
    out.feeChanges.push([...head, receipt, '', '', event.time]);
  }
}

/** A level or a discount was given, or ended. */
export function foldGrant(
  event: FeeGrantGivenEvent | FeeGrantEndedEvent,
  known: Known,
  out: WriteSet,
): void {
  const { user, grant, actor, reason, seq, time } = event;
  if (!known.people.isPerson(user)) return;
  const change = event.kind === EventKind.feeGrantGiven ? FeeChange.given : FeeChange.ended;
  const head = [user, seq, change, grant.id, grant.kind, grant.value, grant.until, 0];
  out.feeChanges.push([...head, '', actor, reason, time]);
}
