/** What one coin of the first moment has become, of the trader and of all followers together. */

import type { CopyPoint, CopyTraderDetail } from '@halcyon/domain/web';
import { useState } from 'react';
import { EmptyState } from '../../components/states.tsx';
import { Segments } from '../../components/tabs.tsx';
import { wide } from '../../data/decimal.ts';
import { signedPercent } from '../../data/format.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { LinePicture } from '../assets/curve/line-picture.tsx';
import '../assets/curve/curve.css';

const DIGITS = 6;

function pointOf({ time, value }: CopyPoint) {
  const grown = (value - 1).toFixed(DIGITS);
  return { time, value: wide(grown), text: signedPercent(grown) };
}

/** The picture. @param props.points at least two */
export function GrowthPicture(props: {
  readonly label: string;
  readonly points: readonly CopyPoint[];
}) {
  return <LinePicture label={props.label} points={props.points.map(pointOf)} />;
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
