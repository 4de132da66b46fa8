/** What the fund had over time, exact at each full hour or day. */

import { CURVE_RANGES, type CurveRange } from '@halcyon/domain/web';
import { useState } from 'react';
import { EmptyState, ErrorState, SkeletonRows } from '../../components/states.tsx';
import { Segments } from '../../components/tabs.tsx';
import { wide } from '../../data/decimal.ts';
import { useQuery } from '../../data/query/use-query.ts';
import { errorText } from '../../data/rest/error-text.ts';
import { fetchFundCurve } from '../../data/rest/fund.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { LinePicture } from '../assets/curve/line-picture.tsx';
import { coinAmount } from './fund-amount.tsx';
import '../assets/curve/curve.css';

const EVERY_MS = 60_000;

/** The picture of the range that is chosen. */
export function FundCurve({ coin }: { readonly coin: string }) {
  const t = useT();
  const [range, setRange] = useState<CurveRange>('30D');
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['protection-fund-curve', coin, range],
    queryFn: () => fetchFundCurve(coin, range),
    refetchInterval: EVERY_MS,
  });
  return (
    <div className="fund-curve">
      <h3>{t('fund.curve')}</h3>
      <Segments<CurveRange>
        label={t('curve.range')}
        items={CURVE_RANGES.map((key) => ({ key, label: t(`curve.${key}`) }))}
        value={range}
        onChange={setRange}
      />
      {data === undefined && !isError && <SkeletonRows rows={6} />}
      {data === undefined && isError && (
        <ErrorState message={errorText(t, error)} onRetry={() => void refetch()} />
      )}
      {data !== undefined && data.rows.length < 2 && <EmptyState text={t('fund.noCurve')} />}
      {data !== undefined && data.rows.length > 1 && (
        <LinePicture
          key={`${coin} ${range}`}
          label={t('fund.curve')}
          points={data.rows.map(({ time, balance }) => ({
            ...{ time, value: wide(balance) },
            text: `${coinAmount(coin, balance)} ${coin}`,
          }))}
        />
      )}
    </div>
  );
}
