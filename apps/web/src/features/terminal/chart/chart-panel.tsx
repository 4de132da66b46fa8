/** The candle chart with its toolbar. The library arrives in a chunk of its own. */

import { type ComponentType, type MouseEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { EmptyState, ErrorState } from '../../../components/states.tsx';
import type { LiveBook } from '../../../data/state/book-feed.ts';
import type { InstrumentInfo } from '../../../data/state/instruments.ts';
import { listedKey } from '../../../data/state/product.ts';
import { useSession } from '../../../data/state/session.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { chartMessages } from '../../../platform/locale/locale.ts';
import { useLook } from '../../../platform/theme/theme.ts';
import { arrange, known, useTerminalView } from '../terminal-view.ts';
import type { OwnPrices } from '../use-own-orders.ts';
import type { ChartHandle, ChartPhase } from './chart-host.ts';
import type { Asked } from './chart-prompt.tsx';
import { ChartToolbar, panels } from './chart-toolbar.tsx';
import { useIsDrawnOn } from './drawings/drawings-key.ts';
import { type ChartInterval, chooseInterval, useInterval } from './intervals.ts';
import { type CandleLook, LOOKS, type PriceScale, SCALES } from './looks.ts';
import './chart.css';

/** What draws own orders over the candles is given. */
export interface LinesProps {
  readonly chart: ChartHandle;
  readonly instrument: InstrumentInfo;
}

interface Props {
  readonly instrument: InstrumentInfo;
  readonly feed: LiveBook;
  readonly own: OwnPrices;
  readonly Lines: ComponentType<LinesProps>;
}

const ChartPrompt = lazyPart(async () => (await panels()).ChartPrompt, 0);

const Drawings = lazyPart(async () => {
  const [part] = await Promise.all([import('./drawings/drawings.tsx'), chartMessages()]);
  return part.Drawings;
}, 0);

const DepthChart = lazyPart(async () => (await panels()).DepthChart, 0);

interface View {
  readonly interval: ChartInterval;
  readonly indicators: readonly string[];
  readonly look: CandleLook;
  readonly scale: PriceScale;
  readonly inverted: boolean;
}

function useChart(props: Props, view: View) {
  const { instrument } = props;
  const t = useT();
  const page = useLook();
  const element = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<ChartHandle | null>(null);
  const [phase, setPhase] = useState<ChartPhase>('loading');
  const settings = { ...instrument, interval: view.interval, t };
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
  useEffect(
    () => void chart?.setScale(view.scale, view.inverted),
    [chart, view.scale, view.inverted],
  );
  const styled = useRef(page);
  useEffect(() => {
    // The chart begins with the document's colours; another theme changes them.
    if (styled.current === page) return;
    styled.current = page;
    chart?.restyle();
  }, [chart, page]);
  return { element, phase, chart };
}

function menuPlace({ currentTarget, clientX, clientY }: MouseEvent<HTMLElement>): Asked {
  const { left, top } = currentTarget.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
}

/** What lies over the chart while there are no candles. */
function Cover(props: { readonly phase: ChartPhase; readonly chart: ChartHandle | null }) {
  const t = useT();
  const { phase, chart } = props;
  return (
    <>
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
    </>
  );
}

/** Candles, volume, indicators and own orders of one instrument. */
export function ChartPanel(props: Props) {
  const t = useT();
  const interval = useInterval();
  const arranged = useTerminalView();
  const { indicators, inverted = false } = arranged;
  const isDepth = arranged.chart === 'depth';
  const look = known<CandleLook>(arranged.look, LOOKS);
  const scale = known<PriceScale>(arranged.scale ?? '', SCALES);
  const frame = useRef<HTMLElement>(null);
  const { user } = useSession();
  const [asks, ask] = useState<Asked | null>(null);
  const listed = listedKey(props.instrument);
  // What was drawn on an instrument is shown with it; the tools stay when the last drawing goes.
  const [asked, setAsked] = useState<boolean | null>(null);
  const isDrawnOn = useIsDrawnOn(listed);
  if (isDrawnOn && asked === null) setAsked(true);
  const draws = asked === true;
  const { element, phase, chart } = useChart(props, {
    interval,
    indicators,
    look,
    scale,
    inverted,
  });
  return (
    <section className="chart" ref={frame} aria-label={t('chart.title')}>
      <ChartToolbar
        interval={isDepth ? null : interval}
        onInterval={({ key }) => {
          chooseInterval(key);
          arrange({ chart: '' });
        }}
        indicators={indicators}
        look={look}
        scale={scale}
        inverted={inverted}
        draws={draws}
        onDraw={() => setAsked(!draws)}
        onAlerts={() => ask('alerts')}
        onFullscreen={() => void toggleFullscreen(frame.current)}
      />
      <div className="chart-body">
        {draws && chart !== null && (
          <Drawings key={listed} chart={chart} instrument={props.instrument} />
        )}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: what is inside takes the keyboard */}
        <div
          className="chart-canvas"
          dir="ltr"
          onContextMenu={(event) => {
            event.preventDefault();
            ask(menuPlace(event));
          }}
        >
          <div className="chart-host" ref={element} />
          {chart !== null && phase === 'ready' && user !== null && (
            <props.Lines chart={chart} instrument={props.instrument} />
          )}
          {asks !== null && (
            <ChartPrompt chart={chart} instrument={props.instrument} asks={asks} ask={ask} />
          )}
          <Cover phase={phase} chart={chart} />
        </div>
        {isDepth && <DepthChart key={listed} {...props} />}
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
