/** What lists of pairs have in their columns: those of spot and of the margin accounts. */

import type { HistoryAccount, OrderHistoryRow, OrderPage } from '@halcyon/domain/web';
import { useMemo } from 'react';
import { amount, dateTime, plainPercent, price } from '../../../data/format.ts';
import type { QueryResult } from '../../../data/query/use-query.ts';
import { fetchEnded } from '../../../data/rest/orders.ts';
import type { FillRow } from '../../../data/rest/types.ts';
import { KEYS, usePagedList } from '../../../data/state/account.ts';
import { type Fill, fromPairFill } from '../../../data/state/fills.ts';
import { useInstruments } from '../../../data/state/instruments.ts';
import { filledShare, type Order, orderValue } from '../../../data/state/orders.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import type { ListCells } from '../../desk/lists/columns.tsx';
import type { ListOf } from '../../desk/lists/list-product.ts';
import { useRowTexts } from '../../desk/lists/use-row-texts.ts';
import { fillCells } from '../../records/fill-lines.ts';
import { ORDERS_GO, orderCells } from '../../records/order-lines.ts';
import { PairCell, SideCell, useCoins, useScales } from './cells.tsx';

/** Rows of a page of what has ended. */
export const PAGE_ROWS = 50;

function attachedText(order: Order, scale: number): string {
  if (order.takeProfit === '' && order.stopLoss === '') return '–';
  const part = (text: string) => (text === '' ? '–' : price(text, scale));
  return `${part(order.takeProfit)} / ${part(order.stopLoss)}`;
}

/** Of open orders. */
export function useOrderCells(): ListCells<Order> {
  const t = useT();
  const scales = useScales();
  const coins = useCoins();
  const priceOf = (order: Order) =>
    order.price === '' ? t('order.marketPrice') : price(order.price, scales(order.symbol).price);
  return {
    time: (order) => dateTime(order.createdAt),
    pair: (order) => (
      <>
        <PairCell symbol={order.symbol} />
        {order.parent !== '' && <small className="muted"> {t('orders.algo')}</small>}
      </>
    ),
    side: (order) => <SideCell side={order.side} />,
    price: priceOf,
    size: (order) => `${amount(order.size)} ${coins(order.symbol).base}`,
    filled: (order) => plainPercent(filledShare(order)),
    value: (order) =>
      `${amount(orderValue(order), scales(order.symbol).quote)} ${coins(order.symbol).quote}`,
    tpsl: (order) => attachedText(order, scales(order.symbol).price),
  };
}

/** Of what has ended; fee and id are left to the records, which have room for them. */
function useEndedCells(): ListCells<OrderHistoryRow> {
  const textsOf = useRowTexts(orderCells, useInstruments().data);
  return {
    time: (row) => textsOf(row).time,
    pair: (row) => <PairCell symbol={row.symbol} />,
    kind: (row) => textsOf(row).kind,
    side: (row) => <SideCell side={row.side} />,
    price: (row) => textsOf(row).price,
    trigger: (row) => textsOf(row).trigger,
    force: (row) => textsOf(row).force,
    average: (row) => textsOf(row).average,
    size: (row) => textsOf(row).size,
    filled: (row) => textsOf(row).filled,
    status: (row) => textsOf(row).status,
    reason: (row) => textsOf(row).reason,
  };
}

/** Orders and plans of an account that ended, as far as somebody scrolls. */
export function endedOrders(account: HistoryAccount): ListOf<OrderHistoryRow> {
  return {
    label: 'orders.history',
    what: 'orders',
    useRows: (symbol) =>
      usePagedList<OrderHistoryRow, OrderPage<OrderHistoryRow>>(
        [...KEYS.history, account, symbol],
        (before) => fetchEnded({ account, symbol: symbol || undefined, before, limit: PAGE_ROWS }),
      ),
    idOf: (row) => row.id,
    useCells: useEndedCells,
    goes: ORDERS_GO,
  };
}

function useFillCells(): ListCells<Fill> {
  const textsOf = useRowTexts(fillCells, useInstruments().data);
  return {
    time: (row) => textsOf(row).time,
    pair: (row) => <PairCell symbol={row.symbol} />,
    side: (row) => <SideCell side={row.side} />,
    price: (row) => textsOf(row).price,
    size: (row) => textsOf(row).size,
    value: (row) => textsOf(row).value,
    fee: (row) => textsOf(row).fee,
    role: (row) => textsOf(row).role,
  };
}

/** Fills of an account. @param useFills reads them */
export function fillsOf(
  useFills: (symbol: string) => QueryResult<readonly FillRow[]>,
): ListOf<Fill> {
  return {
    label: 'orders.fills',
    what: 'fills',
    useRows: (symbol) => {
      const query = useFills(symbol);
      const rows = useMemo(() => (query.data ?? []).map(fromPairFill), [query.data]);
      return { ...query, rows };
    },
    idOf: (row) => row.id + row.side + row.order,
    useCells: useFillCells,
  };
}
