/** Says whether what is on screen is live. */

import { useEffect, useState } from 'react';
import { usePublicLink } from '../../../data/state/link-state.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { SIMULATING } from '../../../platform/simulation/venue.ts';

const PATIENCE_MS = 1_500;
/** Nothing in simulation is called live. */
const WELL = SIMULATING ? 'link.connected' : 'link.live';

/** Nothing while all is well for long; a calm mark when the data is stale. */
export function LinkBadge() {
  const t = useT();
  const link = usePublicLink();
  const [late, setLate] = useState(false);
  const live = link === 'live';
  useEffect(() => {
    if (live) {
      setLate(false);
      return;
    }
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [live]);
  const stale = late && !live;
  return (
    <span className={`link-badge ${stale ? 'stale' : live ? 'live' : ''}`} role="status">
      <span className="badge-dot" />
      {stale ? t('link.stale') : live ? t(WELL) : t('link.connecting')}
    </span>
  );
}
