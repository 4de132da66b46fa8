/** What is owed and there of each coin, and what of it is the exchange's own. */

import {
  type AssetReserves,
  OWN_NAMES,
  ownersReserves,
  type ReservesRoot,
  reservesRatio,
} from '@halcyon/domain';
import { useMemo } from 'react';
import { CoinCell } from '../../components/coin-cell.tsx';
import { DataTable, type TableColumn } from '../../components/data-table.tsx';
import { type MessageId, useT } from '../../platform/locale/intl.tsx';
import { unitsShown } from './units-text.ts';
import { ratioText } from './use-totals.ts';

const OWN_LABELS: Readonly<Record<(typeof OWN_NAMES)[number], MessageId>> = {
  fees: 'reserves.fees',
  rounding: 'reserves.rounding',
  fund: 'nav.protectionFund',
  pool: 'reserves.pool',
  settlement: 'reserves.settlement',
  traders: 'reserves.traders',
};
/** When a column has no room: what is the exchange's own goes first. */
const GOES = { own: 3, lent: 2, owing: 1 } as const;

function useColumns(): readonly TableColumn<AssetReserves>[] {
  const t = useT();
  return useMemo(() => {
    const units = (
      key: string,
      label: string,
      read: (row: AssetReserves) => string | bigint,
      goes: number,
    ): TableColumn<AssetReserves> => ({
      ...{ key, label, goes, end: true },
      cell: (row) => <span className="num">{unitsShown(read(row), row.scale)}</span>,
    });
    return [
      { key: 'asset', label: t('assets.coin'), cell: ({ asset }) => <CoinCell coin={asset} /> },
      units('reserves', t('reserves.has'), (row) => ownersReserves(row), 0),
      units('owed', t('reserves.owed'), (row) => row.owed, 0),
      {
        ...{ key: 'ratio', label: t('reserves.ratio'), goes: 0, end: true },
        cell: (row) => <span className="num">{ratioText(reservesRatio(row))}</span>,
      },
      units('owing', t('reserves.owing'), (row) => row.owing, GOES.owing),
      units('lent', t('reserves.lent'), (row) => row.lent, GOES.lent),
      ...OWN_NAMES.map((name) =>
        units(name, t(OWN_LABELS[name]), (row) => row.own[name], GOES.own),
      ),
    ];
  }, [t]);
}

/** The part of the page. */
export function AssetsCard({ root }: { readonly root: ReservesRoot }) {
  const t = useT();
  // Coins that somebody has come first; of each kind they are in the order of their codes.
  const rows = useMemo(
    () => root.assets.toSorted((a, b) => Number(b.owed !== '0') - Number(a.owed !== '0')),
    [root],
  );
  return (
    <section className="card reserves-card">
      <h2>{t('reserves.has')}</h2>
      <p className="muted">{t('reserves.sum')}</p>
      <DataTable
        label={t('reserves.has')}
        columns={useColumns()}
        rows={rows}
        rowKey={({ asset }) => asset}
        cells={4}
      />
    </section>
  );
}
