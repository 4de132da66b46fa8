/** What a form sends: one at a time; where it is refused the form stays, and the field at fault says why. */

import { useState } from 'react';
import { toast } from '../../components/toast.tsx';
import { refusalOf } from '../../data/rest/error-text.ts';
import { useT } from '../../platform/locale/intl.tsx';

/** @param done after it was taken */
export function useSending(done: () => void) {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState({ field: '', text: '' });
  const send = async (work: () => Promise<unknown>) => {
    setBusy(true);
    setRefusal({ field: '', text: '' });
    try {
      await work();
      toast('success', t('copy.done'));
      done();
    } catch (error) {
      setRefusal(refusalOf(t, error));
    } finally {
      setBusy(false);
    }
  };
  /** What is wrong with a field. */
  const wrong = (field: string) => (refusal.field === field ? refusal.text : undefined);
  /** What is said at the end of the form: a refusal that none of its fields shows. */
  const rest = (fields: readonly string[]) => (fields.includes(refusal.field) ? '' : refusal.text);
  return { busy, send, wrong, rest };
}
