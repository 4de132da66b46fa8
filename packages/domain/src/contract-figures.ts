/** Figures of positions and accounts as people read them: ratios, prices, what an order would do. */
import {
  crossEquity,
  crossExcess,
  crossKeeps,
  equityOf,
  freeOf,
  isIsolated,
  isolatedExcess,
  isolatedMargin,
  type MarginAccount,
  type MarginPosition,
  positionExposure,
  positionNeeds,
  positionProfit,
  reachOf,
} from './contract-account.ts';
import {
  costOf,
  initialMargin,
  keptFrom,
  marginCeil,
  positionLimit,
  ratioCeil,
  ratioFloor,
  ratioTrunc,
} from './contract-math.ts';
import { ppmFloor } from './ppm.ts';

const MILLION = 1_000_000;
const UNITS_MAX = Number.MAX_SAFE_INTEGER;

/** What a position must keep so that it is not liquidated: maintenance margin and closing fee. */
export function positionKeeps(position: MarginPosition): number {
  return positionProfit(position) - positionExposure(position);
}

/**
 * What must be kept of what there is, ppm, up: above a million if and only if it is liquidated.
 * Infinity where nothing is there that something must be kept of.
 */
export function marginRatio(equity: number, keeps: number): number {
  if (keeps <= 0) return equity < keeps ? Number.POSITIVE_INFINITY : 0;
  return equity <= 0 ? Number.POSITIVE_INFINITY : ratioCeil(keeps, MILLION, equity);
}

/** Margin ratio of all that the wallet backs. */
export function crossRatio(account: MarginAccount): number {
  const equity = crossEquity(account);
  return marginRatio(equity, crossKeeps(account));
}

/** Margin ratio of what backs a position. */
export function positionRatio(account: MarginAccount, position: MarginPosition): number {
  if (!isIsolated(position)) return crossRatio(account);
  const equity = equityOf(account, position);
  return marginRatio(equity, equity - isolatedExcess(position));
}

/** Unrealised profit of the margin that the cost needs at the position's leverage, ppm. */
export function returnOnMargin(position: MarginPosition): number {
  const margin = initialMargin(position.terms, position.cost, position.leverage);
  return margin === 0 ? 0 : ratioTrunc(positionProfit(position), MILLION, margin);
}

/**
 * The last mark price, ticks, at which an open position is kept while all other prices stay: the lowest
 * of a long, the highest of a short one; null where no price liquidates it. With cross margin a long
 * and a short leg of one contract move together.
 */
export function liquidationPrice(account: MarginAccount, position: MarginPosition): number | null {
  const { terms, lots, cost } = position;
  let rest = isolatedMargin(position);
  if (!isIsolated(position)) {
    const twin = twinOf(account, position);
    if (twin !== undefined) return legsKeptUpTo(account, position, twin);
    rest = crossExcess(account) - positionExposure(position);
  }
  const price = keptFrom(terms, lots, rest - costOf(terms, lots, cost));
  return price === 0 || price === Number.POSITIVE_INFINITY ? null : price;
}

function twinOf(
  { positions }: MarginAccount,
  position: MarginPosition,
): MarginPosition | undefined {
  return positions.find(
    ({ instrument, leg, lots }) =>
      lots !== 0 && instrument === position.instrument && leg !== position.leg,
  );
}

/** Both legs together are concave in their price: from a mark that keeps them they are kept without a gap. */
function legsKeptUpTo(
  account: MarginAccount,
  position: MarginPosition,
  twin: MarginPosition,
): number | null {
  const { mark, lots } = position;
  const now = positionExposure(position) + positionExposure(twin);
  const rest = crossExcess(account) - now;
  const isKept = (price: number): boolean =>
    rest + positionExposure(position, price) + positionExposure(twin, price) >= 0;
  if (!isKept(mark)) return mark;
  let kept = mark;
  const size = Math.max(Math.abs(lots), Math.abs(twin.lots));
  let lost = lots > 0 ? 0 : Math.floor(UNITS_MAX / size);
  if (isKept(lost)) return null;
  while (Math.abs(kept - lost) > 1) {
    const middle = Math.floor((kept + lost) / 2);
    if (isKept(middle)) kept = middle;
    else lost = middle;
  }
  return kept;
}

/** The average price that an open position was opened at, hundredths of a tick, half up. */
export function entryPrice({ lots, cost }: Pick<MarginPosition, 'lots' | 'cost'>): bigint {
  const size = BigInt(Math.abs(lots));
  return (BigInt(cost) * 100n + size / 2n) / size;
}

/** What a position has brought since it was opened, settle units, and what closing it costs. */
export interface PositionSums {
  readonly profit: number;
  readonly fees: number;
  /** + received. */
  readonly funding: number;
  readonly takerPpm: number;
}

/**
 * The price, ticks, at which closing an open position brings it to nothing since it was opened, with all
 * profits, fees and fundings so far and the fee of closing; rounded against it; 0 where every price does.
 */
export function breakEvenPrice(
  { lots, cost, terms }: Pick<MarginPosition, 'lots' | 'cost' | 'terms'>,
  { profit, fees, funding, takerPpm }: PositionSums,
): number {
  const factor = BigInt(terms.quoteFactor);
  const brought = BigInt(profit) - BigInt(fees) + BigInt(funding);
  const long = lots > 0;
  const rate = BigInt(long ? MILLION - takerPpm : MILLION + takerPpm);
  const size = BigInt(Math.abs(lots)) * factor * rate;
  const needed = (BigInt(cost) * factor + (long ? -brought : brought)) * BigInt(MILLION);
  if (needed <= 0n) return 0;
  return Number(long ? (needed + size - 1n) / size : needed / size);
}

