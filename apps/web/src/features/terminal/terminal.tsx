/** The terminal of any product: finds the instrument, keeps its book, and lays the panels out. */

import { useEffect, useMemo } from 'react';
import { lazyPart } from '../../components/lazy-part.tsx';
import { BookFeed } from '../../data/state/book-feed.ts';
import { rememberBook } from '../../data/state/book-memory.ts';
import type { Instrument } from '../../data/state/instruments.ts';
import { listedKey } from '../../data/state/product.ts';
import { useAtLeast } from '../../platform/theme/media.ts';
import { BookProvider } from './book/book-context.ts';
import { DesktopLayout } from './desktop-layout.tsx';
import { InstrumentGate } from './instrument-gate.tsx';
import type { ProductParts } from './product-parts.ts';
import { TerminalSkeleton } from './terminal-skeleton.tsx';
import { loadTerminalView, useTerminalViewReady } from './terminal-view.ts';
import './terminal.css';

const PhoneLayout = lazyPart(async () => (await import('./phone-layout.tsx')).PhoneLayout, 8);

interface FrameProps {
  readonly instrument: Instrument;
  readonly parts: ProductParts;
}

function Frame({ instrument, parts }: FrameProps) {
  const feed = useMemo(() => new BookFeed(instrument), [instrument]);
  useEffect(() => feed.start(), [feed]);
  useEffect(() => rememberBook(feed, instrument), [feed, instrument]);
  const wide = useAtLeast('md');
  const shared = { instrument, feed, parts };
  return (
    <BookProvider value={feed}>
      {wide ? <DesktopLayout {...shared} /> : <PhoneLayout {...shared} />}
    </BookProvider>
  );
}

/** The terminal of the instrument that an address names. */
export function Terminal(props: { readonly symbol: string; readonly parts: ProductParts }) {
  const { symbol, parts } = props;
  const arranged = useTerminalViewReady();
  useEffect(() => void loadTerminalView(), []);
  return (
    <InstrumentGate
      instruments={parts.useListed()}
      symbol={symbol}
      ready={arranged}
      wait={<TerminalSkeleton />}
    >
      {(instrument) => <Frame key={listedKey(instrument)} instrument={instrument} parts={parts} />}
    </InstrumentGate>
  );
}
