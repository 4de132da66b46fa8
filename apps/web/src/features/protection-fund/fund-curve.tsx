/** What the fund had over time, exact at each full hour or day. */

import { CURVE_RANGES, type CurveRange, type FundCurveRow } from '@halcyon/domain/web';
import { useState } from 'react';
import { EmptyState, ErrorState, SkeletonRows } from '../../components/states.tsx';
import { Segments } from '../../components/tabs.tsx';
import { wide } from '../../data/decimal.ts';
import { dateTime } from '../../data/format.ts';
import { useQuery } from '../../data/query/use-query.ts';
import { errorText } from '../../data/rest/error-text.ts';
import { fetchFundCurve } from '../../data/rest/fund.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { endsOf, heightsOf } from '../assets/curve/curve-steps.ts';
import { insetHeight, Picture } from '../assets/curve/picture.tsx';
import { linePath } from '../assets/curve/worth-picture.tsx';
import { coinAmount } from './fund-amount.tsx';
import '../assets/curve/curve.css';

/** Units of the drawing's sides: it is stretched into its box. */
const SIZE = 1_000;
const EVERY_MS = 60_000;

/** The picture. @param props.rows at least two */
function BalancePicture(props: { readonly coin: string; readonly rows: readonly FundCurveRow[] }) {
  const t = useT();
  const { coin, rows } = props;
  const [first, last] = [rows[0], rows.at(-1)];
  const start = first?.time ?? 0;
  const length = (last?.time ?? 0) - start || 1;
  const places = rows.map(({ time }) => (time - start) / length);
  const values = rows.map(({ balance }) => wide(balance));
  const heights = heightsOf(values).map(insetHeight);
  const line = linePath(places, heights);
  const text = (row: FundCurveRow | undefined) =>
    `${coinAmount(coin, row?.balance ?? '0')} ${coin}`;
  const tell = (index: number) => {
    const row = rows[index];
    const time = dateTime(row?.time);
    const shown = (
      <>
        <bdi dir="ltr">{text(row)}</bdi> <bdi className="muted">{time}</bdi>
      </>
    );
    return { spoken: `${time}: ${text(row)}`, shown };
  };
  const scale = endsOf(values)?.map((end) => text(rows[values.indexOf(end)]));
  return (
    <Picture
      label={t('fund.curve')}
      places={places}
      scale={scale}
      times={[first, last].map((row) => dateTime(row?.time))}
      tell={tell}
      dot={(index) => heights[index] ?? null}
    >
      <svg viewBox={`0 0 ${SIZE} ${SIZE}`} preserveAspectRatio="none" aria-hidden="true">
        <path className="curve-area" d={`${line}L${SIZE} ${SIZE}L0 ${SIZE}Z`} />
        <path className="curve-line" d={line} />
      </svg>
    </Picture>
  );
}

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
        <BalancePicture key={`${coin} ${range}`} coin={coin} rows={data.rows} />
      )}
    </div>
  );
}