/** A trade of a position. */
export interface PositionFill {
  /** Signed: + bought. */
  readonly lots: number;
  /** Ticks. */
  readonly price: number;
  /** Settle units. */
  readonly fee: number;
}

/** What a fill made of a position and of the wallet. */
export interface FilledPosition {
  readonly lots: number;
  readonly cost: number;
  readonly margin: number;
  /** Realised before the fee, settle units. */
  readonly profit: number;
  /** What the wallet changes by, settle units. */
  readonly available: number;
}

/** What a fill makes of a position, liquidations aside. @param wallet settle units available before */
export function fillPosition(
  position: MarginPosition,
  wallet: bigint,
  fill: PositionFill,
): FilledPosition {
  const { terms, leverage } = position;
  const before = position.lots;
  const size = Math.abs(before);
  const against = before !== 0 && before > 0 !== fill.lots > 0;
  const closing = against ? Math.min(size, Math.abs(fill.lots)) : 0;
  const opening = Math.abs(fill.lots) - closing;
  let { cost, margin } = position;
  let profit = 0;
  let available = -fill.fee;
  if (closing > 0) {
    const all = closing === size;
    const share = all ? cost : ratioFloor(cost, closing, size);
    const value = fill.price * closing;
    profit = (before > 0 ? value - share : share - value) * terms.quoteFactor;
    const part = all ? margin : ratioFloor(margin, closing, size);
    const released = Math.min(margin, Math.max(part, -profit));
    cost -= share;
    margin -= released;
    available += profit + released;
  }
  const opened = fill.price * opening;
  if (opening > 0 && isIsolated(position)) {
    const needed = Math.ceil((opened * terms.quoteFactor) / leverage);
    const added = Math.min(needed, Math.max(0, Number(wallet) + available));
    margin += added;
    available -= added;
  }
  // Not -0.
  return { lots: before + fill.lots + 0, cost: cost + opened, margin, profit, available };
}

/** An order that has not been placed, as one fill at one price. */
export interface PlannedOrder {
  /** Signed: + buys. */
  readonly lots: number;
  /** Ticks. */
  readonly price: number;
  readonly reduceOnly: boolean;
  /** The contract's rate of takers, which the check of an order uses, and the account's own. */
  readonly termsTakerPpm: number;
  readonly takerPpm: number;
}

/** What an order would need and do. */
export interface OrderEstimate {
  /** Of what is free: for its position and orders, its loss against the mark and its fee; may be negative. */
  readonly needed: number;
  /** Settle units, as a taker. */
  readonly fee: number;
  /** Realised by what it closes, settle units before the fee. */
  readonly profit: number;
  /** Lots of the position when it has traded. */
  readonly lots: number;
  /** As `liquidationPrice`, when it has traded; null too where nothing is open then. */
  readonly liquidationPrice: number | null;
}

/** A position with an order for it in its load. */
export function withOrder(
  position: MarginPosition,
  { lots, price }: Pick<PlannedOrder, 'lots' | 'price'>,
): MarginPosition {
  const { buys, sells } = position;
  const value = Math.abs(lots) * price;
  return { ...position, ...(lots > 0 ? { buys: buys + value } : { sells: sells + value }) };
}

/** What an order for a position needs of what is free; may be negative. */
export function orderNeeds(position: MarginPosition, order: PlannedOrder): number {
  if (order.reduceOnly) return 0;
  const { terms, mark } = position;
  const { lots, price } = order;
  const worse = Math.max(0, lots * (price - mark));
  const more = positionNeeds(withOrder(position, order)) - positionNeeds(position);
  const fee = marginCeil(terms, ratioCeil(Math.abs(lots) * price, order.termsTakerPpm, MILLION));
  return more + marginCeil(terms, worse) + fee;
}

/** Value of the larger of what a position may become by its resting orders, tick-lots. */
function reach({ leg, lots, mark, buys, sells }: MarginPosition): number {
  return reachOf(leg, lots * mark, buys, sells);
}

/**
 * Whether an account could have an order, by its margin and the tiers: one that does not make the reach
 * of its position larger always can.
 */
export function orderFits(
  account: MarginAccount,
  position: MarginPosition,
  order: PlannedOrder,
): boolean {
  const after = reach(withOrder(position, order));
  if (after <= reach(position)) return true;
  const { terms, leverage } = position;
  if (marginCeil(terms, after) > positionLimit(terms.bounds, leverage)) return false;
  return orderNeeds(position, order) <= freeOf(account);
}

/** The largest number for which `good` is true, where it is true up to one number: 0 to `most`. */
export function largestThat(most: number, good: (number: number) => boolean): number {
  if (good(most)) return most;
  let low = 0;
  let high = most;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (good(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** What an order for a position of the account would need now, and what it makes of it when it trades. */
export function estimateOrder(
  account: MarginAccount,
  position: MarginPosition,
  order: PlannedOrder,
): OrderEstimate {
  const { terms } = position;
  const { lots, price } = order;
  const fee = ppmFloor(Math.abs(lots) * price * terms.quoteFactor, order.takerPpm);
  const filled = fillPosition(position, account.wallet, { lots, price, fee });
  const after = { ...position, ...filled };
  const others = account.positions.filter((each) => each !== position);
  const wallet = account.wallet + BigInt(filled.available);
  return {
    needed: orderNeeds(position, order),
    fee,
    profit: filled.profit,
    lots: filled.lots,
    liquidationPrice:
      filled.lots === 0
        ? null
        : liquidationPrice({ ...account, wallet, positions: [...others, after] }, after),
  };
}
