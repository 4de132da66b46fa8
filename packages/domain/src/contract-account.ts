/**
 * What a futures account has and needs, over plain structures: the same sums that the core makes over
 * its memory, for those who only know its events. In margin units unless said otherwise.
 */
import {
  type ContractUnits,
  costOf,
  deleveragingScore,
  gapAt,
  initialMargin,
  marginCeil,
  profitAt,
  type RiskTerms,
  ratioCeil,
  walletMargin,
} from './contract-math.ts';
import { MarginMode, PositionLeg } from './contracts.ts';
import type { InstrumentId } from './ids.ts';

const UNITS_MAX = Number.MAX_SAFE_INTEGER;

/** A position with its resting orders, as the margin of its account sees it; it may be closed. */
export interface MarginPosition {
  readonly instrument: InstrumentId;
  readonly leg: PositionLeg;
  readonly terms: RiskTerms;
  readonly marginMode: MarginMode;
  readonly leverage: number;
  /** Signed: + long. */
  readonly lots: number;
  /** Tick-lots. */
  readonly cost: number;
  /** Isolated: settle units of its own. */
  readonly margin: number;
  /** Ticks. */
  readonly mark: number;
  /** Tick-lots of resting orders that are not reduce-only. */
  readonly buys: number;
  readonly sells: number;
}

/** A futures account with all its positions. */
export interface MarginAccount {
  /** Settle units available; may be below zero. */
  readonly wallet: bigint;
  /** Settle units of a margin unit. */
  readonly marginUnits: number;
  readonly positions: readonly MarginPosition[];
}

/**
 * Value of the larger of what a position may become by its resting orders, tick-lots.
 * @param open signed value of the position @param buys @param sells values of its orders
 */
export function reachOf(leg: PositionLeg, open: number, buys: number, sells: number): number {
  if (leg === PositionLeg.long) return open + buys;
  if (leg === PositionLeg.short) return sells - open;
  return Math.max(Math.abs(open + buys), Math.abs(open - sells));
}

/**
 * What a position and its resting orders need of the wallet, up.
 * @param reach tick-lots, as `reachOf` @param open tick-lots of the position, ≥ 0
 */
export function neededOf(
  units: ContractUnits,
  reach: number,
  open: number,
  leverage: number,
  isolated: boolean,
): number {
  // What is open with isolated margin has margin of its own.
  return initialMargin(units, isolated ? Math.max(0, reach - open) : reach, leverage);
}

/** What a position needs of the wallet. */
export function positionNeeds(position: MarginPosition): number {
  const { terms, leg, lots, mark, buys, sells, leverage } = position;
  const reach = reachOf(leg, lots * mark, buys, sells);
  return neededOf(terms, reach, Math.abs(lots) * mark, leverage, isIsolated(position));
}

/** Unrealised profit of a position at its mark, down. */
export function positionProfit({ terms, lots, cost, mark }: MarginPosition): number {
  return profitAt(terms, lots, cost, mark);
}

/** What a position adds to its account at a price: its gap less its cost. */
export function positionExposure(position: MarginPosition, price = position.mark): number {
  const { terms, lots, cost } = position;
  return gapAt(terms, lots, price) - costOf(terms, lots, cost);
}

/** Value of a position at its mark, up. */
export function positionValue({ terms, lots, mark }: MarginPosition): number {
  return marginCeil(terms, Math.abs(lots) * mark);
}

/** Initial margin of what is open at the mark, up. */
export function positionInitial({ terms, lots, mark, leverage }: MarginPosition): number {
  return initialMargin(terms, Math.abs(lots) * mark, leverage);
}

/** Whether a position has margin of its own. */
export function isIsolated({ marginMode }: MarginPosition): boolean {
  return marginMode === MarginMode.isolated;
}

/** Open positions that the wallet backs. */
export function crossPositions({ positions }: MarginAccount): MarginPosition[] {
  return positions.filter((position) => position.lots !== 0 && !isIsolated(position));
}

/** What all positions and resting orders need of the wallet. */
export function accountNeeds({ positions }: MarginAccount): number {
  return positions.reduce((sum, position) => sum + positionNeeds(position), 0);
}

/** What backs the cross positions: the wallet with their unrealised profit. */
export function crossEquity(account: MarginAccount): number {
  const wallet = walletMargin(account.wallet, account.marginUnits);
  return crossPositions(account).reduce((sum, each) => sum + positionProfit(each), wallet);
}

/** The predicate of liquidation of the wallet: below zero it is liquidated (INV-11). */
export function crossExcess(account: MarginAccount): number {
  const wallet = walletMargin(account.wallet, account.marginUnits);
  return crossPositions(account).reduce((sum, each) => sum + positionExposure(each), wallet);
}

/** The same of an isolated position. */
export function isolatedExcess(position: MarginPosition): number {
  return isolatedMargin(position) + positionExposure(position);
}

/** Margin of an isolated position, down. */
export function isolatedMargin({ margin, terms }: MarginPosition): number {
  return Math.floor(margin / terms.marginUnits);
}

/** What backs a position: its margin and profit where isolated, else what backs all the others too. */
export function equityOf(account: MarginAccount, position: MarginPosition): number {
  if (isIsolated(position)) return isolatedMargin(position) + positionProfit(position);
  return crossEquity(account);
}

/** What an account has: the wallet, margins of its own positions, and unrealised profit of all. */
export function equityOfAll(account: MarginAccount): number {
  return account.positions
    .filter((position) => position.lots !== 0 && isIsolated(position))
    .reduce((sum, position) => sum + equityOf(account, position), crossEquity(account));
}

/** Unrealised profit of all positions. */
export function profitOfAll({ positions }: MarginAccount): number {
  return positions.reduce((sum, position) => sum + positionProfit(position), 0);
}

/** What the wallet must keep for its cross positions: maintenance margins and fees of liquidation. */
export function crossKeeps(account: MarginAccount): number {
  return crossEquity(account) - crossExcess(account);
}

/** What new orders may use: unrealised profit of cross positions counts. */
export function freeOf(account: MarginAccount): number {
  return crossEquity(account) - accountNeeds(account);
}

/** Settle units that may leave the wallet: unrealised loss counts, unrealised profit does not. */
export function withdrawableOf(account: MarginAccount): number {
  const losses = crossPositions(account).map((each) => Math.min(0, positionProfit(each)));
  const needed = losses.reduce((sum, loss) => sum - loss, accountNeeds(account));
  const spare = Number(account.wallet) - needed * account.marginUnits;
  return Math.max(0, Math.min(UNITS_MAX, spare));
}

/** Settle units that an open isolated position lacks of its cost at a leverage. */
export function lackOf(
  {
    terms,
    cost,
    margin,
  }: Pick<MarginPosition, 'cost' | 'margin'> & {
    readonly terms: ContractUnits;
  },
  leverage: number,
): number {
  return Math.max(0, ratioCeil(cost, terms.quoteFactor, leverage) - margin);
}

/** Settle units that an isolated position can give back: what stays covers initial margin and loss. */
export function removableOf(position: MarginPosition): number {
  const needed = positionInitial(position) - Math.min(0, positionProfit(position));
  return Math.max(0, position.margin - needed * position.terms.marginUnits);
}

/** Rank of a position among those that may be deleveraged, higher first. */
export function scoreOf(account: MarginAccount, position: MarginPosition): number {
  return deleveragingScore(
    positionProfit(position),
    marginCeil(position.terms, position.cost),
    positionValue(position),
    equityOf(account, position),
  );
}
