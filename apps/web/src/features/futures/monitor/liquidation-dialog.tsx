/** Explains liquidations: the price, the rule, the arithmetic, and where to find what was done. */

import { LIQUIDATIONS_MAX, type LiquidationRow } from '@halcyon/domain/web';
import { DataTable, type TableColumn } from '../../../components/data-table.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { amount, dateTime } from '../../../data/format.ts';
import { fetchLiquidations } from '../../../data/rest/positions.ts';
import { useAccountQuery } from '../../../data/state/account.ts';
import { FUTURES_KEYS } from '../../../data/state/positions.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { ListBody } from '../../terminal/orders/list-body.tsx';
import { ContractCell, useContractTexts } from '../lists/contract-cells.tsx';
import '../positions/positions.css';

function useColumns(): readonly TableColumn<LiquidationRow>[] {
  const t = useT();
  const { num, price, size } = useContractTexts();
  const money = (row: LiquidationRow, text: string) => num(`${amount(text, 4)} ${row.coin}`);
  return [
    { key: 'time', label: t('orders.time'), cell: (row) => dateTime(row.time) },
    { key: 'pair', label: t('orders.pair'), cell: (row) => <ContractCell symbol={row.symbol} /> },
    {
      key: 'mark',
      label: t('futures.mark'),
      end: true,
      cell: (row) => num(price(row.symbol, row.mark)),
    },
    {
      key: 'missing',
      label: t('positions.why.missing'),
      end: true,
      cell: (row) => money(row, row.missing),
    },
    {
      key: 'closed',
      goes: 0,
      label: t('positions.why.closed'),
      end: true,
      cell: (row) => num(size(row.symbol, row.closed)),
    },
    {
      key: 'limit',
      label: t('positions.why.limit'),
      end: true,
      cell: (row) => num(price(row.symbol, row.limit)),
    },
    {
      key: 'adl',
      label: t('positions.why.deleveraged'),
      end: true,
      cell: (row) => num(size(row.symbol, row.deleveraged)),
    },
    { key: 'fee', label: t('positions.why.fee'), end: true, cell: (row) => money(row, row.fee) },
    {
      key: 'fund',
      label: t('positions.why.fund'),
      end: true,
      cell: (row) => money(row, row.paidByFund),
    },
  ];
}

/** The dialog. @param symbol '' = of all contracts */
export function LiquidationDialog(props: {
  readonly symbol: string;
  readonly onClose: () => void;
}) {
  const t = useT();
  const query = useAccountQuery(FUTURES_KEYS.liquidations, () =>
    fetchLiquidations({ limit: LIQUIDATIONS_MAX }),
  );
  const columns = useColumns();
  const rows = (query.data ?? []).filter(
    ({ symbol }) => props.symbol === '' || symbol === props.symbol,
  );
  return (
    <Dialog title={t('positions.why.title')} onClose={props.onClose}>
      <div className="why">
        <p>{t('positions.why.rule')}</p>
        <p>{t('positions.why.steps')}</p>
        <ListBody what="records" query={query} rows={rows}>
          {(shown) => (
            <DataTable
              label={t('positions.why.title')}
              columns={columns}
              rows={shown}
              rowKey={(row) => row.id}
            />
          )}
        </ListBody>
        <p className="muted">{t('positions.why.where')}</p>
      </div>
    </Dialog>
  );
}
