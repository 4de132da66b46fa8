/** Telling what portfolios are now. */
import { type CopyPortfolio, EventKind, type FollowerPortfolio } from '@halcyon/domain';
import type { State } from '../state/state.ts';

/** A portfolio is now this. */
export function putPortfolio(state: State, portfolio: CopyPortfolio): void {
  const { copies, time } = state;
  copies.money.change(copies.portfolios.get(portfolio.user) ?? null, portfolio, time);
  copies.put(portfolio);
  tell(state, portfolio, false);
}

/** A portfolio has ended. @param portfolio as it was at last */
export function removePortfolio(state: State, portfolio: CopyPortfolio): void {
  const { copies, time } = state;
  const before = copies.portfolios.get(portfolio.user)!;
  copies.money.end(before, portfolio, time, copies.settling !== null);
  copies.remove(portfolio);
  tell(state, portfolio, true);
}

/** The trader lets a follower go: told before what becomes of it. */
export function emitRemoved(
  { seq, time, log }: State,
  { user: portfolio, trader }: FollowerPortfolio,
): void {
  log.push({ kind: EventKind.copyFollowerRemoved, seq, time, portfolio, trader });
}

function tell({ seq, time, log }: State, portfolio: CopyPortfolio, ended: boolean): void {
  log.push({ kind: EventKind.copyPortfolioSet, seq, time, portfolio, ended });
}
