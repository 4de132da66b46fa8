/** The summary beside the order book: average price and sums down to the level under the pointer. */

import { toText } from '../../../data/decimal.ts';
import { compact, grouped } from '../../../data/format.ts';
import type { LiveBook } from '../../../data/state/book-feed.ts';
import type { InstrumentInfo } from '../../../data/state/instruments.ts';
import { type BookPainter, bookAmount } from './book-painter.ts';
import { sweepTo } from './sweep.ts';

/** What the summary needs. */
export interface HoverRun {
  readonly frame: HTMLElement;
  /** Where the summary is written: three cells with `data-part` average, base and quote. */
  readonly card: HTMLElement;
  readonly painters: { readonly asks: BookPainter; readonly bids: BookPainter };
  readonly feed: LiveBook;
  readonly instrument: InstrumentInfo;
  /** Paints the rows as the book is now. */
  readonly paint: () => void;
}

function writePart(card: HTMLElement, part: string, text: string): void {
  const cell = card.querySelector(`[data-part="${part}"]`);
  if (cell !== null) cell.textContent = text;
}

function show(run: HoverRun, target: Element): boolean {
  const ask = run.painters.asks.rowOf(target);
  const shown = ask ?? run.painters.bids.rowOf(target);
  const row = target.closest<HTMLElement>('.book-row');
  if (shown === null || row === null) return false;
  const { book } = run.feed;
  const { priceScale, sizeScale } = run.instrument;
  const asks = ask !== null;
  const sweep = sweepTo(asks ? book.asks : book.bids, shown.tick, asks);
  writePart(run.card, 'average', grouped(toText(sweep.averageTick, priceScale)));
  writePart(run.card, 'base', bookAmount(sweep.units, sizeScale));
  writePart(run.card, 'quote', compact(toText(sweep.value, priceScale + sizeScale)));
  run.card.style.top = `${row.offsetTop}px`;
  return true;
}

/** Follows the pointer over the book, from where it is, and the book under it; the returned function stops. */
export function followHover(run: HoverRun, first: PointerEvent): () => void {
  let under: Element | null = null;
  const write = () => {
    run.card.hidden = !(under !== null && show(run, under));
  };
  const move = (event: PointerEvent) => {
    const mouse = event.pointerType === 'mouse' && event.target instanceof Element;
    under = mouse ? (event.target as Element) : null;
    // The book may be ahead of its rows: sums are those of the rows beside them.
    run.paint();
    write();
  };
  const leave = () => {
    under = null;
    write();
  };
  // The painter writes texts of rows: after it, and before the frame is drawn, the sums are those of the rows.
  const painted = new MutationObserver(write);
  painted.observe(run.frame, { characterData: true, subtree: true });
  run.frame.addEventListener('pointermove', move);
  move(first);
  run.frame.addEventListener('pointerleave', leave);
  return () => {
    leave();
    painted.disconnect();
    run.frame.removeEventListener('pointermove', move);
    run.frame.removeEventListener('pointerleave', leave);
  };
}
