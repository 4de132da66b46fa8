/** Intervals, candle look, indicators and full screen. */

import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { Menu } from '../../../components/menu.tsx';
import { useT } from '../../../platform/locale/intl.tsx';
import type { CandleLook } from './chart-styles.ts';
import type { IndicatorName } from './indicators.ts';
import { INTERVALS, type Interval } from './intervals.ts';

interface Props {
  readonly interval: Interval;
  readonly onInterval: (interval: Interval) => void;
  readonly indicators: readonly IndicatorName[];
  readonly onIndicators: (names: readonly IndicatorName[]) => void;
  readonly look: CandleLook;
  readonly onLook: (look: CandleLook) => void;
  readonly onFullscreen: () => void;
}

/** Indicators that can be switched on. */
export const INDICATORS: readonly IndicatorName[] = ['MA', 'EMA', 'BOLL', 'MACD', 'RSI', 'KDJ'];
/** Candle styles, the first one first shown. */
export const LOOKS: readonly [CandleLook, ...CandleLook[]] = ['candle_solid', 'ohlc', 'area'];

function IndicatorMenu({ indicators, onIndicators, look, onLook }: Props) {
  const t = useT();
  const toggle = (name: IndicatorName) =>
    onIndicators(
      indicators.includes(name)
        ? indicators.filter((item) => item !== name)
        : [...indicators, name],
    );
  return (
    <Menu label={t('chart.indicators')} icon="chevron" labelled>
      {() => (
        <>
          {INDICATORS.map((name) => (
            <label key={name} className="menu-item check">
              <input
                type="checkbox"
                checked={indicators.includes(name)}
                onChange={() => toggle(name)}
              />
              {name}
            </label>
          ))}
          <p className="menu-note">{t('chart.look')}</p>
          {LOOKS.map((item) => (
            <label key={item} className="menu-item check">
              <input
                type="radio"
                name="chart-look"
                checked={look === item}
                onChange={() => onLook(item)}
              />
              {t(`chart.look.${item}`)}
            </label>
          ))}
        </>
      )}
    </Menu>
  );
}

/** The row above the chart. */
export function ChartToolbar(props: Props) {
  const t = useT();
  return (
    <div className="chart-tools">
      <fieldset className="chart-intervals">
        <legend className="visually-hidden">{t('chart.interval')}</legend>
        {INTERVALS.map((item) => (
          <button
            key={item.key}
            type="button"
            className="chart-interval"
            aria-pressed={item.key === props.interval.key}
            onClick={() => props.onInterval(item)}
          >
            {item.key}
          </button>
        ))}
      </fieldset>
      <div className="chart-tools-end">
        <IndicatorMenu {...props} />
        <Button
          look="ghost"
          icon
          aria-label={t('chart.fullscreen')}
          className="chart-full"
          onClick={props.onFullscreen}
        >
          <Icon name="expand" />
        </Button>
      </div>
    </div>
  );
}
