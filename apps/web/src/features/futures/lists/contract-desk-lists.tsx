/** The lists of contracts. */

import { Icon } from '../../../components/icon.tsx';
import { amount, dateTime } from '../../../data/format.ts';
import type { PagedList } from '../../../data/query/use-pages.ts';
import {
  type ClosedPositionRow,
  type ContractBillRow,
  type ContractFillRow,
  type ContractPage,
  type ContractPlanRow,
  cancelContractOrder,
  cancelContractPlan,
  fetchClosedPositions,
  fetchContractFills,
  fetchContractHistory,
  fetchFundingBills,
  type OpenContractOrderRow,
} from '../../../data/rest/positions.ts';
import { usePagedList } from '../../../data/state/account.ts';
import {
  FUTURES_KEYS,
  PAGE_ROWS,
  useContractOrders,
  useContractPlans,
} from '../../../data/state/positions.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import type { ListCells } from '../../desk/lists/columns.tsx';
import type { ListProduct } from '../../desk/lists/list-product.ts';
import { openList } from '../../desk/lists/open-list.tsx';
import { rowList } from '../../desk/lists/row-list.tsx';
import { statusMessage } from '../../records/status.ts';
import { isTrailing, planKind } from '../../terminal/orders/plan-kind.ts';
import { Profit } from '../positions/position-cells.tsx';
import { AmendContractDialog } from './amend-contract-dialog.tsx';
import { ContractCell, DoesCell, useContractTexts } from './contract-cells.tsx';
import { isMovable, TriggerDialog } from './contract-plans.tsx';

/** All rows, as far as somebody scrolls. */
function usePages<Row extends { readonly endId: string }>(
  queryKey: readonly unknown[],
  symbol: string,
  read: (page: ContractPage) => Promise<readonly Row[]>,
): PagedList<Row> {
  return usePagedList<Row, { rows: readonly Row[]; next: string | null }>(
    [...queryKey, symbol, 'pages'],
    async (before) => {
      const rows = await read({
        symbol: symbol === '' ? undefined : symbol,
        idLessThan: before === '' ? undefined : before,
        limit: PAGE_ROWS,
      });
      const last = rows.at(-1);
      const more = rows.length >= PAGE_ROWS && last !== undefined;
      return { rows, next: more ? last.endId : null };
    },
  );
}

function useOrderCells(): ListCells<OpenContractOrderRow> {
  const { price, size } = useContractTexts();
  const exits = (row: OpenContractOrderRow) => {
    const [profit, loss] = [row.presetStopSurplusPrice, row.presetStopLossPrice];
    return `${price(row.symbol, profit)} / ${price(row.symbol, loss)}`;
  };
  return {
    time: (row) => dateTime(row.cTime),
    pair: (row) => <ContractCell symbol={row.symbol} />,
    side: (row) => <DoesCell row={row} />,
    price: (row) => price(row.symbol, row.price),
    size: (row) => size(row.symbol, row.size),
    filled: (row) => size(row.symbol, row.baseVolume),
    reduce: (row) => (row.reduceOnly === 'YES' ? <Icon name="check" size={14} /> : '–'),
    tpsl: exits,
  };
}

function usePlanCells(): ListCells<ContractPlanRow> {
  const t = useT();
  const { price, size } = useContractTexts();
  const trigger = (row: ContractPlanRow) => {
    if (isTrailing(row)) return `${row.callbackRatio ?? ''}%`;
    const by = t(row.triggerType === 'mark_price' ? 'futures.mark' : 'markets.last');
    return `${price(row.symbol, row.triggerPrice)} (${by})`;
  };
  const execution = (row: ContractPlanRow) =>
    row.orderType === 'limit'
      ? price(row.symbol, Number(row.price) > 0 ? row.price : row.executePrice)
      : t('order.marketPrice');
  return {
    time: (row) => dateTime(row.cTime),
    pair: (row) => <ContractCell symbol={row.symbol} />,
    kind: (row) => t(planKind(row)),
    side: (row) => <DoesCell row={row} />,
    trigger,
    execution,
    size: (row) =>
      Number(row.size) > 0 ? size(row.symbol, row.size) : <bdi>{t('positions.whole')}</bdi>,
  };
}

function useHistoryCells(): ListCells<OpenContractOrderRow> {
  const t = useT();
  const { price, size } = useContractTexts();
  return {
    time: (row) => dateTime(row.cTime),
    pair: (row) => <ContractCell symbol={row.symbol} />,
    side: (row) => <DoesCell row={row} />,
    price: (row) => price(row.symbol, row.price),
    average: (row) => price(row.symbol, row.priceAvg),
    size: (row) => size(row.symbol, row.size),
    filled: (row) => size(row.symbol, row.baseVolume),
    profit: (row) => <Profit text={row.totalProfits} />,
    status: (row) => t(statusMessage(row.status)),
  };
}

