/**
 * The arithmetic of margin accounts, in whole numbers: one place that the engine, the API and the page
 * share. docs/margin-rules.md tells the rules.
 *
 * Units. Holdings and debts are units of their coin. What of a coin counts for an account and what
 * it needs are reckoned in units of the coin first, so that each coin adds `units × price` to its
 * account: proportional to one price, and so monotone in it. Sums of coins are margin units, 10^-4 of
 * the settle coin, each coin rounded down.
 *
 * Marginal tiers with a deduction: Binance, "Cross Margin Pro: Tiered Leverage and Margin".
 */
import { ratioCeil, ratioFloor } from './contract-math.ts';
import {
  type CollateralTier,
  type LoanTerms,
  type LoanTier,
  MARGIN_CALL_PPM,
  type PairTerms,
  type RateCurve,
} from './loans.ts';
import { Side } from './orders.ts';

const MILLION = 1_000_000;
const HOURS_A_YEAR = 8_760;
const LARGEST = Number.MAX_SAFE_INTEGER;

/** A marginal rate with what it takes too much of the parts below, units. */
export interface RateBound {
  /** Units up to which it holds; the last one's is the end of the scale. */
  readonly upTo: number;
  readonly ppm: number;
  /** Units; below zero where rates fall. */
  readonly deduction: number;
}

/** Marginal rates as bounds. @param tiers lowest first, to whole multiples of LOAN_STEP */
export function rateBounds(
  tiers: readonly { readonly upTo: number; readonly ppm: number }[],
): RateBound[] {
  const bounds: RateBound[] = [];
  let deduction = 0;
  let below = { upTo: 0, ppm: 0 };
  for (const tier of tiers) {
    deduction += (below.upTo / MILLION) * (tier.ppm - below.ppm);
    bounds.push({ ...tier, deduction });
    below = tier;
  }
  return bounds;
}

function boundOf(bounds: readonly RateBound[], units: number): RateBound {
  let at = 0;
  while (at < bounds.length - 1 && units > bounds[at]!.upTo) at += 1;
  return bounds[at]!;
}

/** What marginal rates take of units, up. */
export function marginalCeil(bounds: readonly RateBound[], units: number): number {
  const { ppm, deduction } = boundOf(bounds, units);
  return ratioCeil(units, ppm, MILLION) - deduction;
}

/** What marginal rates take of units, down; beyond the last bound nothing is added. */
export function marginalFloor(bounds: readonly RateBound[], units: number): number {
  if (bounds.length === 0) return 0;
  const most = Math.min(units, bounds.at(-1)!.upTo);
  const { ppm, deduction } = boundOf(bounds, most);
  return ratioFloor(most, ppm, MILLION) - deduction;
}

/** A coin in an account as the arithmetic needs it. */
export interface CoinRisk {
  /** Part of a holding that counts. */
  readonly counts: readonly RateBound[];
  /** Part of a debt to have in the beginning, and to keep. */
  readonly initial: readonly RateBound[];
  readonly maintenance: readonly RateBound[];
  readonly liquidationPpm: number;
  /** Largest debt, units. */
  readonly debtMax: number;
}

/** All of a holding counts: in an account of one pair. */
const WHOLE: readonly CollateralTier[] = [{ upTo: LARGEST, valuePpm: MILLION }];

function riskOf(
  tiers: readonly LoanTier[],
  collateral: readonly CollateralTier[],
  liquidationPpm: number,
): CoinRisk {
  return {
    counts: rateBounds(collateral.map(({ upTo, valuePpm }) => ({ upTo, ppm: valuePpm }))),
    initial: rateBounds(
      tiers.map(({ upTo, leverageMax }) => ({ upTo, ppm: initialPpm(leverageMax) })),
    ),
    maintenance: rateBounds(
      tiers.map(({ upTo, maintenancePpm }) => ({ upTo, ppm: maintenancePpm })),
    ),
    liquidationPpm,
    debtMax: tiers.at(-1)?.upTo ?? 0,
  };
}

/** What is to be owned of a debt at a leverage, ppm, up: at 3, half of it. */
export function initialPpm(leverage: number): number {
  return Math.ceil(MILLION / (leverage - 1));
}

/** A coin in a cross margin account. */
export function crossRisk({ tiers, collateral, liquidationPpm }: LoanTerms): CoinRisk {
  return riskOf(tiers, collateral, liquidationPpm);
}

