/** The terminal of any product: finds the instrument, keeps its book, and lays the panels out. */

import { useEffect, useMemo } from 'react';
import { lazyPart } from '../../components/lazy-part.tsx';
import { LiveBook } from '../../data/state/book-feed.ts';
import { rememberBook } from '../../data/state/book-memory.ts';
import type { InstrumentInfo } from '../../data/state/instruments.ts';
import { listedKey } from '../../data/state/product.ts';
import { useSession } from '../../data/state/session.ts';
import { useAtLeast } from '../../platform/theme/media.ts';
import { BookProvider } from './book/book-context.ts';
import { DesktopLayout } from './desktop-layout.tsx';
import { InstrumentGate } from './instrument-gate.tsx';
import type { ProductParts } from './product-parts.ts';
import { TerminalSkeleton } from './terminal-skeleton.tsx';
import './terminal.css';

const PhoneLayout = lazyPart(async () => (await import('./phone-layout.tsx')).PhoneLayout, 8);

interface FrameProps {
  readonly instrument: InstrumentInfo;
  readonly parts: ProductParts;
}

function Frame({ instrument, parts }: FrameProps) {
  const feed = useMemo(() => new LiveBook(instrument), [instrument]);
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
  const { user } = useSession();
  const uid = user === null || user.guest ? '' : user.uid;
  useEffect(() => {
    if (uid === '') return;
    const begun = import('../../data/settings-sync/settings-sync.ts').then((sync) =>
      sync.syncSettings(uid),
    );
    return () => void begun.then((end) => end());
  }, [uid]);
  return (
    <InstrumentGate instruments={parts.useListed()} symbol={symbol} wait={<TerminalSkeleton />}>
      {(instrument) => <Frame key={listedKey(instrument)} instrument={instrument} parts={parts} />}
    </InstrumentGate>
  );
}
