/** Says which market simulation trading follows where that is not the live one, and how it goes. */

import type { PaperFlow } from '@halcyon/domain/web';
import { amount } from '../../data/format.ts';
import { usePaperFlow } from '../../data/state/paper-flow.ts';
import { type Translate, useT } from '../../platform/locale/intl.tsx';

/** The words for it; null = it is the live market. */
export function flowText(t: Translate, flow: PaperFlow): string | null {
  const { source, exchange, symbol, stale, paused, speed } = flow;
  if (source === 'live') return null;
  if (source === 'recorded') {
    if (paused) return t('simulation.replayPaused', { symbol });
    if (stale) return t('simulation.replayOver', { symbol });
    return t('simulation.replay', { symbol, speed: amount(String(speed)) });
  }
  if (stale) return t('simulation.upstreamStale');
  return exchange === '' ? t('simulation.other') : t('simulation.upstream', { exchange });
}

/** The note; nothing while the live market is followed. */
export function FlowNote() {
  const t = useT();
  const flow = usePaperFlow();
  const text = flow === undefined ? null : flowText(t, flow);
  return <span role="status">{text !== null && ` ${text}`}</span>;
}
