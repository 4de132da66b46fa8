/** The book of the instrument that a terminal shows, for the parts that reckon with it. */

import { createContext, useContext, useEffect, useState } from 'react';
import type { LiveBook } from '../../../data/state/book-feed.ts';
import type { OrderBook } from '../../../data/state/order-book.ts';

const Feed = createContext<LiveBook | null>(null);

/** Gives the book to what is inside. */
export const BookProvider = Feed.Provider;

/** Its feed; null outside of a terminal. */
export const useFeed = (): LiveBook | null => useContext(Feed);

/** No oftener than figures are read, ms. */
const LOOK_MS = 250;

/** The book, drawn anew as it changes; null outside of a terminal and until it has come. */
export function useBook(): OrderBook | null {
  const feed = useContext(Feed);
  const [, setSeen] = useState(0);
  useEffect(() => {
    if (feed === null) return;
    const timer = setInterval(() => setSeen(feed.book.version), LOOK_MS);
    return () => clearInterval(timer);
  }, [feed]);
  return feed === null || feed.state.getState() === 'loading' ? null : feed.book;
}
