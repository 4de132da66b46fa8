/** Intervals, candle look, indicators and full screen. */

import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { Menu } from '../../../components/menu.tsx';
import { useT } from '../../../platform/locale/intl.tsx';
import { chartMessages, moreMessages } from '../../../platform/locale/locale.ts';
import { arrange } from '../terminal-view.ts';
import { type ChartInterval, INTERVALS } from './intervals.ts';
import type { CandleLook, PriceScale } from './looks.ts';

interface Props {
  /** null = there are no candles. */
  readonly interval: ChartInterval | null;
  readonly onInterval: (interval: ChartInterval) => void;
  /** As they are kept. */
  readonly indicators: readonly string[];
  readonly look: CandleLook;
  readonly scale: PriceScale;
  readonly inverted: boolean;
  readonly draws: boolean;
  readonly onDraw: () => void;
  readonly onAlerts: () => void;
  readonly onFullscreen: () => void;
}

/** What menus open, with its words. */
export const panels = () =>
  Promise.all([import('./chart-menus.ts'), moreMessages(), chartMessages()]).then(
    ([parts]) => parts,
  );
const IndicatorPanel = lazyPart(async () => (await panels()).IndicatorPanel, 6);
const LookPanel = lazyPart(async () => (await panels()).LookPanel, 6);

/** Scrolls the row of intervals, and nothing else, to one of them. */
function showInterval(button: HTMLElement | null): void {
  const row = button?.parentElement;
  if (!(button && row)) return;
  const [own, all] = [button.getBoundingClientRect(), row.getBoundingClientRect()];
  row.scrollLeft += own.left + own.width / 2 - all.left - all.width / 2;
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
            ref={item.key === props.interval?.key ? showInterval : null}
            type="button"
            className="chart-interval"
            aria-pressed={item.key === props.interval?.key}
            onClick={() => props.onInterval(item)}
          >
            {item.key}
          </button>
        ))}
      </fieldset>
      <div className="chart-tools-end">
        <Button
          look="ghost"
          icon
          aria-label={t('chart.draw')}
          aria-pressed={props.draws}
          onClick={props.onDraw}
        >
          <Icon name="edit" />
        </Button>
        <Button look="ghost" icon aria-label={t('chart.alerts')} onClick={props.onAlerts}>
          <Icon name="bell" />
        </Button>
        <Menu label={t('chart.look')} icon="chevron" labelled>
          {() => (
            <LookPanel
              look={props.interval && props.look}
              scale={props.scale}
              inverted={props.inverted}
            />
          )}
        </Menu>
        <Menu label={t('chart.indicators')} icon="chevron" labelled wide>
          {() => (
            <IndicatorPanel
              texts={props.indicators}
              onTexts={(indicators) => arrange({ indicators })}
            />
          )}
        </Menu>
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
