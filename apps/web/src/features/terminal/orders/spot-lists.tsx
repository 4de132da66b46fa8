/** The lists of spot. */

import { lazyPart } from '../../../components/lazy-part.tsx';
import { wide } from '../../../data/decimal.ts';
import { amount, dateTime, price } from '../../../data/format.ts';
import { cancelOrder, cancelPlanOrder, fetchFills } from '../../../data/rest/trade.ts';
import type { FillRow, PlanRow } from '../../../data/rest/types.ts';
import {
  forgetOrder,
  KEYS,
  useAccountQuery,
  useOpenOrders,
  usePlanOrders,
} from '../../../data/state/account.ts';
import type { Order } from '../../../data/state/orders.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { algoMessages } from '../../../platform/locale/locale.ts';
import type { ListCells } from '../../desk/lists/columns.tsx';
import type {
  AmendProps,
  ListName,
  ListProduct,
  ShownList,
} from '../../desk/lists/list-product.ts';
import { openList } from '../../desk/lists/open-list.tsx';
import { rowList } from '../../desk/lists/row-list.tsx';
import { AmendDialog } from './amend-dialog.tsx';
import { PairCell, SideCell, useCoins, useScales } from './cells.tsx';
import { endedOrders, fillsOf, PAGE_ROWS, useOrderCells } from './pair-lists.tsx';
import { PlanDialog } from './plan-dialog.tsx';
import { isTrailing, planKind } from './plan-kind.ts';

function usePlanCells(): ListCells<PlanRow> {
  const t = useT();
  const scales = useScales();
  const coins = useCoins();
  const sizeText = (row: PlanRow) => {
    const { base, quote } = coins(row.symbol);
    return `${amount(row.size)} ${row.sizeUnit === 'quote' ? quote : base}`;
  };
  const triggerText = (row: PlanRow) => {
    if (wide(row.triggerPrice) === 0n) return row.callbackRatio ? `${row.callbackRatio}%` : '–';
    return price(row.triggerPrice, scales(row.symbol).price);
  };
  const execution = (row: PlanRow) =>
    row.orderType === 'limit' && wide(row.executePrice) > 0n
      ? price(row.executePrice, scales(row.symbol).price)
      : t('order.marketPrice');
  return {
    time: (row) => dateTime(row.cTime),
    pair: (row) => <PairCell symbol={row.symbol} />,
    kind: (row) => t(planKind(row)),
    side: (row) => <SideCell side={row.side} />,
    trigger: triggerText,
    execution,
    size: sizeText,
  };
}

function AmendOrder({ row, ...rest }: AmendProps<Order>) {
  return <AmendDialog order={row} {...rest} />;
}

/** The newest; the records have all. */
function useFills(symbol: string) {
  return useAccountQuery<readonly FillRow[]>([...KEYS.fills, symbol], () =>
    fetchFills({ symbol: symbol || undefined, limit: PAGE_ROWS }),
  );
}

const AlgoList = lazyPart<ShownList>(async () => {
  const [part] = await Promise.all([import('../algo/algo-list.tsx'), algoMessages()]);
  return part.ALGO_LIST.List;
}, 3);

/** The lists. */
export const SPOT_LISTS = {
  open: openList<Order>({
    label: 'orders.open',
    what: 'orders',
    list: 'book',
    changes: KEYS.open,
    useRows: useOpenOrders,
    idOf: ({ id }) => id,
    useCells: useOrderCells,
    cancel: async ({ symbol, id }, client) => {
      await cancelOrder(symbol, id);
      forgetOrder(client, id);
    },
    // An order of a parent is changed with it.
    amend: { has: ({ type, parent }) => type === 'limit' && parent === '', Dialog: AmendOrder },
  }),
  plans: openList<PlanRow>({
    label: 'orders.plans',
    what: 'orders',
    list: 'plans',
    changes: KEYS.plans,
    useRows: usePlanOrders,
    idOf: ({ orderId }) => orderId,
    useCells: usePlanCells,
    cancel: ({ orderId }) => cancelPlanOrder(orderId),
    amend: { has: (row) => !isTrailing(row), Dialog: PlanDialog },
  }),
  algo: { List: AlgoList },
  history: rowList(endedOrders('spot')),
  fills: rowList(fillsOf(useFills)),
} satisfies ListProduct;

/** One of them. */
export function SpotList({ name, ...shown }: ShownList & { readonly name: ListName }) {
  const { List } = SPOT_LISTS[name];
  return <List {...shown} />;
}
