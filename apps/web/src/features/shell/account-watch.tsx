/** Keeps the account live on every page and tells of fills. */

import { useCallback, useEffect, useRef } from 'react';
import { lazyPart } from '../../components/lazy-part.tsx';
import { toast } from '../../components/toast.tsx';
import { amount } from '../../data/format.ts';
import { type FillNote, useAccountStream } from '../../data/state/account.ts';
import { useInstruments } from '../../data/state/instruments.ts';
import { useSession } from '../../data/state/session.ts';
import { countUnseen } from '../../data/state/unseen.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { moreMessages } from '../../platform/locale/locale.ts';

const FuturesWatch = lazyPart(async () => {
  const [part] = await Promise.all([import('../futures/watch/futures-watch.tsx'), moreMessages()]);
  return part.FuturesWatch;
}, 0);

/** Renders what explains itself when it happens. */
export function AccountWatch() {
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
  const { user } = useSession();
  return user === null ? null : <FuturesWatch />;
}
