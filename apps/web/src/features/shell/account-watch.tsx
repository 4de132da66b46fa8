/** Keeps the account live on every page and tells of fills. */

import { useCallback, useEffect, useRef } from 'react';
import { toast } from '../../components/toast.tsx';
import { amount } from '../../data/format.ts';
import { type FillNote, useAccountStream } from '../../data/state/account.ts';
import { useInstruments } from '../../data/state/instruments.ts';
import { countUnseen } from '../../data/state/notices.ts';
import { useT } from '../../platform/locale/intl.tsx';

/** Renders nothing. */
export function AccountWatch() {
  const t = useT();
  const instruments = useInstruments().data;
  const known = useRef(instruments);
  useEffect(() => {
    known.current = instruments;
  }, [instruments]);
  const onFill = useCallback(
    (note: FillNote) => {
      const coin = known.current?.get(note.symbol)?.base ?? '';
      const { side } = note;
      const values = { side, size: amount(note.size), coin, price: amount(note.price) };
      toast('success', t('order.filled', values));
      countUnseen();
    },
    [t],
  );
  useAccountStream({ onFill, onCancelled: countUnseen });
  return null;
}
