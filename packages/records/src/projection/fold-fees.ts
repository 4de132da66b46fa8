/** How changes of fee levels become rows; see fold.ts. */
import type {
  FeeGrantEndedEvent,
  FeeGrantGivenEvent,
  FeeScheduleSetEvent,
  FeeTierSetEvent,
  InstrumentSetEvent,
  LevelsEarnedEvent,
} from '@halcyon/domain';
import { EventKind } from '@halcyon/domain';
import { FeeChange } from '../kinds/fee-changes.ts';
import { FeeTerms } from './fee-tables.ts';
import type { Known } from './known.ts';
import type { WriteSet } from './write-set.ts';

/** People have earned other levels. */
export function foldLevels(event: LevelsEarnedEvent, known: Known, out: WriteSet): void {
  for (const { user, level, receipt } of event.users) {
    if (!known.people.isPerson(user)) continue;
    const { seq, day, time } = event;
    out.feeChanges.push({
      ...{ userId: user, seq, change: FeeChange.earned, grantId: 0, grantKind: 0, value: level },
      ...{ until: 0, day, receipt, actor: '', reason: '', time },
    });
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
  const { id: grantId, kind: grantKind, value, until } = grant;
  out.feeChanges.push({
    ...{ userId: user, seq, change, grantId, grantKind, value, until },
    ...{ day: 0, receipt: '', actor, reason, time },
  });
}

/** The schedule is another. */
export function foldSchedule(
  { tiers, discounts = [], seq }: FeeScheduleSetEvent,
  out: WriteSet,
): void {
  noteTerms(out, [FeeTerms.schedule, 0, seq, JSON.stringify({ tiers, discounts })]);
}

/** A person is in another tier. */
export function foldTier({ user, tier, seq }: FeeTierSetEvent, known: Known, out: WriteSet): void {
  if (known.people.isPerson(user)) noteTerms(out, [FeeTerms.tier, user, seq, String(tier)]);
}

/** A contract has other terms, or is new. */
export function foldContractTerms(
  { instrument: { id, contract }, seq }: InstrumentSetEvent,
  out: WriteSet,
): void {
  if (contract === null) return;
  const { makerPpm, takerPpm, liquidationPpm } = contract;
  const terms = JSON.stringify({ makerPpm, takerPpm, liquidationPpm });
  noteTerms(out, [FeeTerms.contract, id, seq, terms]);
}

/** What a command says last is so. */
function noteTerms(out: WriteSet, row: readonly [number, number, number, string]): void {
  out.feeTerms.set(row.slice(0, 3).join(), row);
}
