/** Says so while the browser is offline. */

import { useEffect, useRef, useSyncExternalStore } from 'react';
import { toast } from '../../components/toast.tsx';
import { useT } from '../../platform/locale/intl.tsx';

function subscribe(notify: () => void): () => void {
  window.addEventListener('online', notify);
  window.addEventListener('offline', notify);
  return () => {
    window.removeEventListener('online', notify);
    window.removeEventListener('offline', notify);
  };
}

/** A line under the header while offline; a toast when that is over. */
export function ConnectionNote() {
  const t = useT();
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  const wasOffline = useRef(!online);
  useEffect(() => {
    if (online && wasOffline.current) toast('success', t('pwa.online'));
    wasOffline.current = !online;
  }, [online, t]);
  if (online) return null;
  return (
    <p className="connection-note" role="status">
      {t('pwa.offline')}
    </p>
  );
}
