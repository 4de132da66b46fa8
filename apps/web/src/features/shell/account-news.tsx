/** Tells of what happens to the account, and keeps it live, on every page. */

import { useCallback, useEffect, useRef } from 'react';
import { toast } from '../../components/toast.tsx';
import { amount } from '../../data/format.ts';
import { type FillNote, useAccountStream } from '../../data/state/account-stream.ts';
import { useInstruments } from '../../data/state/instruments.ts';
import { countUnseen } from '../../data/state/unseen.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { FuturesWatch } from '../futures/watch/futures-watch.tsx';

/** Renders what explains itself when it happens. */
export function AccountNews() {
  const t = useT();
  const instruments = useInstruments().data;
  const known = useRef(instruments);
  useEffect(() => {
    known.current = instruments;
  }, [instruments]);
  const onFill = useCallback(
    (note: FillNote) => {
      const instrument = known.current?.get(note.symbol);
      const { side } = note;
      const values = {
        side,
        size: amount(note.size),
        coin: instrument?.base ?? '',
        price: amount(note.price, instrument?.priceScale),
      };
      toast('success', t('order.filled', values));
      countUnseen();
    },
    [t],
  );
  const onUnfilled = useCallback(
    ({ symbol, side }: { readonly symbol: string; readonly side: string }) => {
      const instrument = known.current?.get(symbol);
      const pair = instrument === undefined ? symbol : `${instrument.base}/${instrument.quote}`;
      toast('warning', t('notices.cancelled', { side, pair }));
    },
    [t],
  );
  useAccountStream({ onFill, onUnfilled, onCancelled: countUnseen });
  return <FuturesWatch />;
}
