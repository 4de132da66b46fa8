/** What the protection fund may still pay for a contract in the hour that runs. */
import {
  assert,
  FUND_HOUR_MS,
  fundHourLimit,
  MARGIN_PER_COIN,
  SystemAccount,
} from '@halcyon/domain';
import type { Market } from '../state/market.ts';
import type { State } from '../state/state.ts';

const UNITS_MAX = Number.MAX_SAFE_INTEGER;

/** Settle units that the fund may pay for a contract now: what is left of the hour, at most what it has. */
export function fundLeft(state: State, market: Market): number {
  const contract = market.contract!;
  const { ledger } = state;
  const { quote, quoteFactor } = market.instrument;
  const fund = ledger.availableApprox(ledger.slot(SystemAccount.insurance, quote));
  const value = contract.openInterest * contract.mark * quoteFactor;
  const coin = contract.risk.marginUnits * MARGIN_PER_COIN;
  const limit = fundHourLimit(fund, Math.min(UNITS_MAX, value), coin);
  const paid = contract.fundHour === hourOf(state) ? contract.fundPaid : 0;
  return Math.max(0, Math.min(fund, limit - paid));
}

/** Counts what the fund has paid for a contract. @param units settle units ≥ 0 */
export function noteFundPaid(state: State, market: Market, units: number): void {
  const contract = market.contract!;
  const hour = hourOf(state);
  assert(units >= 0, 'INV-12: the fund is paid where it pays');
  if (units === 0) return;
  contract.fundPaid = units + (contract.fundHour === hour ? contract.fundPaid : 0);
  contract.fundHour = hour;
}

const hourOf = ({ time }: State): number => Math.floor(time / FUND_HOUR_MS);
