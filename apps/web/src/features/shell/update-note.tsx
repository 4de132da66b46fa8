/** Offers a new version of the app when one is ready. */

import { useEffect } from 'react';
import { toast } from '../../components/toast.tsx';
import { useT } from '../../platform/locale/intl.tsx';
import { applyUpdate, useUpdateReady } from '../../platform/pwa/worker.ts';

/** A toast that stays until it is answered. */
export function UpdateNote() {
  const t = useT();
  const ready = useUpdateReady();
  useEffect(() => {
    if (!ready) return;
    return toast('info', t('pwa.update'), { label: t('pwa.reload'), run: applyUpdate });
  }, [ready, t]);
  return null;
}
