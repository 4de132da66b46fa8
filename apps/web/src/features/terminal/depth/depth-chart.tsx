/**
 * The order book as sums by price. The chart is drawn at most ten times a second; a pointer or the arrow
 * keys go along its prices, and a press or Enter puts the price into the order form.
 */

import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { parseTruncated, pow10, toText } from '../../../data/decimal.ts';
import { compact, price as formatPrice, grouped, signedPercent } from '../../../data/format.ts';
import type { LiveBook } from '../../../data/state/book-feed.ts';
import type { InstrumentInfo } from '../../../data/state/instruments.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { useLook } from '../../../platform/theme/theme.ts';
import { bookAmount } from '../book/book-painter.ts';
import { sweepTo } from '../book/sweep.ts';
import { pickPrice } from '../terminal-store.ts';
import type { OwnPrices } from '../use-own-orders.ts';
import { type DepthCurve, depthCurve, SPANS, usualSpan } from './depth-curve.ts';
import { type DepthStyle, paintDepth, plotOf, tickAt } from './depth-painter.ts';
import './depth.css';

interface Props {
  readonly instrument: InstrumentInfo;
  readonly feed: LiveBook;
  readonly own: OwnPrices;
}

const PAINT_MS = 100;
/** How far an arrow key goes, as a share of the chart's width. */
const KEY_STEP = 0.02;

/** What taking the book to a price would mean, as it is written. */
interface Readout {
  readonly price: string;
  readonly distance: string;
  readonly base: string;
  readonly quote: string;
  readonly average: string;
}

const NOTHING: Readout = { price: '–', distance: '–', base: '–', quote: '–', average: '–' };

/** The tick of a place in the chart: the one towards the middle. */
function wholeTick(at: number, middle: number): number {
  return Math.max(1, at > middle ? Math.floor(at) : Math.ceil(at));
}

function readoutAt(
  { instrument, feed: { book } }: Props,
  { middle }: DepthCurve,
  at: number,
): Readout {
  const { priceScale, sizeScale } = instrument;
  const isAsk = at > middle;
  const tick = wholeTick(at, middle);
  const { units, value, averageTick } = sweepTo(isAsk ? book.asks : book.bids, tick, isAsk);
  return {
    price: formatPrice(toText(BigInt(tick), priceScale), instrument.priceDigits),
    distance: signedPercent(((at - middle) / middle).toFixed(6)),
    base: bookAmount(units, sizeScale),
    quote: compact(toText(value, priceScale + sizeScale)),
    average: units === 0n ? '–' : grouped(toText(averageTick, priceScale)),
  };
}

function styleOf(
  frame: HTMLElement,
  { priceScale, priceDigits, sizeScale }: InstrumentInfo,
): DepthStyle {
  const page = getComputedStyle(frame);
  const color = (name: string) => page.getPropertyValue(name).trim();
  return {
    ...{ up: color('--up'), down: color('--down'), line: color('--line'), text: color('--text-2') },
    font: `11px ${page.fontFamily}`,
    priceOf: (tick) => formatPrice(toText(BigInt(Math.round(tick)), priceScale), priceDigits),
    sumOf: (units) => compact(toText(BigInt(Math.round(units)), sizeScale)),
  };
}

/** Prices of own orders, ticks. */
function ownTicks({ own, instrument }: Props): number[] {
  const { priceScale } = instrument;
  return [...own.bids, ...own.asks].map((order) =>
    Number(parseTruncated(order.price, priceScale) ?? 0n),
  );
}

/** Makes the canvas as large as its frame, sharp on every screen; gives its size in px. */
function fit(canvas: HTMLCanvasElement): { width: number; height: number } {
  const { clientWidth: width, clientHeight: height } = canvas;
  const ratio = devicePixelRatio;
  const [across, down] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== across || canvas.height !== down) {
    canvas.width = across;
    canvas.height = down;
  }
  canvas.getContext('2d')?.setTransform(ratio, 0, 0, ratio, 0, 0);
  return { width, height };
}

