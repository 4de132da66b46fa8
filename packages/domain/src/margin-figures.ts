/**
 * What a margin account may still do, and where its end is: the questions that orders, loans, transfers and
 * the page ask about the sums of loan-math.ts. docs/margin-rules.md tells the rules.
 */
import { largestThat } from './contract-figures.ts';
import { ratioCeil, ratioFloor } from './contract-math.ts';
import { MARGIN_SCALE } from './contracts.ts';
import type { Instrument } from './instruments.ts';
import { UNITS_MAX } from './limits.ts';
import {
  coinExcess,
  coinValue,
  hourInterest,
  marginSums,
  type OrderMove,
  ordersLoss,
  type PricedCoin,
} from './loan-math.ts';
import type { LoanTerms } from './loans.ts';
import { Side } from './orders.ts';
import { ppmFloor } from './ppm.ts';

/** What is liquidated as one: the coins of a cross margin account or of one pair, and what orders may do. */
export interface MarginHoldings<Coin extends PricedCoin = PricedCoin> {
  readonly coins: readonly Coin[];
  readonly moves: readonly OrderMove[];
}

/** Units × ticks of a margin unit. @param priceScale digits of a tick; 0 for the settle coin */
export function coinDivisor(coinScale: number, priceScale: number): number {
  return 10 ** (coinScale + priceScale - MARGIN_SCALE);
}

/** A coin after units of it were borrowed, with the hour that is owed at once. @param rate ppm a year */
export function borrowedCoin<Coin extends PricedCoin>(
  coin: Coin,
  units: number,
  rate: number,
): Coin {
  const debt = coin.debt + units + hourInterest(units, rate);
  return { ...coin, held: Math.min(UNITS_MAX, coin.held + units), debt };
}

/** Whether there is enough for new debt, and debts are kept whatever the orders do. */
export function sufficesForDebt({ coins, moves }: MarginHoldings): boolean {
  const { equity, keeps, needs } = marginSums(coins);
  return equity >= needs && equity - ordersLoss(coins, moves) >= keeps;
}

/** Units of a coin that margin lets an account borrow. @param most that are asked for */
export function borrowableUnits(
  { coins, moves }: MarginHoldings,
  at: number,
  rate: number,
  most: number,
): number {
  const coin = coins[at]!;
  return largestThat(most, (units) =>
    sufficesForDebt({ coins: coins.with(at, borrowedCoin(coin, units, rate)), moves }),
  );
}

/** Units of a coin that may leave an account. @param most there are */
export function spareUnits({ coins, moves }: MarginHoldings, at: number, most: number): number {
  if (!coins.some(({ debt }) => debt > 0)) return most;
  const coin = coins[at]!;
  return largestThat(most, (units) =>
    sufficesForDebt({ coins: coins.with(at, { ...coin, held: coin.held - units }), moves }),
  );
}

/** What limits a loan beside margin. Units. */
export interface LoanHeadroom {
  readonly terms: Pick<LoanTerms, 'levelMax' | 'lentMax'>;
  /** Largest debt by tiers, and what is owed. */
  readonly debtMax: number;
  readonly debt: number;
  /** Fee level of the owner. */
  readonly level: number;
  /** What of the pool is lent and what is not. */
  readonly lent: number;
  readonly unlent: number;
}

/** Largest debt of an account by its tiers and its owner's fee level, units. */
export function debtLimit({
  terms: { levelMax },
  debtMax,
  level,
}: Pick<LoanHeadroom, 'terms' | 'debtMax' | 'level'>): number {
  return Math.min(debtMax, levelMax[Math.min(level, levelMax.length - 1)]!);
}

/** What a pool may still lend, units. */
export function poolLeft({
  terms,
  lent,
  unlent,
}: Omit<LoanHeadroom, 'debtMax' | 'debt' | 'level'>): number {
  return Math.max(0, Math.min(unlent, terms.lentMax - lent));
}

/** Units that tiers, level and pool let an account borrow. */
export function loanHeadroom(room: LoanHeadroom): number {
  return Math.max(0, Math.min(debtLimit(room) - room.debt, poolLeft(room)));
}

/** A limit order, or what of it rests. */
export interface LimitOrder {
  readonly side: Side;
  readonly price: number;
  readonly lots: number;
}

/** What an order trades at the worst, units before fees. */
export interface OrderWish {
  readonly side: Side;
  readonly paid: number;
  readonly got: number;
}

/** What a limit order trades, all at its price. */
export function limitWish(
  { lotUnits, quoteFactor }: Pick<Instrument, 'lotUnits' | 'quoteFactor'>,
  { side, price, lots }: LimitOrder,
): OrderWish {
  const [base, quote] = [lots * lotUnits, lots * price * quoteFactor];
  const [paid, got] = side === Side.buy ? [quote, base] : [base, quote];
  return { side, paid, got };
}

/**
 * What an order may do to its account.
 * @param placeOf place of an asset among the account's coins
 * @param feePpm the larger one of the owner's fees
 */
export function wishedMove(
  { base, quote }: Pick<Instrument, 'base' | 'quote'>,
  { side, paid, got }: OrderWish,
  placeOf: (asset: number) => number,
  feePpm: number,
): OrderMove {
  const [pays, gets] = side === Side.buy ? [quote, base] : [base, quote];
  return { pays: placeOf(pays), gets: placeOf(gets), paid, got: got - ppmFloor(got, feePpm) };
}

/** The same of a resting order. */
export function orderMove(
  instrument: Instrument,
  order: LimitOrder,
  placeOf: (asset: number) => number,
  feePpm: number,
): OrderMove {
  return wishedMove(instrument, limitWish(instrument, order), placeOf, feePpm);
}

/**
 * The last index of a coin, ticks, at which its account is kept, all other prices as they are; null where no
 * price of it decides.
 */
export function coinLiquidationPrice(coins: readonly PricedCoin[], at: number): number | null {
  const coin = coins[at]!;
  const excess = coinExcess(coin.risk, coin);
  let rest = 0;
  coins.forEach((other, i) => {
    if (i !== at) rest += coinValue(coinExcess(other.risk, other), other.scale);
  });
  const { divisor } = coin.scale;
  if (excess > 0) return rest >= 0 ? null : ratioCeil(-rest, divisor, excess);
  return excess === 0 || rest < 0 ? null : ratioFloor(rest, divisor, -excess);
}
