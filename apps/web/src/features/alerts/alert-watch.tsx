/** Hears of alerts as they fire, on every page. */

import { NOTICES_CHANNEL, type NoticePush } from '@halcyon/domain/web';
import { type ReactNode, useEffect, useState } from 'react';
import { useSession } from '../../data/state/session.ts';
import { privateLink } from '../../data/ws/links.ts';
import { fetchNotices } from '../notices/notices-api.ts';

/** What fired at once is told together, ms. */
const GATHER_MS = 250;
/** More at once are in the list of notifications. */
const TOLD_MAX = 5;

/** Renders what notifies of them, once there is something: words and sums that most visits do without. */
export function AlertWatch() {
  const { user } = useSession();
  const uid = user?.uid;
  const [notifier, setNotifier] = useState<ReactNode>(null);
  useEffect(() => {
    if (uid === undefined) return;
    let [timer, waiting] = [0, 0];
    const notifyAll = async () => {
      const count = Math.min(waiting, TOLD_MAX);
      [timer, waiting] = [0, 0];
      const { rows } = await fetchNotices(count, '', 'alerts');
      const { AlertNotifier } = await import('./alert-notifier.tsx');
      setNotifier(<AlertNotifier rows={rows.toReversed()} />);
    };
    const onPush = ({ data }: { readonly data: readonly unknown[] }) => {
      const alerts = (data as readonly NoticePush[]).filter(({ kind }) => kind === 'alert').length;
      if (alerts === 0) return;
      waiting += alerts;
      // What cannot be read now is in the list of notifications.
      if (timer === 0)
        timer = window.setTimeout(() => notifyAll().catch(() => undefined), GATHER_MS);
    };
    const stop = privateLink.subscribe({ instType: 'SPOT', channel: NOTICES_CHANNEL }, { onPush });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [uid]);
  return notifier;
}
