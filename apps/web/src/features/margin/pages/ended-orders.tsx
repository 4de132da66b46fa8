/** The orders of the margin accounts that ended last, each with a way to its details. */

import type { MarginLog, MarginOrderRow } from '@halcyon/domain/web';
import type { Column } from '../../../components/data-table.tsx';
import { web } from '../../../data/rest/web.ts';
import { KEYS, usePagedList } from '../../../data/state/account.ts';
import { useInstruments } from '../../../data/state/instruments.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { OrderList } from '../../desk/lists/order-list.tsx';
import { DetailsButton, type ShownDetails } from '../../order-details/use-order-details.tsx';
import { marginAccountText } from '../../records/margin-words.ts';
import { ORDER_COLUMNS, type OrderCell, orderCells } from '../../records/order-lines.ts';
import { PairCell, SideCell } from '../../terminal/orders/cells.tsx';

const PAGE = 50;
const KEY = [...KEYS.history, 'margin'];
/** What of a row stands in the list; its details say the rest. */
const SHOWN: ReadonlySet<OrderCell> = new Set([
  'time',
  'type',
  'price',
  'size',
  'filled',
  'status',
]);

function useEnded() {
  return usePagedList<MarginOrderRow, MarginLog<'orders'>>(KEY, async (before) => {
    const page = await web('GET /margin/log', { list: 'orders', before, limit: PAGE });
    return page as MarginLog<'orders'>;
  });
}

function useColumns(details: ShownDetails): readonly Column<MarginOrderRow>[] {
  const t = useT();
  const instruments = useInstruments().data;
  const textsOf = (row: MarginOrderRow) => orderCells({ t, instruments }, row);
  const own: readonly Column<MarginOrderRow>[] = [
    { key: 'pair', label: t('orders.pair'), cell: (row) => <PairCell symbol={row.symbol} /> },
    {
      key: 'account',
      label: t('marginPage.account'),
      cell: (row) => marginAccountText(t, row.account),
    },
    { key: 'side', label: t('order.side'), cell: (row) => <SideCell side={row.side} /> },
  ];
  const [time, ...rest] = ORDER_COLUMNS.filter(({ key }) => SHOWN.has(key)).map(
    (column): Column<MarginOrderRow> => ({
      key: column.key,
      label: t(column.label),
      end: 'end' in column,
      cell: (row) => <span className="num">{textsOf(row)[column.key]}</span>,
    }),
  );
  const actions: Column<MarginOrderRow> = {
    key: 'actions',
    goes: 0,
    label: t('orders.actions'),
    end: true,
    cell: (row) => <DetailsButton id={row.id} details={details} />,
  };
  return [...(time === undefined ? [] : [time]), ...own, ...rest, actions];
}

/** The list. */
export function EndedOrders({ details }: { readonly details: ShownDetails }) {
  const query = useEnded();
  const columns = useColumns(details);
  return (
    <OrderList
      label="orders.history"
      what="orders"
      query={query}
      rows={query.rows}
      columns={columns}
      rowKey={({ id }) => id}
      more={query.more}
    />
  );
}
