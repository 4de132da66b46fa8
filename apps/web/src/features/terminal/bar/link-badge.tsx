/** Says whether what is on screen is live. */

import { useEffect, useState } from 'react';
import { usePublicLink } from '../../../data/state/link-state.ts';
import { useT } from '../../../platform/locale/intl.tsx';

const PATIENCE_MS = 1_500;

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
      {stale ? t('link.stale') : live ? t('link.live') : t('link.connecting')}
    </span>
  );
}
