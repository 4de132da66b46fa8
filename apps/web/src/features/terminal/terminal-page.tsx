/** The spot terminal of one instrument. */

import { useEffect, useMemo } from 'react';
import { useParams } from 'react-router';
import { ErrorState } from '../../components/states.tsx';
import { errorText } from '../../data/rest/error-text.ts';
import { BookFeed } from '../../data/state/book-feed.ts';
import { rememberBook } from '../../data/state/book-memory.ts';
import { type Instrument, useInstruments } from '../../data/state/instruments.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { useAtLeast } from '../../platform/theme/media.ts';
import { NotFoundPage } from '../not-found/not-found-page.tsx';
import { DesktopLayout } from './desktop-layout.tsx';
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
  const t = useT();
  const { symbol = '' } = useParams();
  const instruments = useInstruments();
  const arranged = useTerminalViewReady();
  useEffect(() => void loadTerminalView(), []);
  if (instruments.data === undefined && instruments.isError) {
    return (
      <>
        <h1 className="visually-hidden">{t('nav.trade')}</h1>
        <ErrorState
          message={errorText(t, instruments.error)}
          onRetry={() => void instruments.refetch()}
        />
      </>
    );
  }
  if (instruments.data === undefined || !arranged) return <TerminalSkeleton />;
  const instrument = instruments.data.get(symbol.toUpperCase());
  if (instrument === undefined) {
    return <NotFoundPage detail={t('terminal.unknown', { symbol: symbol.slice(0, 30) })} />;
  }
  return <Terminal key={instrument.symbol} instrument={instrument} />;
}
