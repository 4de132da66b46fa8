/** Balances that are not zero, with their value. */

import { CoinCell } from '../../../components/coin-cell.tsx';
import { DataTable, type TableColumn } from '../../../components/data-table.tsx';
import { ErrorState, SkeletonRows } from '../../../components/states.tsx';
import { amount } from '../../../data/format.ts';
import { errorText } from '../../../data/rest/error-text.ts';
import { useAssets } from '../../../data/state/account.ts';
import { useInstruments } from '../../../data/state/instruments.ts';
import { holdings, type PortfolioHolding, valueText } from '../../../data/state/portfolio.ts';
import { tickerStore } from '../../../data/state/tickers.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { NoRows } from './list-body.tsx';

/** The list of balances. */
export function BalancesTab() {
  const t = useT();
  const query = useAssets();
  const instruments = useInstruments().data;
  if (query.isPending) return <SkeletonRows rows={3} />;
  if (query.data === undefined) {
    return <ErrorState message={errorText(t, query.error)} onRetry={() => void query.refetch()} />;
  }
  const rows = holdings(query.data, instruments, tickerStore.getState().rows);
  const num = (text: string) => <span className="num">{text}</span>;
  const columns: readonly TableColumn<PortfolioHolding>[] = [
    {
      key: 'coin',
      label: t('assets.coin'),
      cell: ({ coin }) => <CoinCell coin={coin} />,
    },
    { key: 'total', label: t('assets.total'), end: true, cell: (row) => num(amount(row.total)) },
    {
      key: 'available',
      label: t('order.available'),
      end: true,
      cell: (row) => num(amount(row.available)),
    },
    { key: 'held', label: t('assets.held'), end: true, cell: (row) => num(amount(row.held)) },
    { key: 'value', label: t('assets.value'), end: true, cell: (row) => num(valueText(row.value)) },
  ];
  if (rows.length === 0) return <NoRows what="coins" />;
  return (
    <DataTable
      label={t('orders.balances')}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.coin}
    />
  );
}