/** The base and the quote coin in the account of a pair. */
export function pairRisk({ base, quote, liquidationPpm }: PairTerms): [CoinRisk, CoinRisk] {
  return [riskOf(base, WHOLE, liquidationPpm), riskOf(quote, WHOLE, liquidationPpm)];
}

/** Units of a coin that an account has and owes. */
export interface CoinState {
  /** Available and in orders. */
  readonly held: number;
  /** Borrowed and not yet paid back, and interest. */
  readonly debt: number;
}

/** What a coin adds to its account's equity, units of the coin, down. */
export function coinEquity(risk: CoinRisk, { held, debt }: CoinState): number {
  return marginalFloor(risk.counts, held) - debt;
}

/** What is to be kept for a debt, units of the coin, up: margin, and the fee of a liquidation. */
export function debtKeeps(risk: CoinRisk, debt: number): number {
  if (debt === 0) return 0;
  return marginalCeil(risk.maintenance, debt) + ratioCeil(debt, risk.liquidationPpm, MILLION);
}

/** What is to be owned for a debt to be taken or money to leave, units of the coin, up. */
export function debtNeeds(risk: CoinRisk, debt: number): number {
  return debt === 0 ? 0 : marginalCeil(risk.initial, debt);
}

/**
 * What a coin adds to the predicate of liquidation, units of the coin: an account is liquidated if and only if
 * the values of its coins sum to less than nothing (INV-11).
 */
export function coinExcess(risk: CoinRisk, state: CoinState): number {
  return coinEquity(risk, state) - debtKeeps(risk, state.debt);
}

/**
 * As `coinExcess`, for the call: while the values of an account's coins sum to at least a margin unit each, its
 * ratio is at most MARGIN_CALL_PPM. The unit makes up for what `equity` and `keeps` are rounded by.
 */
export function coinCalm(risk: CoinRisk, state: CoinState): number {
  const equity = coinEquity(risk, state);
  const part =
    equity >= 0
      ? ratioFloor(equity, MARGIN_CALL_PPM, MILLION)
      : -ratioCeil(-equity, MARGIN_CALL_PPM, MILLION);
  return part - debtKeeps(risk, state.debt);
}

/** Whether the owner of an account that owes, or of positions, is called: its ratio is above MARGIN_CALL_PPM, or it is liquidated. */
export function isCalled(sums: Pick<MarginSums, 'equity' | 'keeps'>): boolean {
  return sums.equity < sums.keeps || loanRatio(sums) > MARGIN_CALL_PPM;
}

/** How units of a coin become margin units: `units × price / divisor`. */
export interface CoinScale {
  /** Of the coin's market: ticks; 1 for the settle coin. */
  readonly price: number;
  readonly divisor: number;
}

/** Margin units of signed units of a coin, down. */
export function coinValue(units: number, { price, divisor }: CoinScale): number {
  return units >= 0 ? ratioFloor(units, price, divisor) : -ratioCeil(-units, price, divisor);
}

/** A coin with its price. */
export interface PricedCoin extends CoinState {
  readonly risk: CoinRisk;
  readonly scale: CoinScale;
}

/** Sums of an account, margin units. */
export interface MarginSums {
  /** What its assets count less its debts. */
  readonly equity: number;
  /** What it must keep. */
  readonly keeps: number;
  /** What it must own for more debt, or for money to leave. */
  readonly needs: number;
}

/** The sums of an account's coins. `equity − keeps` is the predicate's sum, to the unit. */
export function marginSums(coins: readonly PricedCoin[]): MarginSums {
  let [equity, excess, needs] = [0, 0, 0];
  for (const coin of coins) {
    equity += coinValue(coinEquity(coin.risk, coin), coin.scale);
    excess += coinValue(coinExcess(coin.risk, coin), coin.scale);
    needs -= coinValue(-debtNeeds(coin.risk, coin.debt), coin.scale);
  }
  return { equity, keeps: equity - excess, needs };
}

/** All that an account holds and owes, margin units: each coin at its price, assets down and debts up. */
export function grossWorth(coins: readonly PricedCoin[]): { assets: number; debts: number } {
  let [assets, debts] = [0, 0];
  for (const { held, debt, scale } of coins) {
    assets += coinValue(held, scale);
    debts -= coinValue(-debt, scale);
  }
  return { assets, debts };
}

