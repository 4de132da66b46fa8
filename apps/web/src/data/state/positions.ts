/** Positions, orders and fills of contracts. */

import type { OrderKindName } from '@halcyon/domain';
import { compareText } from '../decimal.ts';
import { PLAN_WORD_KINDS } from '../order-kinds.ts';
import {
  type ContractPlanRow,
  fetchAdlRanks,
  fetchContractAssets,
  fetchContractFills,
  isExit,
  type OpenContractOrderRow,
} from '../rest/positions.ts';
import type { HoldSide, PositionMarginMode, PosMode } from '../rest/types.ts';
import { asItIs, KEYS, type OpenList, useAccountQuery, useOpenList } from './account.ts';

const OF_FUTURES = [...KEYS.all, 'contracts'] as const;

/** Keys of what a futures account has; they go with the account's own. */
export const FUTURES_KEYS = {
  all: OF_FUTURES,
  account: [...OF_FUTURES, 'account'],
  ranks: [...OF_FUTURES, 'ranks'],
  orders: [...OF_FUTURES, 'orders'],
  plans: [...OF_FUTURES, 'plans'],
  history: [...OF_FUTURES, 'history'],
  fills: [...OF_FUTURES, 'fills'],
  closed: [...OF_FUTURES, 'closed'],
  funding: [...OF_FUTURES, 'funding'],
  assets: [...OF_FUTURES, 'assets'],
  liquidations: [...OF_FUTURES, 'liquidations'],
} as const;

/** An open position. Decimals are text; empty where a value does not apply. */
export interface PositionInfo {
  /** The same for as long as it is open. */
  readonly id: string;
  readonly symbol: string;
  readonly side: HoldSide;
  readonly hedge: boolean;
  readonly mode: PositionMarginMode;
  readonly leverage: string;
  readonly size: string;
  /** Of it, what no closing order holds. */
  readonly available: string;
  readonly entry: string;
  readonly breakEven: string;
  readonly mark: string;
  /** Empty where no price liquidates it. */
  readonly liquidation: string;
  /** 1 is where it is liquidated. */
  readonly marginRatio: string;
  readonly margin: string;
  readonly unrealised: string;
  /** Of the margin. */
  readonly roe: string;
  readonly realised: string;
  readonly funding: string;
  readonly autoMargin: boolean;
}

/** Rank by position, 5 first to be deleveraged. */
export function useAdlRanks() {
  return useAccountQuery<ReadonlyMap<string, number>>(FUTURES_KEYS.ranks, async () => {
    const rows = await fetchAdlRanks();
    return new Map(rows.map((row) => [`${row.symbol} ${row.holdSide}`, Number(row.adlRank)]));
  });
}

/** Most rows that the wire gives at once. */
export const PAGE_ROWS = 100;

/** Open orders, newest first. @param symbol of this contract alone; '' = of all */
export function useContractOrders(symbol = ''): OpenList<OpenContractOrderRow> {
  return useOpenList(FUTURES_KEYS.orders, 'contractBook', asItIs<OpenContractOrderRow>, symbol);
}

/** Waiting plans, newest first. @param symbol of this contract alone; '' = of all */
export function useContractPlans(symbol = ''): OpenList<ContractPlanRow> {
  return useOpenList(FUTURES_KEYS.plans, 'contractPlans', asItIs<ContractPlanRow>, symbol);
}

/** The newest fills of a contract, or of all. @param symbol '' = of all */
export function useContractFills(symbol: string) {
  return useAccountQuery([...FUTURES_KEYS.fills, symbol], () =>
    fetchContractFills({ symbol: symbol === '' ? undefined : symbol, limit: PAGE_ROWS }),
  );
}

/** The futures accounts. */
export function useContractAssets() {
  return useAccountQuery(FUTURES_KEYS.assets, fetchContractAssets);
}

/** Take profits, stop losses and trailing stops of a position. */
export function exitsOf(
  plans: readonly ContractPlanRow[],
  { symbol, side, hedge }: Pick<PositionInfo, 'symbol' | 'side' | 'hedge'>,
): readonly ContractPlanRow[] {
  const closing = side === 'long' ? 'sell' : 'buy';
  return plans.filter(
    (row) =>
      row.symbol === symbol &&
      isExit(row) &&
      // In hedge mode rows name the position, in one-way mode what the order does.
      (hedge ? row.posSide === side : row.side === closing),
  );
}

/** What of a position an exit closes: all where it names no size, and no more than is open. */
export function exitSize(
  { size }: Pick<ContractPlanRow, 'size'>,
  position: Pick<PositionInfo, 'size'>,
): string {
  return Number(size) === 0 || compareText(size, position.size) > 0 ? position.size : size;
}

/** What of a position an exit is: by its trigger it could be either, and a trailing stop is neither. */
export function exitKind({ planType }: Pick<ContractPlanRow, 'planType'>): OrderKindName {
  return PLAN_WORD_KINDS[planType];
}

/** How far the mark is from a liquidation, as a share of the mark: 0.15 is 15 %; null = no price does it. */
export function distanceToLiquidation({
  mark,
  liquidation,
}: Pick<PositionInfo, 'mark' | 'liquidation'>): number | null {
  const [now, end] = [Number(mark), Number(liquidation)];
  return liquidation === '' || !(now > 0) ? null : Math.abs(now - end) / now;
}

/** What a row of an order, a plan or a fill says of its direction. */
export interface Directed {
  /** In hedge mode that of the position. */
  readonly side: 'buy' | 'sell';
  readonly posMode: PosMode;
  readonly tradeSide: string;
}

/** Whether a row of hedge mode opens a position. */
export function opens({ tradeSide }: Directed): boolean {
  return tradeSide.startsWith('open');
}

/** Whether a row buys, whatever its side names. */
export function buys(row: Directed): boolean {
  const closes = row.posMode === 'hedge_mode' && !opens(row);
  return (row.side === 'buy') !== closes;
}
