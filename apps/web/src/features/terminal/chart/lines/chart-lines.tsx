/** Lines and fills over the candles, whatever product they are of. */

import { useEffect, useRef } from 'react';
import { amount, price } from '../../../../data/format.ts';
import type { Instrument } from '../../../../data/state/instruments.ts';
import { useT } from '../../../../platform/locale/intl.tsx';
import type { ChartHandle, OnPlaced } from '../chart-host.ts';
import type { LinesProps } from '../chart-panel.tsx';
import type { MarkedFill } from './fill-marks.ts';
import type { ChartLine, ChartMarks } from './line.ts';
import { LineLabel } from './line-label.tsx';
import { labelStarts } from './place-lines.ts';
import './lines.css';

interface Props extends LinesProps {
  readonly marks: ChartMarks;
}

/** Whether a place is in sight. */
function inSight(at: number, length: number): boolean {
  return at >= 0 && at <= length;
}

/** Puts what `layer` shows, lines before fills, where the chart has it: without React, at each drawing. */
function placer(layer: HTMLElement): OnPlaced {
  return (places, { width, height }) => {
    layer.style.width = `${width}px`;
    layer.style.height = `${height}px`;
    const lines = [...layer.querySelectorAll<HTMLElement>(':scope > [data-line]')];
    const fills = [...layer.querySelectorAll<HTMLElement>(':scope > [data-fill]')];
    const heights = lines.map((_, index) => {
      const y = places[index]?.y ?? -1;
      return inSight(y, height) ? y : null;
    });
    const starts = labelStarts(heights, width);
    lines.forEach((line, index) => {
      const y = heights[index] ?? null;
      line.hidden = y === null;
      line.style.transform = `translateY(${y ?? 0}px)`;
      line.style.setProperty('--label-start', `${starts[index] ?? 0}px`);
    });
    fills.forEach((fill, index) => {
      const { x, y } = places[lines.length + index] ?? { x: -1, y: -1 };
      fill.hidden = !inSight(x, width) || !inSight(y, height);
      fill.style.transform = `translate(${x}px, ${y}px)`;
    });
  };
}

function FillMark(props: { readonly fill: MarkedFill; readonly instrument: Instrument }) {
  const t = useT();
  const { fill, instrument } = props;
  const values = {
    side: fill.side,
    size: amount(fill.size),
    coin: instrument.base,
    price: price(fill.price, instrument.priceScale),
  };
  // The list of fills says the same to those who do not see it.
  return (
    <span
      className={`chart-fill ${fill.side === 'buy' ? 'up' : 'down'}`}
      data-fill
      aria-hidden="true"
      title={t('order.filled', values)}
    />
  );
}

function usePlaces(chart: ChartHandle, lines: readonly ChartLine[], fills: readonly MarkedFill[]) {
  const layer = useRef<HTMLDivElement>(null);
  const points = [
    ...lines.map((line) => ({ price: line.price })),
    ...fills.map((fill) => ({ price: fill.price, time: fill.time })),
  ];
  // What they say may change with each price of the market; where they are, seldom.
  const places = JSON.stringify([lines.map((line) => line.id), points]);
  const latest = useRef(points);
  latest.current = points;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the points follow their text
  useEffect(() => {
    if (layer.current !== null) chart.follow(latest.current, placer(layer.current));
    return () => chart.follow([], () => undefined);
  }, [chart, places]);
  return layer;
}

/** The layer. */
export function ChartLines({ chart, instrument, marks }: Props) {
  const { lines, fills, dialog } = marks;
  const layer = usePlaces(chart, lines, fills);
  return (
    <>
      <div className="chart-lines" ref={layer}>
        {lines.map((line) => (
          <div key={line.id} className={`chart-line ${line.tone}`} data-line={line.id} hidden>
            <LineLabel chart={chart} line={line} />
          </div>
        ))}
        {fills.map((fill) => (
          <FillMark key={fill.id} fill={fill} instrument={instrument} />
        ))}
      </div>
      {dialog}
    </>
  );
}
