/** Says that an instrument is paused on paper, and why. */

import type { PaperFlow, PaperPauseReason } from '@halcyon/domain/web';
import type { InstrumentInfo } from '../../data/state/instruments.ts';
import { usePaperFlow } from '../../data/state/paper-flow.ts';
import { usePause } from '../../data/state/paper-pauses.ts';
import { useT } from '../../platform/locale/intl.tsx';

function pauseText(reason: PaperPauseReason, flow: PaperFlow | undefined) {
  if (reason === 'apart') return 'paper.pausedApart';
  if (reason === 'stale') return 'paper.pausedStale';
  return flow?.source === 'recorded' ? 'paper.pausedReplay' : 'paper.pausedUnfollowed';
}

/** The note; nothing while the instrument trades. */
export function PauseNote({ instrument }: { readonly instrument: InstrumentInfo }) {
  const t = useT();
  const reason = usePause(instrument);
  const flow = usePaperFlow();
  const pair = `${instrument.base}/${instrument.quote}`;
  return (
    <div role="status">
      {reason !== undefined && (
        <p className="order-notice">{t(pauseText(reason, flow), { pair })}</p>
      )}
    </div>
  );
}
