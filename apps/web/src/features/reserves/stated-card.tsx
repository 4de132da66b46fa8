/** What the operator says to have elsewhere: shown as stated, and counted nowhere. */

import type { StatedReserves } from '@halcyon/domain/web';
import { CoinCell } from '../../components/coin-cell.tsx';
import { DataTable, type TableColumn } from '../../components/data-table.tsx';
import { HashText } from '../../components/hash-text.tsx';
import { amount, dateTime } from '../../data/format.ts';
import { useT } from '../../platform/locale/intl.tsx';

type Row = StatedReserves['assets'][number];

/** The part of the page. */
export function StatedCard({ stated }: { readonly stated: StatedReserves }) {
  const t = useT();
  const columns: readonly TableColumn<Row>[] = [
    { key: 'asset', label: t('assets.coin'), cell: ({ asset }) => <CoinCell coin={asset} /> },
    {
      ...{ key: 'amount', label: t('transfer.amount'), goes: 0, end: true },
      cell: (row) => <span className="num">{amount(row.amount)}</span>,
    },
    { key: 'where', label: t('reserves.where'), cell: ({ where }) => <bdi>{where}</bdi> },
  ];
  return (
    <section className="card reserves-card">
      <h2>{t('reserves.stated')}</h2>
      <p className="muted">{t('reserves.statedText', { time: dateTime(String(stated.time)) })}</p>
      <p>
        {t('reserves.statedKey')} <HashText text={stated.key} />
      </p>
      <DataTable
        label={t('reserves.stated')}
        columns={columns}
        rows={stated.assets}
        rowKey={({ asset, where }) => `${asset} ${where}`}
      />
    </section>
  );
}
