/** Sends a change of a setting, and says how it went. */

import { useState } from 'react';
import { toast } from '../../../components/toast.tsx';
import { useQueryClient } from '../../../data/query/use-query.ts';
import { errorText } from '../../../data/rest/error-text.ts';
import { FUTURES_KEYS } from '../../../data/state/positions.ts';
import { useT } from '../../../platform/locale/intl.tsx';

/** What a dialog of a setting works with. */
export interface SettingDialog {
  readonly busy: boolean;
  /** The server's last refusal; empty when there is none. */
  readonly refusal: string;
  /** Sends the change; what succeeded closes the dialog. */
  readonly save: (send: () => Promise<unknown>) => void;
}

/** The sending of one dialog. */
export function useSetting(onClose: () => void): SettingDialog {
  const t = useT();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState('');
  const run = async (send: () => Promise<unknown>) => {
    setBusy(true);
    setRefusal('');
    try {
      await send();
      await client.invalidateQueries({ queryKey: FUTURES_KEYS.account });
      toast('success', t('futures.saved'));
      onClose();
    } catch (error) {
      setRefusal(errorText(t, error));
    } finally {
      setBusy(false);
    }
  };
  return { busy, refusal, save: (send) => void run(send) };
}
