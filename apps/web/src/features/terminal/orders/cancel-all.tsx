/** Cancels everything that a list shows, after saying what that is; what comes later stays. */

import type { OrderListName } from '@halcyon/domain/web';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { useT } from '../../../platform/locale/intl.tsx';

interface Props {
  readonly list: OrderListName;
  /** Of this pair alone; '' = of all. */
  readonly symbol: string;
  /** Whether there is anything to cancel. */
  readonly some: boolean;
}

const CancelAllDialog = lazyPart(async () => {
  const part = await import('./cancel-all-dialog.tsx');
  return part.CancelAllDialog;
}, 0);

/** The button; while there is nothing to cancel it does nothing, and keeps the focus. */
export function CancelAll({ list, symbol, some }: Props) {
  const t = useT();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look="link" aria-disabled={!some} busy={open} onClick={() => some && setOpen(true)}>
        {t('orders.cancelAll')}
      </Button>
      {open && <CancelAllDialog list={list} symbol={symbol} onClose={() => setOpen(false)} />}
    </>
  );
}
