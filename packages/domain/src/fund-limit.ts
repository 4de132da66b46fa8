/**
 * How much the protection fund makes good in an hour: of the losses of one contract the smaller of a share of the fund
 * and a share of the contract's open interest, of those of all margin accounts the same of all loans, but a small sum
 * always. And the size that the fund is meant to have, which follows from these.
 */
import { ratioFloor } from './contract-math.ts';
import { LOAN_FUND_MIN, LOAN_FUND_PPM, LOAN_LENT_PPM } from './loans.ts';
import { PPM, ppmFloor } from './ppm.ts';

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

/**
 * Margin units that the fund may pay for all margin accounts in an hour; it may have less.
 * @param fund margin units of all its coins before it paid in this hour @param lent margin units of all loans
 */
export function loanFundHourLimit(fund: number, lent: number): number {
  const most = Math.min(ratioFloor(fund, LOAN_FUND_PPM, PPM), ratioFloor(lent, LOAN_LENT_PPM, PPM));
  return Math.max(LOAN_FUND_MIN, most);
}

/**
 * Target size of the fund, ppm of the open interest of all contracts: at this size its share and that of the open
 * interest allow the same in an hour. A smaller fund pays less than open interest allows.
 */
export const FUND_TARGET_PPM = (FUND_HOUR_INTEREST_PPM / FUND_HOUR_PPM) * PPM;

/** Target size of the fund, settle units, down. @param interest settle units of all long positions at the mark */
export function fundTarget(interest: bigint): bigint {
  return (interest * BigInt(FUND_TARGET_PPM)) / BigInt(PPM);
}
