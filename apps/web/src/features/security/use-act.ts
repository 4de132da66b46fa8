/** One act at a time; what goes wrong is told. */

import { useState } from 'react';
import { toast } from '../../components/toast.tsx';
import { errorText } from '../../data/rest/error-text.ts';
import { useT } from '../../platform/locale/intl.tsx';

/** See the head of the file. */
export function useAct() {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const act = async (work: () => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    try {
      await work();
    } catch (error) {
      toast('error', errorText(t, error));
    } finally {
      setBusy(false);
    }
  };
  return { busy, act };
}
