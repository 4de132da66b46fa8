/** The fee schedule by level and product; one's own level is marked. */

import type { FeeLevelRow, FeeRatePair, FeeRateRow } from '@halcyon/domain/web';
import { ButtonLink } from '../../components/button.tsx';
import { DataTable, type TableColumn } from '../../components/data-table.tsx';
import { ErrorState, SkeletonRows } from '../../components/states.tsx';
import { useTitle } from '../../components/use-title.ts';
import { amount, plainPercent } from '../../data/format.ts';
import { errorText } from '../../data/rest/error-text.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { PATHS } from '../../platform/routes/paths.ts';
import { useOwnFees, useSchedule } from './use-fees.ts';
import './fees.css';

/** Maker and taker of a product. */
export function Rates({ maker, taker }: FeeRatePair) {
  return (
    <bdi dir="ltr" className="num">
      {plainPercent(maker)} / {plainPercent(taker)}
    </bdi>
  );
}

/** What a level asks for or allows; a dash where it says nothing. */
function Asked({ usdt }: { readonly usdt: number | null }) {
  return <span className="num">{usdt === null ? '–' : amount(String(usdt))}</span>;
}

/** The columns of rates. */
export function useRateColumns<T extends FeeRateRow>(): readonly TableColumn<T>[] {
  const t = useT();
  return [
    { key: 'spot', label: t('nav.spot'), end: true, cell: (row) => <Rates {...row.spot} /> },
    {
      key: 'margin',
      label: t('positions.margin'),
      end: true,
      cell: (row) => <Rates {...row.margin} />,
    },
    {
      key: 'futures',
      label: t('nav.futures'),
      end: true,
      cell: (row) => <Rates {...row.futures} />,
    },
  ];
}

function useColumns(own: number | undefined): readonly TableColumn<FeeLevelRow>[] {
  const t = useT();
  const rates = useRateColumns<FeeLevelRow>();
  return [
    {
      key: 'level',
      label: t('fees.levels'),
      cell: ({ level }) => (
        <span className="fees-level">
          {t('fees.level', { level })}
          {level === own && <span className="badge">{t('fees.own')}</span>}
        </span>
      ),
    },
    {
      key: 'spotVolume',
      label: t('fees.spotVolume'),
      end: true,
      cell: (row) => <Asked usdt={row.spotVolume} />,
    },
    {
      key: 'futuresVolume',
      label: t('fees.futuresVolume'),
      end: true,
      cell: (row) => <Asked usdt={row.futuresVolume} />,
    },
    {
      key: 'assets',
      label: t('nav.assets'),
      end: true,
      cell: (row) => <Asked usdt={row.assets} />,
    },
    ...rates,
    {
      key: 'withdrawalDay',
      label: t('fees.withdrawalDay'),
      end: true,
      cell: (row) => <Asked usdt={row.withdrawalDay} />,
    },
    {
      key: 'requests',
      label: t('fees.requests'),
      end: true,
      cell: (row) => (
        <bdi dir="ltr" className="num">
          ×{row.requests}
        </bdi>
      ),
    },
  ];
}

/** The page at `/fee`. */
export function FeesPage() {
  const t = useT();
  useTitle(`${t('fees.title')} | Halcyon`);
  const schedule = useSchedule();
  const own = useOwnFees();
  const columns = useColumns(own.data?.level);
  const { data, isError, error, refetch } = schedule;
  return (
    <div className="page page-wide">
      <h1 className="page-title">{t('fees.title')}</h1>
      <p className="page-intro">{t('fees.text')}</p>
      <section className="card">
        {data === undefined && isError && (
          <ErrorState message={errorText(t, error)} onRetry={() => void refetch()} />
        )}
        {data === undefined && !isError && <SkeletonRows rows={6} height={28} />}
        {data !== undefined && (
          <DataTable
            label={t('fees.title')}
            columns={columns}
            rows={data.levels}
            rowKey={(row) => String(row.level)}
          />
        )}
        <p className="muted fees-note">{t('fees.note')}</p>
      </section>
      <div className="fees-links">
        <ButtonLink to={PATHS.vipDetail}>{t('vip.title')}</ButtonLink>
        <ButtonLink to={PATHS.vipIntroduce}>{t('vip.programme')}</ButtonLink>
      </div>
    </div>
  );
}
