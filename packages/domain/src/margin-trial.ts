/**
 * What a margin account is worth and could do next, beside the questions of margin-figures.ts: what the
 * API answers and what the page shows before an order or a loan is sent.
 */

import {
  grossWorth,
  loanRatio,
  type MarginSums,
  marginSums,
  type OrderMove,
  ordersLoss,
  type PricedCoin,
} from './loan-math.ts';
import type { LoanTerms } from './loans.ts';
import {
  borrowableUnits,
  borrowedCoin,
  loanHeadroom,
  type MarginHoldings,
} from './margin-figures.ts';

/** What an account is worth, margin units. */
export interface MarginWorth extends MarginSums {
  /** All that it holds, whether it counts or not, and all that it owes. */
  readonly assets: number;
  readonly debts: number;
  /** What it may lose by its open orders. */
  readonly ordersLoss: number;
  /** Above a million if and only if it is liquidated, ppm. */
  readonly ratioPpm: number;
}

/** What an account is worth. */
export function marginWorth({ coins, moves }: MarginHoldings): MarginWorth {
  const sums = marginSums(coins);
  return {
    ...grossWorth(coins),
    ...sums,
    ordersLoss: ordersLoss(coins, moves),
    ratioPpm: loanRatio(sums),
  };
}

/** By what a coin is lent now. */
export interface LendingTerms {
  readonly terms: LoanTerms;
  /** Yearly rate, ppm. */
  readonly rate: number;
  /** What of the pool is lent and what is not. */
  readonly lent: number;
  readonly unlent: number;
  /** Fee level of the owner. */
  readonly level: number;
}

/** Units of a coin that may be borrowed now; 0 where the smallest loan is larger. @param at its place */
export function mostBorrowable(
  holdings: MarginHoldings,
  at: number,
  lending: LendingTerms,
): number {
  const { debt, risk } = holdings.coins[at]!;
  const room = loanHeadroom({ ...lending, debtMax: risk.debtMax, debt });
  const most = borrowableUnits(holdings, at, lending.rate, room);
  return most < lending.terms.loanMin ? 0 : most;
}

/** What an order would borrow and leave. */
export interface OrderTrial<Coin extends PricedCoin> {
  /** Units that it borrows as it enters. */
  readonly loan: number;
  /** null = it may enter; else what is in its way. */
  readonly refused: 'balance' | 'limit' | 'margin' | null;
  /** The account after it traded, all at its price. */
  readonly after: readonly Coin[];
}

/**
 * An order of an account, as the core would take it.
 * @param available units of the coin that it pays
 * @param lending of that coin; null = the order borrows nothing
 * @param repays whether what it gets pays back what is owed of it
 */
export function tryOrder<Coin extends PricedCoin>(
  { coins, moves }: MarginHoldings<Coin>,
  move: OrderMove,
  available: number,
  lending: LendingTerms | null,
  repays: boolean,
): OrderTrial<Coin> {
  const { pays, gets, paid, got } = move;
  const missing = Math.max(0, paid - available);
  const loan = missing > 0 && lending !== null ? Math.max(missing, lending.terms.loanMin) : 0;
  const payer = coins[pays]!;
  const entered = loan > 0 ? coins.with(pays, borrowedCoin(payer, loan, lending!.rate)) : coins;
  const traded = (coin: Coin, change: number): Coin => ({ ...coin, held: coin.held + change });
  const { debt: owed } = entered[gets]!;
  const repaid = repays ? Math.min(got, owed) : 0;
  const after = entered
    .with(pays, traded(entered[pays]!, -paid))
    .with(gets, { ...traded(entered[gets]!, got - repaid), debt: owed - repaid });
  const refused = () => {
    if (missing > 0 && lending === null) return 'balance';
    const { debt, risk } = payer;
    if (loan > 0 && loan > loanHeadroom({ ...lending!, debtMax: risk.debtMax, debt }))
      return 'limit';
    if (loan === 0 && !coins.some((coin) => coin.debt > 0)) return null;
    const { equity, keeps, needs } = marginSums(entered);
    const loss = ordersLoss(entered, [...moves, move]);
    return equity >= (loan > 0 ? needs : keeps) + loss ? null : 'margin';
  };
  return { loan, refused: refused(), after };
}
