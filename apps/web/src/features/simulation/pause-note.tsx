/** Says that an instrument is paused on paper, and why. */

import type { Instrument } from '../../data/state/instruments.ts';
import { usePause } from '../../data/state/paper-pauses.ts';
import { useT } from '../../platform/locale/intl.tsx';

/** The note; nothing while the instrument trades. */
export function PauseNote({ instrument }: { readonly instrument: Instrument }) {
  const t = useT();
  const reason = usePause(instrument.symbol);
  const pair = `${instrument.base}/${instrument.quote}`;
  return (
    <div role="status">
      {reason !== undefined && (
        <p className="order-notice">
          {t(reason === 'apart' ? 'paper.pausedApart' : 'paper.pausedStale', { pair })}
        </p>
      )}
    </div>
  );
}
