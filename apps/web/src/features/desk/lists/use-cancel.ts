/** Cancels rows of a list: busy meanwhile, told when it is done or refused, and read again afterwards. */

import { useState } from 'react';
import { toast } from '../../../components/toast.tsx';
import { useQueryClient } from '../../../data/query/use-query.ts';
import { errorText } from '../../../data/rest/error-text.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import type { OpenListOf } from './list-product.ts';

/** The ids of those that are being cancelled, and what cancels one. */
export function useCancel<Row>({
  idOf,
  cancel,
  changes,
}: Pick<OpenListOf<Row>, 'idOf' | 'cancel' | 'changes'>) {
  const t = useT();
  const client = useQueryClient();
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const run = async (row: Row) => {
    const id = idOf(row);
    setBusy((before) => new Set(before).add(id));
    try {
      await cancel(row, client);
      toast('success', t('orders.cancelled'));
    } catch (error) {
      toast('error', errorText(t, error));
    } finally {
      setBusy((before) => new Set([...before].filter((other) => other !== id)));
      void client.invalidateQueries({ queryKey: changes });
    }
  };
  return [busy, run] as const;
}