/** So many units of a coin, at its price. */
export interface ScaledUnits {
  readonly units: number;
  readonly scale: CoinScale;
}

/**
 * The worst price, ticks, at which an order gets at least `kept / whole` of what it pays, both at the index and after
 * the fee: rounded to the better side. @param base a lot @param quote a tick of a lot @param whole above 0
 */
export function worstPrice(
  side: Side,
  base: ScaledUnits,
  quote: ScaledUnits,
  { kept, whole, takerPpm }: { kept: number; whole: number; takerPpm: number },
): number {
  const lot = BigInt(base.units) * BigInt(base.scale.price) * BigInt(quote.scale.divisor);
  const tick = BigInt(quote.units) * BigInt(quote.scale.price) * BigInt(base.scale.divisor);
  const [part, all] = [BigInt(kept) * BigInt(MILLION), BigInt(whole) * BigInt(MILLION - takerPpm)];
  const [above, below] = side === Side.sell ? [lot * part, tick * all] : [lot * all, tick * part];
  if (below === 0n) return LARGEST;
  const price = side === Side.sell ? (above + below - 1n) / below : above / below;
  return Number(price > BigInt(LARGEST) ? BigInt(LARGEST) : price);
}

/** Margin ratio, ppm, up: above 1,000,000 if and only if the account is liquidated. */
export function loanRatio({ equity, keeps }: Pick<MarginSums, 'equity' | 'keeps'>): number {
  if (equity <= 0) return equity < keeps ? LARGEST : 0;
  if (keeps <= 0) return 0;
  return ratioCeil(keeps, MILLION, equity);
}

/** Part of a pool that is lent, ppm, up. @param lent units @param pool units lent and not */
export function poolUsed(lent: number, pool: number): number {
  return lent === 0 ? 0 : Math.min(MILLION, ratioCeil(lent, MILLION, pool));
}

/** Yearly rate of a pool, ppm, up. @param lent units @param pool units lent and not */
export function poolRate(curve: RateCurve, lent: number, pool: number): number {
  const { idlePpm, kinkPpm, fullPpm, kinkAtPpm } = curve;
  const used = poolUsed(lent, pool);
  if (used <= kinkAtPpm) return idlePpm + ratioCeil(kinkPpm - idlePpm, used, kinkAtPpm);
  return kinkPpm + ratioCeil(fullPpm - kinkPpm, used - kinkAtPpm, MILLION - kinkAtPpm);
}

/** Interest of one hour on a principal, units, up. @param yearlyPpm rate of that hour */
export function hourInterest(principal: number, yearlyPpm: number): number {
  return ratioCeil(principal, yearlyPpm, MILLION * HOURS_A_YEAR);
}

/** What an order may do to its account: pays units of a coin and gets units of another, at the worst. */
export interface OrderMove {
  /** Places of the two coins among the account's. */
  readonly pays: number;
  readonly gets: number;
  readonly paid: number;
  /** After the fee. */
  readonly got: number;
}

/**
 * Margin units that an account has less at most, whichever of its orders trade. Each order counts for the
 * least that it can bring: what it gets as if it came last, what it pays as if it went last. An order
 * that gains does not make up for one that loses, because it may never trade.
 */
export function ordersLoss(coins: readonly PricedCoin[], moves: readonly OrderMove[]): number {
  const most = coins.map(({ held }) => held);
  const least = coins.map(({ held }) => held);
  for (const { pays, gets, paid, got } of moves) {
    least[pays]! -= paid;
    most[gets]! += got;
  }
  let loss = 0;
  for (const { pays, gets, paid, got } of moves) {
    const low = Math.max(0, least[pays]!);
    const high = most[gets]!;
    const lost = countsBetween(coins[pays]!, low, low + paid);
    const gained = countsBetween(coins[gets]!, high - got, high);
    const effect = coinValue(gained, coins[gets]!.scale) + coinValue(-lost, coins[pays]!.scale);
    loss -= Math.min(0, effect);
  }
  return loss;
}

/** What of a holding counts between two amounts of it, units. */
function countsBetween({ risk }: PricedCoin, low: number, high: number): number {
  return marginalFloor(risk.counts, high) - marginalFloor(risk.counts, low);
}
