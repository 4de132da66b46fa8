/** Lines, alerts and fills over the candles, whatever product they are of. */

import { useEffect, useRef } from 'react';
import { amount, price as priceText } from '../../../../data/format.ts';
import type { InstrumentInfo } from '../../../../data/state/instruments.ts';
import { useT } from '../../../../platform/locale/intl.tsx';
import { useLocale } from '../../../../platform/locale/locale.ts';
import { useAlertLines } from '../../../alerts/alert-lines.tsx';
import type { CandlePane, ChartHandle, OnPlaced } from '../chart-host.ts';
import type { LinesProps } from '../chart-panel.tsx';
import type { PixelRect } from '../mark-area.ts';
import type { MarkedFill } from './fill-marks.ts';
import type { ChartLine, ChartMarks } from './line.ts';
import { LineLabel } from './line-label.tsx';
import { beyond, hintArea, labelStarts, meet, tagShifts } from './place-lines.ts';
import './lines.css';

interface Props extends LinesProps {
  readonly marks: ChartMarks;
}

/** Whether a place is in sight. */
function inSight(at: number, length: number): boolean {
  return at >= 0 && at <= length;
}

const ARROWS = { above: '▲', below: '▼' } as const;
const EDGES = ['above', 'below'] as const;

/** Says at the edges which lines are beyond them; gives what that covers. @param places heights of the lines */
function writeEdges(
  layer: HTMLElement,
  lines: readonly HTMLElement[],
  places: readonly (number | null)[],
  pane: CandlePane,
): readonly PixelRect[] {
  const { height, taken } = pane;
  const covered: PixelRect[] = [];
  for (const edge of EDGES) {
    const hint = layer.querySelector<HTMLElement>(`:scope > .${edge}`);
    const found = beyond(places, height, edge);
    if (hint === null) continue;
    hint.hidden = found === null;
    if (found === null) continue;
    const more = found.count > 1 ? ` +${found.count - 1}` : '';
    const text = `${ARROWS[edge]} ${lines[found.index]?.dataset['said'] ?? ''}${more}`;
    if (hint.textContent !== text) {
      hint.textContent = text;
      hint.dataset['width'] = String(hint.offsetWidth);
    }
    const wide = Number(hint.dataset['width']);
    // The lowest price in sight may be written where the hint would stand.
    const usual = hintArea(edge, false, pane, wide);
    const aside = edge === 'below' && taken.some((area) => meet(area, usual));
    hint.classList.toggle('aside', aside);
    covered.push(aside ? hintArea(edge, true, pane, wide) : usual);
  }
  return covered;
}

/** Puts what `layer` shows, lines before fills, where the chart has it: without React, at each drawing. */
function placer(layer: HTMLElement): OnPlaced {
  return (places, pane) => {
    const { width, height, axis, taken, last } = pane;
    layer.style.width = `${width + axis}px`;
    layer.style.setProperty('--axis', `${axis}px`);
    layer.style.height = `${height}px`;
    const lines = [...layer.querySelectorAll<HTMLElement>(':scope > [data-line]')];
    const fills = [...layer.querySelectorAll<HTMLElement>(':scope > [data-fill]')];
    const known = lines.map((_, index) => places[index]?.y ?? null);
    const heights = known.map((y) => (y !== null && inSight(y, height) ? y : null));
    const hints = writeEdges(layer, lines, known, pane);
    const starts = labelStarts(heights, width, [...taken, ...hints]);
    const shifts = tagShifts(heights, last);
    lines.forEach((line, index) => {
      const y = heights[index] ?? null;
      line.hidden = y === null;
      line.style.transform = `translateY(${y ?? 0}px)`;
      line.style.setProperty('--label-start', `${starts[index] ?? 0}px`);
      line.style.setProperty('--tag-shift', `${shifts[index] ?? 0}px`);
    });
    fills.forEach((fill, index) => {
      const { x, y } = places[lines.length + index] ?? { x: -1, y: -1 };
      fill.hidden = !inSight(x, width) || !inSight(y, height);
      fill.style.transform = `translate(${x}px, ${y}px)`;
    });
  };
}

function FillMark(props: { readonly fill: MarkedFill; readonly instrument: InstrumentInfo }) {
  const t = useT();
  const { fill, instrument } = props;
  const values = {
    side: fill.side,
    size: amount(fill.size),
    coin: instrument.base,
    price: priceText(fill.price, instrument.priceScale),
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
  const { dir } = useLocale();
  const alerts = useAlertLines(instrument);
  const { fills } = marks;
  const lines = [...marks.lines, ...alerts.lines];
  const layer = usePlaces(chart, lines, fills);
  return (
    <>
      <div className="chart-lines" ref={layer}>
        {lines.map((line) => (
          <div
            key={line.id}
            className={`chart-line ${line.tone}`}
            data-line={line.id}
            data-said={`\u2068${line.words} \u2066${line.size}\u2069\u2069 ${priceText(line.price, line.digits)}`}
            hidden
          >
            <LineLabel chart={chart} line={line} />
            <span className="chart-line-tag num" aria-hidden="true">
              {priceText(line.price, line.digits)}
            </span>
          </div>
        ))}
        {fills.map((fill) => (
          <FillMark key={fill.id} fill={fill} instrument={instrument} />
        ))}
        {EDGES.map((edge) => (
          <span key={edge} className={`chart-edge num ${edge}`} hidden />
        ))}
      </div>
      <div dir={dir}>
        {marks.dialog}
        {alerts.dialog}
      </div>
    </>
  );
}
