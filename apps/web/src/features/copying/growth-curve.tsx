/** What one coin of the first moment has become, of the trader and of all followers together. */

import type { CopyPoint, CopyTraderDetail } from '@halcyon/domain/web';
import { useState } from 'react';
import { EmptyState } from '../../components/states.tsx';
import { Segments } from '../../components/tabs.tsx';
import { wide } from '../../data/decimal.ts';
import { dateTime, signedPercent } from '../../data/format.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { endsOf, heightsOf } from '../assets/curve/curve-steps.ts';
import { insetHeight, Picture } from '../assets/curve/picture.tsx';
import { linePath } from '../assets/curve/worth-picture.tsx';
import '../assets/curve/curve.css';

/** Units of the drawing's sides: it is stretched into its box. */
const SIZE = 1_000;
const DIGITS = 6;

const grown = ({ value }: CopyPoint): string => (value - 1).toFixed(DIGITS);

/** @param props.points at least two */
function GrowthPicture(props: { readonly label: string; readonly points: readonly CopyPoint[] }) {
  const { label, points } = props;
  const start = points[0]?.time ?? 0;
  const length = (points.at(-1)?.time ?? 0) - start || 1;
  const places = points.map(({ time }) => (time - start) / length);
  const values = points.map((point) => wide(grown(point)));
  const heights = heightsOf(values).map(insetHeight);
  const line = linePath(places, heights);
  const text = (index: number) => signedPercent(grown(points[index] ?? { time: 0, value: 1 }));
  const tell = (index: number) => {
    const time = dateTime(points[index]?.time);
    const shown = (
      <>
        <bdi dir="ltr">{text(index)}</bdi> <bdi className="muted">{time}</bdi>
      </>
    );
    return { spoken: `${time}: ${text(index)}`, shown };
  };
  return (
    <Picture
      label={label}
      places={places}
      scale={endsOf(values)?.map((end) => text(values.indexOf(end)))}
      times={[points[0], points.at(-1)].map((point) => dateTime(point?.time))}
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

/** The picture of the side that is chosen. */
export function GrowthCurve({ curve }: Pick<CopyTraderDetail, 'curve'>) {
  const t = useT();
  const [side, setSide] = useState<'own' | 'followers'>('followers');
  const points = curve[side];
  const label = t(side === 'own' ? 'copy.traderReturn' : 'copy.followersReturn');
  return (
    <div className="copy-curve">
      <Segments<'own' | 'followers'>
        label={t('copy.return')}
        items={[
          { key: 'followers', label: t('copy.followersReturn') },
          { key: 'own', label: t('copy.traderReturn') },
        ]}
        value={side}
        onChange={setSide}
      />
      {points.length < 2 && <EmptyState text={t('copy.noCurve')} />}
      {points.length > 1 && <GrowthPicture key={side} label={label} points={points} />}
    </div>
  );
}
