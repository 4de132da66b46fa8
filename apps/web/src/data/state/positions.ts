/** Positions, orders and fills of contracts, kept live by the private stream. */

import { useEffect } from 'react';
import type { QueryClient } from '../query/query-client.ts';
import { useQueryClient } from '../query/use-query.ts';
import {
  type ContractOrderRow,
  type ContractPlanRow,
  fetchAdlRanks,
  fetchContractAssets,
  fetchContractFills,
  fetchPositions,
  type HoldSide,
  isExit,
  type MarginModeWord,
  type PositionRow,
  type PosMode,
} from '../rest/positions.ts';
import { privateLink } from '../ws/links.ts';
import type { ChannelArg, Push } from '../ws/messages.ts';
import { asItIs, KEYS, type OpenList, useAccountQuery, useOpenList } from './account.ts';
import { gathered } from './gather.ts';
import { INST_TYPES } from './product.ts';
import { useSession } from './session.ts';

const OF_FUTURES = [...KEYS.all, 'contracts'] as const;

/** Keys of what a futures account has; they go with the account's own. */
export const FUTURES_KEYS = {
  all: OF_FUTURES,
  positions: [...OF_FUTURES, 'positions'],
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
export interface Position {
  /** The same for as long as it is open. */
  readonly id: string;
  readonly symbol: string;
  readonly side: HoldSide;
  readonly hedge: boolean;
  readonly mode: MarginModeWord;
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
  /** Of the margin; empty before the stream has told it. */
  readonly roe: string;
  readonly realised: string;
  readonly funding: string;
  /** null before the stream has told it. */
  readonly autoMargin: boolean | null;
}

/** From a row of a read or of a push. */
export function toPosition(row: PositionRow): Position {
  const symbol = (row.symbol ?? row.instId ?? '').toUpperCase();
  const some = (text: string | undefined) => (text === undefined || Number(text) === 0 ? '' : text);
  return {
    id: `${symbol} ${row.holdSide}`,
    symbol,
    side: row.holdSide,
    hedge: row.posMode === 'hedge_mode',
    mode: row.marginMode,
    leverage: String(row.leverage),
    size: row.total,
    available: row.available,
    entry: row.openPriceAvg,
    breakEven: some(row.breakEvenPrice),
    mark: row.markPrice,
    liquidation: some(row.liquidationPrice),
    marginRatio: row.marginRate ?? row.marginRatio ?? '0',
    margin: row.marginSize,
    unrealised: row.unrealizedPL,
    roe: row.unrealizedPLR ?? '',
    realised: row.achievedProfits,
    funding: row.totalFee ?? '0',
    autoMargin: row.autoMargin === undefined ? null : row.autoMargin === 'on',
  };
}

/** All open positions. */
export function usePositions() {
  return useAccountQuery<readonly Position[]>(FUTURES_KEYS.positions, async () =>
    (await fetchPositions()).map(toPosition),
  );
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
export function useContractOrders(symbol = ''): OpenList<ContractOrderRow> {
  return useOpenList(FUTURES_KEYS.orders, 'contractBook', asItIs<ContractOrderRow>, symbol);
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

/** Take profits and stop losses of a position. */
export function exitsOf(
  plans: readonly ContractPlanRow[],
  { symbol, side, hedge }: Pick<Position, 'symbol' | 'side' | 'hedge'>,
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

/** Whether a plan takes a profit or limits a loss; by its trigger it could be either. */
export function exitKind({ planType }: Pick<ContractPlanRow, 'planType'>): 'profit' | 'loss' {
  return planType.includes('profit') ? 'profit' : 'loss';
}

/** How far the mark is from a liquidation, as a share of the mark: 0.15 is 15 %; null = no price does it. */
export function distanceToLiquidation({
  mark,
  liquidation,
}: Pick<Position, 'mark' | 'liquidation'>): number | null {
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

const REFRESH_MS = 200;

/** What a change of an order or a position touches. */
const TOUCHED = [
  FUTURES_KEYS.orders,
  FUTURES_KEYS.plans,
  FUTURES_KEYS.history,
  FUTURES_KEYS.fills,
  FUTURES_KEYS.closed,
  FUTURES_KEYS.funding,
  FUTURES_KEYS.assets,
  FUTURES_KEYS.ranks,
  FUTURES_KEYS.liquidations,
];

/** Asks for what these keys name, once per short while. */
function makeRefresh(client: QueryClient, keys: readonly (readonly unknown[])[]): () => void {
  return gathered(() => {
    for (const queryKey of keys) void client.invalidateQueries({ queryKey });
  }, REFRESH_MS);
}

/** A fill of a contract, as the stream tells it. */
export interface ContractFillNote {
  readonly orderId: string;
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly tradeSide: string;
  readonly size: string;
  readonly price: string;
}

function toNote(row: unknown): ContractFillNote {
  const fill = row as Readonly<Record<string, string | undefined>>;
  const tradeSide = fill['tradeSide'] ?? '';
  const posMode = fill['posMode'] === 'hedge_mode' ? 'hedge_mode' : 'one_way_mode';
  const side = fill['side'] === 'buy' ? 'buy' : 'sell';
  return {
    orderId: fill['orderId'] ?? '',
    symbol: fill['symbol'] ?? '',
    side: buys({ side, posMode, tradeSide }) ? 'buy' : 'sell',
    tradeSide,
    size: fill['baseVolume'] ?? '0',
    price: fill['price'] ?? '0',
  };
}

/** Keeps a futures account live while mounted. @param onFills must stay the same between renders */
export function useFuturesStream(onFills: (fills: readonly ContractFillNote[]) => void): void {
  const { user } = useSession();
  const client = useQueryClient();
  const uid = user?.uid;
  useEffect(() => {
    if (uid === undefined) return;
    const refresh = makeRefresh(client, TOUCHED);
    const money = makeRefresh(client, [FUTURES_KEYS.assets, FUTURES_KEYS.ranks]);
    // All channels of a link begin at once. What was read before may be older than their first push.
    const again = makeRefresh(client, [FUTURES_KEYS.all]);
    const listen = (arg: Omit<ChannelArg, 'instType'>, onPush: (push: Push) => void) =>
      privateLink.subscribe({ instType: INST_TYPES.futures, ...arg }, { onPush, onBegun: again });
    const each = { instId: 'default' };
    const stops = [
      listen({ channel: 'positions', ...each }, (push) => {
        const rows = (push.data as readonly PositionRow[]).map(toPosition);
        client.setQueryData<readonly Position[]>(FUTURES_KEYS.positions, rows);
      }),
      listen({ channel: 'orders', ...each }, refresh),
      listen({ channel: 'orders-algo', ...each }, refresh),
      listen({ channel: 'account', coin: 'default' }, money),
      listen({ channel: 'fill', ...each }, (push) => {
        refresh();
        onFills(push.data.map(toNote));
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [uid, client, onFills]);
}
