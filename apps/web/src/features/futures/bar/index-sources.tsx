/** Who quotes the index price of a contract, and how each of them is. */

import type { IndexSourceRow, IndexSourceState } from '@halcyon/domain/web';
import { DataTable, type TableColumn } from '../../../components/data-table.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { ErrorState, SkeletonRows } from '../../../components/states.tsx';
import { price } from '../../../data/format.ts';
import { useQuery } from '../../../data/query/use-query.ts';
import { errorText } from '../../../data/rest/error-text.ts';
import { web } from '../../../data/rest/web.ts';
import type { InstrumentInfo } from '../../../data/state/instruments.ts';
import { type MessageId, useT } from '../../../platform/locale/intl.tsx';

const EVERY_MS = 2_000;

const STATES: Readonly<Record<IndexSourceState, MessageId>> = {
  fresh: 'futures.source.fresh',
  late: 'futures.source.late',
  stopped: 'futures.source.stopped',
  lying: 'futures.source.lying',
  disagree: 'futures.source.disagree',
};

function useColumns(scale: number): readonly TableColumn<IndexSourceRow>[] {
  const t = useT();
  return [
    { key: 'name', label: t('futures.source.name'), cell: (row) => row.name },
    {
      key: 'price',
      label: t('order.price'),
      end: true,
      cell: (row) => <span className="num">{price(row.price, scale)}</span>,
    },
    { key: 'state', label: t('orders.status'), end: true, cell: (row) => t(STATES[row.state]) },
  ];
}

/** The dialog; it follows while it is open. */
export function IndexSources(props: {
  readonly instrument: InstrumentInfo;
  readonly onClose: () => void;
}) {
  const t = useT();
  const { symbol, product, priceScale } = props.instrument;
  const columns = useColumns(priceScale);
  const query = useQuery({
    queryKey: ['index-prices', product, symbol],
    queryFn: () => web('GET /index-prices', { product, symbol }),
    refetchInterval: EVERY_MS,
  });
  const rows = query.data?.sources ?? [];
  return (
    <Dialog title={t('futures.index')} onClose={props.onClose}>
      <p className="muted">
        {query.data === null ? t('futures.source.none') : t('futures.source.text')}
      </p>
      {query.isPending && <SkeletonRows rows={3} />}
      {query.isError && (
        <ErrorState message={errorText(t, query.error)} onRetry={() => void query.refetch()} />
      )}
      {rows.length > 0 && (
        <DataTable
          label={t('futures.index')}
          columns={columns}
          rows={rows}
          rowKey={({ name }) => name}
        />
      )}
    </Dialog>
  );
}
