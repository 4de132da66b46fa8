/** How near the cross margin of an account is to liquidation. */

import { crossRatio, type MarginAccount } from '@halcyon/domain';
import { toText } from '../../../data/decimal.ts';
import { plainPercent } from '../../../data/format.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { FigureLine } from '../../terminal/figure-line.tsx';
import './account.css';

const MILLION = 1_000_000;
/** From these shares of what must be kept on the gauge warns, ppm. */
const WARN_PPM = 500_000;
const BAD_PPM = 800_000;

/** The margin ratio as a gauge; the colours of its parts say what each means. @param props.margin null = not known yet */
export function MarginGauge({ margin }: { readonly margin: MarginAccount | null }) {
  const t = useT();
  const ppm = margin === null ? 0 : crossRatio(margin);
  const shown = Math.min(MILLION, ppm);
  const level = ppm >= BAD_PPM ? 'bad' : ppm >= WARN_PPM ? 'warn' : 'good';
  const ratio = Number.isFinite(ppm) ? plainPercent(toText(BigInt(Math.floor(ppm / 100)), 4)) : '∞';
  const text = margin === null ? '–' : ratio;
  const percent = Math.round(shown / 10_000);
  return (
    <>
      <FigureLine
        label={t('futures.marginRatio')}
        value={<span className={`gauge-value ${level}`}>{text}</span>}
      />
      <div
        className="gauge"
        aria-hidden="true"
        title={t('futures.marginRatioHint')}
        style={{ '--share': `${percent}%` } as React.CSSProperties}
      >
        <div className="gauge-rest" />
      </div>
    </>
  );
}
