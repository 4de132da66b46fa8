/** The order book: React draws the frame once, a painter fills it ten times a second. */

import { useEffect, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import { Segments } from '../../../components/tabs.tsx';
import { compareText, pow10, toText } from '../../../data/decimal.ts';
import { direction, price as formatPrice, grouped } from '../../../data/format.ts';
import type { LiveBook } from '../../../data/state/book-feed.ts';
import type { InstrumentInfo } from '../../../data/state/instruments.ts';
import type { DepthRow } from '../../../data/state/order-book.ts';
import { listedKey } from '../../../data/state/product.ts';
import { useTicker } from '../../../data/state/tickers.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { pickPrice } from '../terminal-store.ts';
import { arrange, known, useTerminalView } from '../terminal-view.ts';
import type { OwnPrices } from '../use-own-orders.ts';
import type { HoverRun } from './book-hover.ts';
import { BookPainter } from './book-painter.ts';
import { runBook, type ShownSides } from './book-runner.ts';
import { type GroupSize, groupSizes } from './group-sizes.ts';
import './book.css';

/** The summary's code comes with the first pointer over the book; the returned function stops. */
function hoverLater(run: HoverRun): () => void {
  const gone = new AbortController();
  let stop = () => gone.abort();
  const begin = async (event: PointerEvent) => {
    const { followHover } = await import('./book-hover.ts');
    if (!gone.signal.aborted) stop = followHover(run, event);
  };
  const { signal } = gone;
  run.frame.addEventListener('pointermove', (event) => void begin(event), { once: true, signal });
  return () => stop();
}

interface Props {
  readonly instrument: InstrumentInfo;
  readonly feed: LiveBook;
  readonly own: OwnPrices;
  /** Beside the form on a phone: price and amount of a few levels. */
  readonly narrow?: boolean;
}

function BookTools(props: {
  readonly view: ShownSides;
  readonly onView: (view: ShownSides) => void;
  readonly sizes: readonly GroupSize[];
  readonly group: number;
  readonly onGroup: (index: number) => void;
}) {
  const t = useT();
  const glyph = (kind: ShownSides) => (
    <span className={`book-glyph book-glyph-${kind}`}>
      <span className="visually-hidden">{t(`book.view.${kind}`)}</span>
    </span>
  );
  return (
    <div className="book-tools">
      <Segments<ShownSides>
        label={t('book.view')}
        value={props.view}
        onChange={props.onView}
        items={[
          { key: 'both', label: glyph('both') },
          { key: 'bids', label: glyph('bids') },
          { key: 'asks', label: glyph('asks') },
        ]}
      />
      <label className="book-group">
        <span className="visually-hidden">{t('book.group')}</span>
        <select value={props.group} onChange={(event) => props.onGroup(Number(event.target.value))}>
          {props.sizes.map((size, index) => (
            <option key={size.label} value={index}>
              {grouped(size.label)}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

function MidPrice({ instrument }: { readonly instrument: InstrumentInfo }) {
  const t = useT();
  const ticker = useTicker(instrument);
  const before = useRef<string>('');
  const way = useRef<'up' | 'down' | 'flat'>('flat');
  const last = ticker?.last ?? '';
  if (last !== before.current) {
    if (before.current !== '' && last !== '') {
      way.current = compareText(last, before.current) >= 0 ? 'up' : 'down';
    } else way.current = direction(ticker?.change);
    before.current = last;
  }
  const arrow = way.current === 'up' ? '↑' : way.current === 'down' ? '↓' : '';
  return (
    <button
      type="button"
      className={`book-last ${way.current}`}
      title={t('book.useLast')}
      onClick={() => last !== '' && pickPrice(last)}
    >
      <span className="num">{formatPrice(last, instrument.priceScale)}</span>
      <span aria-hidden="true">{arrow}</span>
    </button>
  );
}

/** So many units, as an order may have them: down to the step, as they are written. */
function stepText(units: bigint, scale: number, digits: number): string {
  return toText(units / pow10(scale - digits), digits);
}

/** Picks a row's price, and where its size or its sum was pressed, that too. */
function pickRow(target: Element, row: DepthRow, instrument: InstrumentInfo): void {
  const { priceScale, priceDigits, sizeScale, sizeDigits } = instrument;
  // A row's price lies on the price step.
  const price = stepText(BigInt(row.tick), priceScale, priceDigits);
  const isTotal = target.closest('.book-total') !== null;
  if (!isTotal && target.closest('.book-size') === null) pickPrice(price);
  else pickPrice(price, { size: stepText(isTotal ? row.total : row.units, sizeScale, sizeDigits) });
}

function useBookFrame(props: Props, view: ShownSides, size: GroupSize) {
  const frame = useRef<HTMLDivElement>(null);
  const asks = useRef<HTMLDivElement>(null);
  const bids = useRef<HTMLDivElement>(null);
  const spread = useRef<HTMLSpanElement>(null);
  const ratio = useRef<HTMLDivElement>(null);
  const card = useRef<HTMLDListElement>(null);
  const { feed, instrument } = props;
  const own = useRef(props.own);
  own.current = props.own;
  useEffect(() => {
    if (!frame.current || !asks.current || !bids.current) return;
    if (!spread.current || !card.current) return;
    const painters = { asks: new BookPainter(asks.current), bids: new BookPainter(bids.current) };
    const frameElement = frame.current;
    const click = (event: MouseEvent) => {
      if (!(event.target instanceof Element)) return;
      const row = painters.asks.rowOf(event.target) ?? painters.bids.rowOf(event.target);
      if (row !== null) pickRow(event.target, row, instrument);
    };
    frameElement.addEventListener('click', click);
    const shared = { frame: frameElement, painters, feed, instrument };
    const { paint, stop } = runBook({
      ...shared,
      spread: spread.current,
      ratio: ratio.current,
      view,
      size,
      own,
    });
    const stopHover = hoverLater({ ...shared, paint, card: card.current });
    return () => {
      stop();
      stopHover();
      frameElement.removeEventListener('click', click);
      painters.asks.resize(0);
      painters.bids.resize(0);
    };
  }, [feed, instrument, view, size]);
  return { frame, asks, bids, spread, ratio, card };
}

/** The order book with grouping, depth bars, last price and spread. */
export function BookPanel(props: Props) {
  const t = useT();
  const { instrument, feed } = props;
  const arranged = useTerminalView();
  const view = known<ShownSides>(arranged.bookView, ['both', 'bids', 'asks']);
  const key = listedKey(instrument);
  const group = arranged.groups[key] ?? 0;
  const { priceScale, priceDigits } = instrument;
  const sizes = useMemo(() => groupSizes(priceScale, priceDigits), [priceScale, priceDigits]);
  const size = sizes[group] ?? sizes[0];
  if (size === undefined) throw new Error('no group sizes');
  const refs = useBookFrame(props, view, size);
  const state = useStore(feed.state);
  return (
    <div
      className={`book ${props.narrow === true ? 'book-narrow' : ''} ${state === 'stale' ? 'is-stale' : ''}`}
    >
      <BookTools
        view={view}
        onView={(bookView) => arrange({ bookView })}
        sizes={sizes}
        group={sizes.indexOf(size)}
        onGroup={(index) => arrange({ groups: { ...arranged.groups, [key]: index } })}
      />
      <div className="book-head" aria-hidden="true" dir="ltr">
        <span>{t('book.price', { coin: instrument.quote })}</span>
        <span>{t('book.amount', { coin: instrument.base })}</span>
        <span>{t('book.total', { coin: instrument.base })}</span>
      </div>
      <div className="book-frame" ref={refs.frame} dir="ltr">
        <div className="book-side book-asks" ref={refs.asks} />
        <div className="book-mid">
          <MidPrice instrument={instrument} />
          <span className="book-spread" ref={refs.spread} title={t('book.spread')} />
        </div>
        <div className="book-side book-bids" ref={refs.bids} />
        <dl className="book-card" ref={refs.card} hidden>
          <dt>{t('book.card.average')}</dt>
          <dd data-part="average" />
          <dt>{t('book.card.sum', { coin: instrument.base })}</dt>
          <dd data-part="base" />
          <dt>{t('book.card.sum', { coin: instrument.quote })}</dt>
          <dd data-part="quote" />
        </dl>
      </div>
      <div className="book-ratio" ref={refs.ratio} aria-hidden="true" dir="ltr">
        <span className="book-ratio-buy" />
        <span className="book-ratio-sell" />
      </div>
    </div>
  );
}
