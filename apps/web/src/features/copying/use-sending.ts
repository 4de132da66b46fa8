/** What a form sends: one at a time; where it is refused the form stays, and the field at fault says why. */

import { useState } from 'react';
import { toast } from '../../components/toast.tsx';
import { useRefusal } from '../../components/use-refusal.ts';
import { useT } from '../../platform/locale/intl.tsx';

/**
 * See the head of the file.
 * @param fields on screen, as refusal-table.ts calls those of requests @param done after it was taken
 */
export function useSending(fields: readonly string[], done: () => void) {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const { refusal, at, refuse, clear } = useRefusal(fields);
  /** @returns why it was refused; '' = it was not */
  const send = async (work: () => Promise<unknown>): Promise<string> => {
    setBusy(true);
    clear();
    try {
      await work();
      toast('success', t('copy.done'));
      done();
      return '';
    } catch (error) {
      return refuse(error).text;
    } finally {
      setBusy(false);
    }
  };
  return { busy, refusal, at, send };
}
