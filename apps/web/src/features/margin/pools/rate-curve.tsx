/** The published curve of a pool: its yearly rate by the part of it that is lent, and where it is now. */

import { poolRate, poolUsed, type RateCurve } from '@halcyon/domain';
import type { LentCoin } from '@halcyon/domain/web';
import { useT } from '../../../platform/locale/intl.tsx';
import { rateText } from '../margin-texts.ts';
import './pools.css';

const MILLION = 1_000_000;
const WIDTH = 240;
const HEIGHT = 110;

function pointOf({ fullPpm }: RateCurve, used: number, rate: number): readonly [number, number] {
  const top = Math.max(1, fullPpm);
  return [(used * WIDTH) / MILLION, HEIGHT - (rate * HEIGHT) / top];
}

/** The picture, and the same in words. */
export function RateCurvePicture({ lent }: { readonly lent: LentCoin }) {
  const t = useT();
  const { curve } = lent.terms;
  const { idlePpm, kinkPpm, kinkAtPpm, fullPpm } = curve;
  const pool = lent.lent + lent.unlent;
  const used = poolUsed(lent.lent, pool);
  const rate = poolRate(curve, lent.lent, pool);
  const [x, y] = pointOf(curve, used, rate);
  const [kinkX, kinkY] = pointOf(curve, kinkAtPpm, kinkPpm);
  const line = [pointOf(curve, 0, idlePpm), [kinkX, kinkY], pointOf(curve, MILLION, fullPpm)];
  return (
    <figure className="rate-curve">
      <svg viewBox={`-6 -6 ${WIDTH + 12} ${HEIGHT + 24}`} aria-hidden="true">
        <path className="rate-axis" d={`M0 0V${HEIGHT}H${WIDTH}`} />
        <polyline className="rate-line" points={line.map((point) => point.join(',')).join(' ')} />
        <path className="rate-now" d={`M${x} ${HEIGHT}V${y}`} />
        <path className="rate-now" d={`M${kinkX} ${HEIGHT}V${kinkY}`} />
        <circle className="rate-dot" cx={x} cy={y} r="4" />
        <g className="rate-labels">
          <text x="6" y="9">
            {rateText(fullPpm)}
          </text>
          <text x={kinkX - 6} y={kinkY - 6} textAnchor="end">
            {rateText(kinkPpm)}
          </text>
          <text x={kinkX} y={HEIGHT + 14} textAnchor="middle">
            {rateText(kinkAtPpm)}
          </text>
          <text x={WIDTH} y={HEIGHT + 14} textAnchor="end">
            {rateText(MILLION)}
          </text>
        </g>
      </svg>
      <figcaption>
        {t('margin.pools.line', {
          idle: rateText(idlePpm),
          kink: rateText(kinkPpm),
          at: rateText(kinkAtPpm),
          full: rateText(fullPpm),
          rate: rateText(rate),
          used: rateText(used),
        })}
      </figcaption>
    </figure>
  );
}
