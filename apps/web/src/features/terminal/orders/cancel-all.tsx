/** Cancels every open order of the instrument, after asking. */

import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { ConfirmDialog } from '../../../components/dialog.tsx';
import { toast } from '../../../components/toast.tsx';
import { useQueryClient } from '../../../data/query/use-query.ts';
import { errorText } from '../../../data/rest/error-text.ts';
import { cancelSymbolOrders } from '../../../data/rest/trade.ts';
import { KEYS, useOpenOrders } from '../../../data/state/account.ts';
import { useT } from '../../../platform/locale/intl.tsx';

/** The button; while there is nothing to cancel it does nothing, and keeps the focus. */
export function CancelAll({ symbol }: { readonly symbol: string }) {
  const t = useT();
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const count = (useOpenOrders().data ?? []).filter((order) => order.symbol === symbol).length;
  const cancel = async () => {
    setBusy(true);
    try {
      await cancelSymbolOrders(symbol);
      toast('success', t('orders.allCancelled', { symbol }));
      setAsking(false);
    } catch (error) {
      toast('error', errorText(t, error));
    } finally {
      setBusy(false);
      void client.invalidateQueries({ queryKey: KEYS.open });
    }
  };
  return (
    <>
      <Button look="link" aria-disabled={count === 0} onClick={() => count > 0 && setAsking(true)}>
        {t('orders.cancelAll')}
      </Button>
      {asking && (
        <ConfirmDialog
          title={t('orders.cancelAll')}
          text={t('orders.cancelAllText', { count, symbol })}
          confirm={t('orders.cancelAll')}
          danger
          busy={busy}
          onConfirm={() => void cancel()}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
