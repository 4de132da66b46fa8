/** Shows the book of an earlier visit, as stale, until the stream has sent its first snapshot. */

import type { LiveBook } from './book-feed.ts';
import { keepKnown, lastKnown } from './last-known.ts';
import type { BookPush } from './order-book.ts';
import { type ListedInstrument, listedKey } from './product.ts';

const LEVELS = 50;
const FIRST_MS = 1_000;
const EVERY_MS = 5_000;

/** Restores the last known book and keeps the live one; the returned function stops. */
export function rememberBook(feed: LiveBook, instrument: ListedInstrument): () => void {
  const key = listedKey(instrument);
  let stopped = false;
  let kept = -1;
  const keep = () => {
    const { book } = feed;
    if (feed.state.getState() !== 'live' || book.version === kept) return;
    kept = book.version;
    void keepKnown('book', key, { bids: book.bids.pushed(LEVELS), asks: book.asks.pushed(LEVELS) });
  };
  void lastKnown('book', key, isBook).then((book) => {
    if (!stopped && book !== null) feed.restore(book);
  });
  const first = setTimeout(keep, FIRST_MS);
  const timer = setInterval(keep, EVERY_MS);
  return () => {
    stopped = true;
    clearTimeout(first);
    clearInterval(timer);
  };
}

function isBook(value: unknown): value is BookPush {
  if (typeof value !== 'object' || value === null) return false;
  const { bids, asks } = value as { readonly bids?: unknown; readonly asks?: unknown };
  return isSide(bids) && isSide(asks);
}

function isSide(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every((row) => Array.isArray(row) && row.every((part) => typeof part === 'string'))
  );
}
