/** Says that an instrument is paused on paper, and why. */

import type { PaperFlow, PaperPauseReason } from '@halcyon/domain/web';
import type { Instrument } from '../../data/state/instruments.ts';
import { usePaperFlow } from '../../data/state/paper-flow.ts';
import { usePause } from '../../data/state/paper-pauses.ts';
import type { Listed } from '../../data/state/product.ts';
import { useT } from '../../platform/locale/intl.tsx';

function pauseText(listed: Listed, reason: PaperPauseReason, flow: PaperFlow | undefined) {
  if (reason === 'apart') return 'paper.pausedApart';
  // A recording is of one spot pair.
  const held = listed.product === 'spot' && flow?.symbol === listed.symbol;
  const elsewhere = flow?.source === 'recorded' && !held;
  return elsewhere ? 'paper.pausedReplay' : 'paper.pausedStale';
}

/** The note; nothing while the instrument trades. */
export function PauseNote({ instrument }: { readonly instrument: Instrument }) {
  const t = useT();
  const reason = usePause(instrument);
  const flow = usePaperFlow();
  const pair = `${instrument.base}/${instrument.quote}`;
  return (
    <div role="status">
      {reason !== undefined && (
        <p className="order-notice">{t(pauseText(instrument, reason, flow), { pair })}</p>
      )}
    </div>
  );
}
