/**
 * How much of the losses of one contract the protection fund makes good in an hour: the smaller of a share of
 * the fund and a share of the contract's open interest, but a small sum always.
 */
import { ppmFloor } from './decimal.ts';

/** Of the fund, ppm. */
export const FUND_HOUR_PPM = 50_000;
/** Of the open interest's value at the mark, ppm. */
export const FUND_HOUR_INTEREST_PPM = 1_000;
/** Settle coins that are paid in any case, while the fund has them. */
export const FUND_HOUR_COINS_MIN = 100;
/** Length of the hours that are counted, ms: they begin with the clock's. */
export const FUND_HOUR_MS = 3_600_000;

/**
 * Settle units that the fund may pay for a contract in an hour; it may have less.
 * @param fund settle units @param interest settle units of all long positions at the mark @param coin settle units of one coin
 */
export function fundHourLimit(fund: number, interest: number, coin: number): number {
  const share = Math.min(ppmFloor(fund, FUND_HOUR_PPM), ppmFloor(interest, FUND_HOUR_INTEREST_PPM));
  return Math.max(FUND_HOUR_COINS_MIN * coin, share);
}
