/** Doing something to a position: busy meanwhile, refused in words, and read again afterwards. */

import { useState } from 'react';
import { useRefusal } from '../../../components/use-refusal.ts';
import { useQueryClient } from '../../../data/query/use-query.ts';
import { FUTURES_KEYS } from '../../../data/state/positions.ts';

/** Runs `work`; true when it went through. @param fields see `useRefusal` */
export function usePositionAction(fields: readonly string[] = []) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const { refusal, at, refuse, clear } = useRefusal(fields);
  const run = async (work: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    clear();
    try {
      await work();
      return true;
    } catch (error) {
      refuse(error);
      return false;
    } finally {
      setBusy(false);
      void client.invalidateQueries({ queryKey: FUTURES_KEYS.all });
    }
  };
  return { busy, refusal, run, at, changed: clear };
}