/** Draws what has changed while it is shown; gives where the reader is and what is there. */
function useDepth(props: Props, span: number | null) {
  const canvas = useRef<HTMLCanvasElement>(null);
  /** Where the reader is, as a share of the width; null = nowhere. */
  const place = useRef<number | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const [readout, setReadout] = useState(NOTHING);
  const [empty, setEmpty] = useState(false);
  const usual = useRef<number | null>(null);
  const paint = useRef(() => {});
  const look = useLook();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme is drawn anew
  useEffect(() => {
    let painted: readonly unknown[] = [];
    paint.current = () => {
      const element = canvas.current;
      const context = element?.getContext('2d');
      if (element === null || !context || document.hidden) return;
      const now = latest.current;
      const { book } = now.feed;
      const { clientWidth, clientHeight } = element;
      const drawn = [book.version, now.own, place.current, clientWidth, clientHeight];
      if (drawn.every((value, at) => value === painted[at])) return;
      painted = drawn;
      if (book.ready) usual.current ??= usualSpan(book);
      const curve = depthCurve(book, SPANS[span ?? usual.current ?? 0] ?? 0);
      setEmpty(curve === null && book.ready);
      if (curve === null) return;
      const size = fit(element);
      const plot = plotOf(size.width, size.height);
      const cursor =
        place.current === null ? null : tickAt(curve, plot, place.current * plot.width);
      const marks = { cursor, own: ownTicks(now) };
      paintDepth(context, size, curve, marks, styleOf(element, now.instrument));
      setReadout(cursor === null ? NOTHING : readoutAt(now, curve, cursor));
    };
    paint.current();
    const timer = window.setInterval(() => paint.current(), PAINT_MS);
    return () => clearInterval(timer);
  }, [span, look]);
  /** Puts the reader somewhere, and shows what is there. */
  const goTo = (share: number | null) => {
    place.current = share === null ? null : Math.min(1, Math.max(0, share));
    paint.current();
  };
  return { canvas, place, goTo, readout, empty, usual };
}

function ReadoutList({ readout, instrument }: { readout: Readout; instrument: InstrumentInfo }) {
  const t = useT();
  const rows = [
    [t('order.price'), readout.price],
    [t('depth.distance'), readout.distance],
    [t('book.card.sum', { coin: instrument.base }), readout.base],
    [t('book.card.sum', { coin: instrument.quote }), readout.quote],
    [t('book.card.average'), readout.average],
  ];
  return (
    <dl className="depth-readout">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="num">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The price of the reader's place, as an order may have it. */
function pickAt({ feed, instrument }: Props, span: number, share: number): void {
  const curve = depthCurve(feed.book, SPANS[span] ?? 0);
  if (curve === null) return;
  const { priceScale, priceDigits } = instrument;
  const tick = wholeTick(tickAt(curve, { width: 1, height: 1 }, share), curve.middle);
  pickPrice(toText(BigInt(tick) / pow10(priceScale - priceDigits), priceDigits));
}

/** The chart. */
export function DepthChart(props: Props) {
  const t = useT();
  const { instrument, feed } = props;
  const state = useStore(feed.state);
  const [chosen, choose] = useState<number | null>(null);
  const { canvas, place, goTo, readout, empty, usual } = useDepth(props, chosen);
  // The usual width is known with the book, which may come after the last drawing of this.
  const span = () => chosen ?? usual.current ?? 0;
  const zoom = (by: 1 | -1) => choose(Math.min(SPANS.length - 1, Math.max(0, span() + by)));
  const shareOf = ({ clientX, currentTarget }: PointerEvent<HTMLCanvasElement>) => {
    const { left, width, height } = currentTarget.getBoundingClientRect();
    return (clientX - left) / plotOf(width, height).width;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps = { ArrowLeft: -KEY_STEP, ArrowRight: KEY_STEP }[event.key];
    if (steps !== undefined) goTo((place.current ?? 0.5) + steps);
    else if (event.key === 'Enter' && place.current !== null) pickAt(props, span(), place.current);
    else if (event.key === '+') zoom(-1);
    else if (event.key === '-') zoom(1);
    else if (event.key === 'Escape' && place.current !== null) goTo(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={`depth ${state === 'stale' ? 'is-stale' : ''}`}>
      <div className="depth-head">
        <ReadoutList readout={readout} instrument={instrument} />
        <div className="depth-zoom">
          <Button look="ghost" icon aria-label={t('depth.zoomOut')} onClick={() => zoom(1)}>
            <Icon name="minus" />
          </Button>
          <Button look="ghost" icon aria-label={t('depth.zoomIn')} onClick={() => zoom(-1)}>
            <Icon name="plus" />
          </Button>
        </div>
      </div>
      <div className="depth-body" dir="ltr">
        <canvas
          ref={canvas}
          className="depth-canvas"
          role="slider"
          tabIndex={0}
          aria-label={t('depth.label', { pair: `${instrument.base}/${instrument.quote}` })}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round((place.current ?? 0.5) * 100)}
          aria-valuetext={`${readout.price}, ${readout.base} ${instrument.base}`}
          onPointerMove={(event) => goTo(shareOf(event))}
          onPointerLeave={() => goTo(null)}
          onClick={() => place.current !== null && pickAt(props, span(), place.current)}
          onKeyDown={onKeyDown}
          onBlur={() => goTo(null)}
        />
        {empty && (
          <div className="chart-cover">
            <EmptyState text={t('depth.none')} />
          </div>
        )}
      </div>
    </div>
  );
}
