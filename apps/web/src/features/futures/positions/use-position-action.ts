/** Doing something to a position: busy meanwhile, refused in words, and read again afterwards. */

import { useState } from 'react';
import { useQueryClient } from '../../../data/query/use-query.ts';
import { errorText } from '../../../data/rest/error-text.ts';
import { FUTURES_KEYS } from '../../../data/state/positions.ts';
import { useT } from '../../../platform/locale/intl.tsx';

/** Runs `work`; true when it went through. */
export function usePositionAction() {
  const t = useT();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState('');
  const run = async (work: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    setRefusal('');
    try {
      await work();
      return true;
    } catch (error) {
      setRefusal(errorText(t, error));
      return false;
    } finally {
      setBusy(false);
      void client.invalidateQueries({ queryKey: FUTURES_KEYS.all });
    }
  };
  return { busy, refusal, run, changed: () => setRefusal('') };
}
