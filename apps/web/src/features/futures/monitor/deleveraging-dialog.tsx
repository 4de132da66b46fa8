/** Explains to whose position was closed against a liquidated one why that was, and at which price. */

import { DataTable, type TableColumn } from '../../../components/data-table.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { dateTime } from '../../../data/format.ts';
import { type ContractFillRow, fetchContractFills } from '../../../data/rest/positions.ts';
import { useAccountQuery } from '../../../data/state/account.ts';
import { FUTURES_KEYS, PAGE_ROWS } from '../../../data/state/positions.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { ListBody } from '../../terminal/orders/list-body.tsx';
import { isDeleveraged } from '../by-exchange.ts';
import { useContractTexts } from '../lists/contract-cells.tsx';
import { Profit } from '../positions/position-cells.tsx';
import '../positions/positions.css';

function useColumns(): readonly TableColumn<ContractFillRow>[] {
  const t = useT();
  const { num, price, size } = useContractTexts();
  return [
    { key: 'time', label: t('orders.time'), cell: (row) => dateTime(row.cTime) },
    {
      key: 'price',
      label: t('order.price'),
      end: true,
      cell: (row) => num(price(row.symbol, row.price)),
    },
    {
      key: 'size',
      label: t('order.size'),
      end: true,
      cell: (row) => num(size(row.symbol, row.baseVolume)),
    },
    {
      key: 'profit',
      label: t('positions.realised'),
      end: true,
      cell: (row) => <Profit text={row.profit} />,
    },
  ];
}

/** The dialog, with the newest of them in a contract. */
export function DeleveragingDialog(props: {
  readonly symbol: string;
  readonly onClose: () => void;
}) {
  const t = useT();
  const { symbol } = props;
  const query = useAccountQuery([...FUTURES_KEYS.fills, symbol, 'newest'], () =>
    fetchContractFills({ symbol, limit: PAGE_ROWS }),
  );
  const columns = useColumns();
  const rows = (query.data ?? []).filter(({ tradeSide }) => isDeleveraged(tradeSide));
  return (
    <Dialog title={`${t('positions.by.adl')}: ${symbol}`} onClose={props.onClose}>
      <div className="why">
        <p>{t('positions.deleveragedRule')}</p>
        <ListBody what="fills" query={query} rows={rows}>
          {(shown) => (
            <DataTable
              label={t('positions.by.adl')}
              columns={columns}
              rows={shown}
              rowKey={(row) => row.tradeId}
            />
          )}
        </ListBody>
      </div>
    </Dialog>
  );
}
