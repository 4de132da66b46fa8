/** Sets an alert at a price of the chart by one press. */

import { toast } from '../../components/toast.tsx';
import { trimZeros } from '../../data/decimal.ts';
import { errorText } from '../../data/rest/error-text.ts';
import type { InstrumentInfo } from '../../data/state/instruments.ts';
import { useSession } from '../../data/state/session.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { levelText } from './alert-text.ts';
import { useAlertActs } from './use-alerts.ts';

/** Gives what sets one as soon as the price comes there; false where nobody is signed in, who is asked to be then. */
export function useAlertHere(instrument: InstrumentInfo, onSignedOut: () => void) {
  const t = useT();
  const { user } = useSession();
  const acts = useAlertActs();
  return (level: string): boolean => {
    if (user === null) {
      onSignedOut();
      return false;
    }
    const said = { price: 'last', condition: 'crosses', note: '', mail: false } as const;
    acts.set(instrument, { ...said, level: trimZeros(level) }).then(
      (row) => toast('success', t('alerts.isSet', { level: levelText(row, instrument) })),
      (error: unknown) => toast('error', errorText(t, error)),
    );
    return true;
  };
}
