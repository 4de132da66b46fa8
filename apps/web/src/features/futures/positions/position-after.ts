/**
 * What the account would be after something was done to a position of it, by the engine's own
 * arithmetic: here is only how the pages' choices become its arguments.
 */

import {
  fillPosition,
  isIsolated,
  liquidationPrice,
  type MarginAccount,
  type MarginPosition,
  positionInitial,
  ppmFloor,
  ratioFloor,
} from '@halcyon/domain';

/** A position after something was done to it. */
export interface After {
  readonly account: MarginAccount;
  readonly position: MarginPosition;
  /** Ticks; null where nothing is open or no price liquidates it. */
  readonly liquidation: number | null;
}

/** The account with a position of it changed. @param available what its wallet changes by, settle units */
export function withPosition(
  account: MarginAccount,
  position: MarginPosition,
  changed: MarginPosition,
  available: number,
): After {
  const others = account.positions.filter((each) => each !== position);
  const wallet = account.wallet + BigInt(available);
  const after = { ...account, wallet, positions: [...others, changed] };
  const liquidation = changed.lots === 0 ? null : liquidationPrice(after, changed);
  return { account: after, position: changed, liquidation };
}

/** After margin was added to an isolated position. @param added settle units; taken out where below zero */
export function afterMargin(
  account: MarginAccount,
  position: MarginPosition,
  added: number,
): After {
  return withPosition(account, position, { ...position, margin: position.margin + added }, -added);
}

/** Settle units that back a position: its own where isolated, else its initial margin at the mark. */
export function backing(position: MarginPosition): number {
  if (isIsolated(position)) return position.margin;
  return positionInitial(position) * position.terms.marginUnits;
}

/** Some lots at a price in ticks. */
export interface OfferedLots {
  readonly tick: number;
  readonly lots: number;
}

/**
 * What an order would trade with.
 * @param lots of the order, > 0
 * @param offers of the other side, best first
 * @param limit ticks: what nobody offers as well trades at it; null = at the market, as far as offers go
 */
export function takenOf(
  lots: number,
  offers: Iterable<OfferedLots>,
  limit: { readonly tick: number; readonly buying: boolean } | null,
): readonly OfferedLots[] {
  const taken: OfferedLots[] = [];
  let left = lots;
  for (const { tick, lots: offered } of offers) {
    const beyond = limit !== null && (limit.buying ? tick > limit.tick : tick < limit.tick);
    if (left === 0 || beyond) break;
    const part = Math.min(left, offered);
    taken.push({ tick, lots: part });
    left -= part;
  }
  if (left > 0 && limit !== null) taken.push({ tick: limit.tick, lots: left });
  return taken;
}

/** A position after trades. */
export interface AfterTrades extends After {
  /** Lots that were traded. */
  readonly traded: number;
  /** Realised before the fee, and the fee, settle units. */
  readonly profit: number;
  readonly fee: number;
}

/** After an order for a position has traded. @param sign 1 buys, -1 sells @param takerPpm of a fill's value */
export function afterTrades(
  account: MarginAccount,
  position: MarginPosition,
  taken: readonly OfferedLots[],
  { sign, takerPpm }: { readonly sign: 1 | -1; readonly takerPpm: number },
): AfterTrades {
  let changed = position;
  const sums = { traded: 0, profit: 0, fee: 0, available: 0 };
  for (const { tick, lots } of taken) {
    const fee = ppmFloor(tick * lots * position.terms.quoteFactor, takerPpm);
    const wallet = account.wallet + BigInt(sums.available);
    const filled = fillPosition(changed, wallet, { lots: sign * lots, price: tick, fee });
    const { profit, available, ...rest } = filled;
    changed = { ...changed, ...rest };
    sums.traded += lots;
    sums.profit += profit;
    sums.fee += fee;
    sums.available += available;
  }
  const { available, ...told } = sums;
  return { ...withPosition(account, position, changed, available), ...told };
}

/** A share of lots in percent, down; 100 % is all of them. */
export function shareOf(lots: number, percent: number): number {
  return ratioFloor(lots, percent, 100);
}
