/** Telling what portfolios are now. */
import { type CopyPortfolio, EventKind } from '@halcyon/domain';
import type { State } from '../state/state.ts';

/** A portfolio is now this. */
export function putPortfolio(state: State, portfolio: CopyPortfolio): void {
  state.copies.put(portfolio);
  tell(state, portfolio, false);
}

/** A portfolio has ended. @param portfolio as it was at last */
export function removePortfolio(state: State, portfolio: CopyPortfolio): void {
  state.copies.remove(portfolio);
  tell(state, portfolio, true);
}

function tell({ seq, time, log }: State, portfolio: CopyPortfolio, ended: boolean): void {
  log.push({ kind: EventKind.copyPortfolioSet, seq, time, portfolio, ended });
}
