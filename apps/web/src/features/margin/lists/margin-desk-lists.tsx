/** The lists of the margin accounts; what their orders hold does not change, so they are cancelled and placed anew. */

import {
  MARGIN_KINDS,
  MARGIN_LISTS,
  type MarginKind,
  type MarginLog,
  type MarginOrderRow,
} from '@halcyon/domain/web';
import { cancelMarginOrder } from '../../../data/rest/margin.ts';
import { web } from '../../../data/rest/web.ts';
import { KEYS, useOpenOrders, usePagedList } from '../../../data/state/account.ts';
import { useInstruments } from '../../../data/state/instruments.ts';
import { MARGIN_KEYS, useMarginFills } from '../../../data/state/margin.ts';
import type { Order } from '../../../data/state/orders.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import type { ListCells } from '../../desk/lists/columns.tsx';
import type { ListName, ListProduct, ShownList } from '../../desk/lists/list-product.ts';
import { openList } from '../../desk/lists/open-list.tsx';
import { rowList } from '../../desk/lists/row-list.tsx';
import { useRowTexts } from '../../desk/lists/use-row-texts.ts';
import { marginAccountText } from '../../records/margin-words.ts';
import { orderCells } from '../../records/order-lines.ts';
import { PairCell, SideCell } from '../../terminal/orders/cells.tsx';
import {
  endedOrders,
  fillsOf,
  PAGE_ROWS,
  useOrderCells,
} from '../../terminal/orders/pair-lists.tsx';

function useOpenCells(): ListCells<Order> {
  const { tpsl: _, ...cells } = useOrderCells();
  return cells;
}

/** The lists of an account. Fills are of a pair: the trading API has no list of all. */
function listsOf(kind: MarginKind): ListProduct {
  return {
    open: openList<Order>({
      label: 'orders.open',
      what: 'orders',
      list: MARGIN_LISTS[kind],
      changes: MARGIN_KEYS.all,
      useRows: (symbol) => useOpenOrders(symbol, kind),
      idOf: ({ id }) => id,
      useCells: useOpenCells,
      cancel: ({ symbol, id }) => cancelMarginOrder(kind, symbol, id),
    }),
    history: rowList(endedOrders(kind)),
    fills: rowList(fillsOf((symbol) => useMarginFills(kind, symbol))),
  };
}

/** The lists of each account. */
export const MARGIN_DESK_LISTS = Object.fromEntries(
  MARGIN_KINDS.map((kind) => [kind, listsOf(kind)]),
) as Readonly<Record<MarginKind, ListProduct>>;

/** One of them. */
export function MarginList(
  props: ShownList & { readonly kind: MarginKind; readonly name: ListName },
) {
  const { kind, name, ...shown } = props;
  const found = MARGIN_DESK_LISTS[kind][name];
  return found === undefined ? null : <found.List {...shown} />;
}

/** Cancels all open orders of an account, or those of a pair. */
export function CancelOpen(props: { readonly kind: MarginKind; readonly symbol: string }) {
  const { open } = MARGIN_DESK_LISTS[props.kind];
  return <open.CancelAll symbol={props.symbol} />;
}

function useEndedCells(): ListCells<MarginOrderRow> {
  const t = useT();
  const textsOf = useRowTexts(orderCells, useInstruments().data);
  const num = (text: string) => <span className="num">{text}</span>;
  return {
    time: (row) => num(textsOf(row).time),
    pair: (row) => <PairCell symbol={row.symbol} />,
    account: (row) => marginAccountText(t, row.account),
    side: (row) => <SideCell side={row.side} />,
    kind: (row) => num(textsOf(row).kind),
    price: (row) => textsOf(row).price,
    size: (row) => textsOf(row).size,
    filled: (row) => textsOf(row).filled,
    status: (row) => num(textsOf(row).status),
  };
}

/** What ended last on both accounts; the details of an order say the rest of it. */
export const ENDED_ON_MARGIN = rowList<MarginOrderRow>({
  label: 'orders.history',
  what: 'orders',
  useRows: () =>
    usePagedList<MarginOrderRow, MarginLog<'orders'>>(
      [...KEYS.history, 'margin'],
      async (before) => {
        const page = await web('GET /margin/log', { list: 'orders', before, limit: PAGE_ROWS });
        return page as MarginLog<'orders'>;
      },
    ),
  idOf: ({ id }) => id,
  useCells: useEndedCells,
});
