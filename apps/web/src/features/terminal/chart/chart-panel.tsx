/** The candle chart with its toolbar. The library arrives in a chunk of its own. */

import { useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { EmptyState, ErrorState } from '../../../components/states.tsx';
import type { Instrument } from '../../../data/state/instruments.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { readLocal, writeLocal } from '../../../platform/storage/local.ts';
import { useLook } from '../../../platform/theme/theme.ts';
import { arrange, known, useTerminalView } from '../terminal-view.ts';
import type { ChartHandle, ChartPhase, IndicatorName, OrderLine } from './chart-host.ts';
import type { CandleLook, ChartWords } from './chart-styles.ts';
import { ChartToolbar, INDICATORS, LOOKS } from './chart-toolbar.tsx';
import { type Interval, intervalOf } from './intervals.ts';
import './chart.css';

interface Props {
  readonly instrument: Instrument;
  readonly orders: readonly OrderLine[];
}

interface View {
  readonly interval: Interval;
  readonly indicators: readonly IndicatorName[];
  readonly look: CandleLook;
}

const INTERVAL_KEY = 'chart-interval';

function useWords(): ChartWords {
  const t = useT();
  return {
    title: t('chart.title'),
    open: t('chart.open'),
    high: t('chart.high'),
    low: t('chart.low'),
    close: t('chart.close'),
    volume: t('chart.volume'),
  };
}

function useChart(props: Props, view: View) {
  const { instrument, orders } = props;
  const words = useWords();
  const page = useLook();
  const element = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<ChartHandle | null>(null);
  const [phase, setPhase] = useState<ChartPhase>('loading');
  const settings = {
    product: instrument.product,
    symbol: instrument.symbol,
    priceScale: instrument.priceScale,
    sizeScale: instrument.sizeScale,
    interval: view.interval,
    words,
  };
  const latest = useRef(settings);
  latest.current = settings;
  useEffect(() => {
    let gone = false;
    let handle: ChartHandle | null = null;
    import('./chart-host.ts')
      .then(({ mountChart }) => {
        if (gone || element.current === null) return;
        handle = mountChart(element.current, latest.current, setPhase);
        setChart(handle);
      })
      .catch(() => setPhase('failed'));
    return () => {
      gone = true;
      handle?.dispose();
      setChart(null);
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the settings follow these two
  useEffect(() => void chart?.show(latest.current), [chart, instrument, view.interval]);
  useEffect(() => void chart?.setIndicators(view.indicators), [chart, view.indicators]);
  useEffect(() => void chart?.setLook(view.look), [chart, view.look]);
  useEffect(() => void chart?.setOrderLines(orders), [chart, orders]);
  const styled = useRef(page);
  useEffect(() => {
    // The chart begins with the document's colours; another theme changes them.
    if (styled.current === page) return;
    styled.current = page;
    chart?.restyle();
  }, [chart, page]);
  return { element, phase, chart };
}

/** Candles, volume, indicators and own orders of one instrument. */
export function ChartPanel(props: Props) {
  const t = useT();
  const [interval, setInterval] = useState(() => intervalOf(readLocal(INTERVAL_KEY)));
  const arranged = useTerminalView();
  const indicators = useMemo(
    () => INDICATORS.filter((name) => arranged.indicators.includes(name)),
    [arranged.indicators],
  );
  const look = known<CandleLook>(arranged.look, LOOKS);
  const frame = useRef<HTMLElement>(null);
  const { element, phase, chart } = useChart(props, { interval, indicators, look });
  const choose = (next: Interval) => {
    setInterval(next);
    writeLocal(INTERVAL_KEY, next.key);
  };
  return (
    <section className="chart" ref={frame} aria-label={t('chart.title')}>
      <ChartToolbar
        interval={interval}
        onInterval={choose}
        indicators={indicators}
        onIndicators={(names) => arrange({ indicators: names })}
        look={look}
        onLook={(next) => arrange({ look: next })}
        onFullscreen={() => void toggleFullscreen(frame.current)}
      />
      <div className="chart-canvas" dir="ltr">
        <div className="chart-host" ref={element} />
        {phase === 'loading' && (
          <div className="chart-cover" role="status">
            <span className="spinner" />
            <span className="visually-hidden">{t('state.loading')}</span>
          </div>
        )}
        {phase === 'empty' && (
          <div className="chart-cover">
            <EmptyState text={t('chart.empty')} />
          </div>
        )}
        {phase === 'failed' && (
          <div className="chart-cover">
            <ErrorState message={t('chart.failed')} />
            {chart !== null && <Button onClick={() => chart.reload()}>{t('state.retry')}</Button>}
          </div>
        )}
      </div>
    </section>
  );
}

async function toggleFullscreen(element: HTMLElement | null): Promise<void> {
  try {
    if (document.fullscreenElement !== null) await document.exitFullscreen();
    else await element?.requestFullscreen();
  } catch {
    // The browser may refuse; the chart then stays as it is.
  }
}
