/** The spot terminal of one instrument. */

import { useEffect, useMemo } from 'react';
import { BookFeed } from '../../data/state/book-feed.ts';
import { rememberBook } from '../../data/state/book-memory.ts';
import type { Instrument } from '../../data/state/instruments.ts';
import { useSymbol } from '../../platform/routes/use-symbol.ts';
import { useAtLeast } from '../../platform/theme/media.ts';
import { DesktopLayout } from './desktop-layout.tsx';
import { InstrumentGate } from './instrument-gate.tsx';
import { PhoneLayout } from './phone-layout.tsx';
import { TerminalSkeleton } from './terminal-skeleton.tsx';
import { loadTerminalView, useTerminalViewReady } from './terminal-view.ts';
import './terminal.css';

function Terminal({ instrument }: { readonly instrument: Instrument }) {
  const feed = useMemo(() => new BookFeed(instrument), [instrument]);
  useEffect(() => feed.start(), [feed]);
  useEffect(() => rememberBook(feed, instrument.symbol), [feed, instrument.symbol]);
  const wide = useAtLeast('md');
  const parts = { instrument, feed };
  return wide ? <DesktopLayout {...parts} /> : <PhoneLayout {...parts} />;
}

/** Reads the symbol from the address and shows its terminal. */
export function TerminalPage() {
  const symbol = useSymbol() ?? '';
  const arranged = useTerminalViewReady();
  useEffect(() => void loadTerminalView(), []);
  return (
    <InstrumentGate symbol={symbol} ready={arranged} wait={<TerminalSkeleton />}>
      {(instrument) => <Terminal key={instrument.symbol} instrument={instrument} />}
    </InstrumentGate>
  );
}
