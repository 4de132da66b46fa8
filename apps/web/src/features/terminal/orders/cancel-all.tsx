/** Cancels everything that a list shows, after saying what that is; what comes later stays. */

import type { Cancellable, OrderListName } from '@halcyon/domain/web';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { toast } from '../../../components/toast.tsx';
import { useQueryClient } from '../../../data/query/use-query.ts';
import { errorText } from '../../../data/rest/error-text.ts';
import { cancelListed, fetchCancellable } from '../../../data/rest/orders.ts';
import { KEYS } from '../../../data/state/account.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { useConfirmations } from '../../../platform/storage/confirmations.ts';

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

function useCancelAll({ list, symbol }: Props) {
  const t = useT();
  const client = useQueryClient();
  const asks = useConfirmations().has('cancelAll');
  const [listed, setListed] = useState<Cancellable | null>(null);
  const [busy, setBusy] = useState(false);
  const during = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      toast('error', errorText(t, error));
    } finally {
      setBusy(false);
    }
  };
  const cancel = (upTo: string) =>
    during(async () => {
      try {
        const ofPair = symbol === '' ? {} : { symbol };
        const { cancelled, refused } = await cancelListed({ list, upTo, ...ofPair });
        toast('success', t('orders.allCancelled', { count: cancelled }));
        if (refused > 0) toast('error', t('orders.cancelRefused', { count: refused }));
        setListed(null);
      } finally {
        for (const queryKey of [KEYS.open, KEYS.plans]) void client.invalidateQueries({ queryKey });
      }
    });
  const start = () =>
    during(async () => {
      const found = await fetchCancellable(list, symbol);
      if (asks) setListed(found);
      else await cancel(found.upTo);
    });
  return { listed, busy, start, cancel, close: () => setListed(null) };
}

/** The button; while there is nothing to cancel it does nothing, and keeps the focus. */
export function CancelAll(props: Props) {
  const t = useT();
  const { listed, busy, start, cancel, close } = useCancelAll(props);
  return (
    <>
      <Button
        look="link"
        aria-disabled={!props.some}
        busy={busy && listed === null}
        onClick={() => props.some && void start()}
      >
        {t('orders.cancelAll')}
      </Button>
      {listed !== null && (
        <CancelAllDialog
          groups={listed.groups}
          busy={busy}
          onConfirm={() => void cancel(listed.upTo)}
          onClose={close}
        />
      )}
    </>
  );
}
