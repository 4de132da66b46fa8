/** The kind of the candles, or the depth of the book instead of them, and the scale of the prices. */

import { useT } from '../../../platform/locale/intl.tsx';
import { arrange } from '../terminal-view.ts';
import { type CandleLook, LOOKS, type PriceScale, SCALES } from './looks.ts';

/** The panel. */
export function LookPanel(props: {
  /** null = the depth of the book. */
  readonly look: CandleLook | null;
  readonly scale: PriceScale;
  readonly inverted: boolean;
}) {
  const t = useT();
  const { look, scale, inverted } = props;
  return (
    <>
      {LOOKS.map((item) => (
        <label key={item} className="menu-item check">
          <input
            type="radio"
            name="chart-look"
            checked={look === item}
            onChange={() => arrange({ look: item, chart: '' })}
          />
          {t(`chart.look.${item}`)}
        </label>
      ))}
      <label className="menu-item check">
        <input
          type="radio"
          name="chart-look"
          checked={look === null}
          onChange={() => arrange({ chart: 'depth' })}
        />
        {t('depth.title')}
      </label>
      <p className="menu-note">{t('chart.scale')}</p>
      {SCALES.map((item) => (
        <label key={item} className="menu-item check">
          <input
            type="radio"
            name="chart-scale"
            checked={scale === item}
            onChange={() => arrange({ scale: item })}
          />
          {t(`chart.scale.${item}`)}
        </label>
      ))}
      <label className="menu-item check">
        <input
          type="checkbox"
          checked={inverted}
          onChange={() => arrange({ inverted: !inverted })}
        />
        {t('chart.inverted')}
      </label>
    </>
  );
}
