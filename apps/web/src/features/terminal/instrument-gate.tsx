/** Finds the instrument of an address, with the states of not having it. */

import { type ReactNode, useDeferredValue } from 'react';
import { lazyPart } from '../../components/lazy-part.tsx';
import { ErrorState } from '../../components/states.tsx';
import type { QueryResult } from '../../data/query/use-query.ts';
import { errorText } from '../../data/rest/error-text.ts';
import type { InstrumentInfo, Instruments } from '../../data/state/instruments.ts';
import { useT } from '../../platform/locale/intl.tsx';

const NotFoundPage = lazyPart(
  async () => (await import('../not-found/not-found-page.tsx')).NotFoundPage,
  0,
);

interface Props {
  /** The instruments of the product. */
  readonly instruments: QueryResult<Instruments>;
  /** As in the address, in any case. */
  readonly symbol: string;
  /** Shown until the instrument is known. */
  readonly wait: ReactNode;
  readonly children: (instrument: InstrumentInfo) => ReactNode;
}

/** Shows `children` with the instrument. */
export function InstrumentGate({ instruments, symbol, wait, children }: Props) {
  const t = useT();
  // A whole terminal is drawn with it: in slices, between which the page answers.
  const listed = useDeferredValue(instruments.data);
  if (instruments.data === undefined && instruments.isError) {
    const { error, refetch } = instruments;
    return (
      <>
        <h1 className="visually-hidden">{t('nav.trade')}</h1>
        <ErrorState message={errorText(t, error)} onRetry={() => void refetch()} />
      </>
    );
  }
  if (listed === undefined) return wait;
  const instrument = listed.get(symbol.toUpperCase());
  if (instrument === undefined) {
    return <NotFoundPage detail={t('terminal.unknown', { symbol: symbol.slice(0, 30) })} />;
  }
  return children(instrument);
}