function useFillCells(): ListCells<ContractFillRow> {
  const t = useT();
  const { price, size } = useContractTexts();
  return {
    time: (row) => dateTime(row.cTime),
    pair: (row) => <ContractCell symbol={row.symbol} />,
    side: (row) => <DoesCell row={row} />,
    price: (row) => price(row.symbol, row.price),
    size: (row) => size(row.symbol, row.baseVolume),
    value: (row) => amount(row.quoteVolume, 2),
    fee: (row) => amount(row.feeDetail?.[0]?.totalFee, 4),
    profit: (row) => <Profit text={row.profit} />,
    // What was closed against another position was in no book.
    role: (row) =>
      row.orderId === '0' ? '–' : t(row.tradeScope === 'maker' ? 'orders.maker' : 'orders.taker'),
  };
}

/** The lists. */
export const CONTRACT_LISTS = {
  open: openList<OpenContractOrderRow>({
    label: 'orders.open',
    what: 'orders',
    list: 'contractBook',
    changes: FUTURES_KEYS.all,
    useRows: useContractOrders,
    idOf: ({ orderId }) => orderId,
    useCells: useOrderCells,
    cancel: ({ symbol, orderId }) => cancelContractOrder(symbol, orderId),
    amend: { has: () => true, Dialog: AmendContractDialog },
  }),
  plans: openList<ContractPlanRow>({
    label: 'orders.plans',
    what: 'orders',
    list: 'contractPlans',
    changes: FUTURES_KEYS.all,
    useRows: useContractPlans,
    idOf: ({ orderId }) => orderId,
    useCells: usePlanCells,
    cancel: cancelContractPlan,
    amend: { has: isMovable, Dialog: TriggerDialog },
  }),
  history: rowList<OpenContractOrderRow>({
    label: 'orders.history',
    what: 'orders',
    useRows: (symbol) => usePages(FUTURES_KEYS.history, symbol, fetchContractHistory),
    idOf: ({ orderId }) => orderId,
    useCells: useHistoryCells,
  }),
  fills: rowList<ContractFillRow>({
    label: 'orders.fills',
    what: 'fills',
    useRows: (symbol) => usePages(FUTURES_KEYS.fills, symbol, fetchContractFills),
    idOf: ({ tradeId }) => tradeId,
    useCells: useFillCells,
  }),
} satisfies ListProduct;

function useClosedCells(): ListCells<ClosedPositionRow> {
  const t = useT();
  const { price, size } = useContractTexts();
  return {
    pair: (row) => <ContractCell symbol={row.symbol} />,
    side: (row) => (
      <span className={row.holdSide === 'long' ? 'up' : 'down'}>
        {t(`positions.side.${row.holdSide}`)} · {t(`positions.mode.${row.marginMode}`)}
      </span>
    ),
    positionSize: (row) => size(row.symbol, row.closeTotalPos),
    entry: (row) => price(row.symbol, row.openAvgPrice),
    exit: (row) => price(row.symbol, row.closeAvgPrice),
    profit: (row) => <Profit text={row.pnl} />,
    funding: (row) => <Profit text={row.totalFunding} />,
    net: (row) => <Profit text={row.netProfit} />,
    opened: (row) => dateTime(row.ctime),
    closed: (row) => dateTime(row.utime),
  };
}

/** Positions that were closed. */
export const CLOSED_POSITIONS = rowList<ClosedPositionRow>({
  label: 'positions.history',
  what: 'records',
  useRows: (symbol) => usePages(FUTURES_KEYS.closed, symbol, fetchClosedPositions),
  idOf: ({ positionId }) => positionId,
  useCells: useClosedCells,
});

function useFundingCells(): ListCells<ContractBillRow> {
  return {
    time: (row) => dateTime(row.cTime),
    pair: (row) => <ContractCell symbol={row.symbol} />,
    funding: (row) => <Profit text={row.amount} />,
  };
}

/** What fundings brought and cost. */
export const FUNDINGS = rowList<ContractBillRow>({
  label: 'positions.funding',
  what: 'records',
  useRows: (symbol) => usePages(FUTURES_KEYS.funding, symbol, fetchFundingBills),
  idOf: ({ billId }) => billId,
  useCells: useFundingCells,
});

/** Lists by the names of their tabs in the terminal. */
const BY_TAB = {
  contractOrders: CONTRACT_LISTS.open,
  contractPlans: CONTRACT_LISTS.plans,
  contractHistory: CONTRACT_LISTS.history,
  contractFills: CONTRACT_LISTS.fills,
  closed: CLOSED_POSITIONS,
  funding: FUNDINGS,
} as const;

/** One of them. */
export function ContractList(props: {
  readonly name: keyof typeof BY_TAB;
  readonly symbol: string;
}) {
  const { List } = BY_TAB[props.name];
  return <List symbol={props.symbol} />;
}

/** Cancels what a list of what has not ended shows. */
export function CancelListed(props: {
  readonly name: 'contractOrders' | 'contractPlans';
  readonly symbol: string;
}) {
  const { CancelAll } = BY_TAB[props.name];
  return <CancelAll key={props.name} symbol={props.symbol} />;
}
