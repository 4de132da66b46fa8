/** The orders of an algo order, open and ended, newest first. */

import type { ChildOrderRow, OrderPage, ParentOrderRow } from '@halcyon/domain/web';
import { Dialog } from '../../../components/dialog.tsx';
import { fetchChildren } from '../../../data/rest/parent-orders.ts';
import { KEYS, usePagedList } from '../../../data/state/account.ts';
import { useInstruments } from '../../../data/state/instruments.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import type { ListOf } from '../../desk/lists/list-product.ts';
import { RowList } from '../../desk/lists/row-list.tsx';
import { useRowTexts } from '../../desk/lists/use-row-texts.ts';
import { orderCells } from '../../records/order-lines.ts';
import { PAGE_ROWS } from '../orders/pair-lists.tsx';

/** Which of them are shown. */
function ordersOf({ id }: ParentOrderRow): ListOf<ChildOrderRow> {
  return {
    label: 'algo.orders',
    what: 'orders',
    useRows: () =>
      usePagedList<ChildOrderRow, OrderPage<ChildOrderRow>>(
        [...KEYS.parents, 'orders', id],
        (before) => fetchChildren({ parent: id, before, limit: PAGE_ROWS }),
      ),
    idOf: (row) => row.id,
    useCells: () => {
      const textsOf = useRowTexts(orderCells, useInstruments().data);
      return {
        time: (row) => textsOf(row).time,
        price: (row) => textsOf(row).price,
        size: (row) => textsOf(row).size,
        filled: (row) => textsOf(row).filled,
        average: (row) => textsOf(row).average,
        status: (row) => textsOf(row).status,
      };
    },
  };
}

/** The dialog. */
export function AlgoOrders(props: {
  readonly parent: ParentOrderRow;
  readonly onClose: () => void;
}) {
  const t = useT();
  const { parent, onClose } = props;
  return (
    <Dialog title={`${t(`order.kind.${parent.kind}`)}: ${t('algo.orders')}`} wide onClose={onClose}>
      <RowList list={ordersOf(parent)} symbol="" />
    </Dialog>
  );
}
