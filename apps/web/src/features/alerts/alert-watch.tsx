/** Hears of alerts as they fire, on every page. */

import { NOTICES_CHANNEL, type NoticePush, type NoticeRow } from '@halcyon/domain/web';
import { useEffect, useState } from 'react';
import { lazyPart } from '../../components/lazy-part.tsx';
import { useSession } from '../../data/state/session.ts';
import { privateLink } from '../../data/ws/links.ts';
import { fetchNotices } from '../notices/notices-api.ts';

const TellAlerts = lazyPart(async () => (await import('./tell-alerts.tsx')).TellAlerts, 0);

/** What fired at once is told together, ms. */
const GATHER_MS = 250;
/** More at once are in the list of notifications. */
const TOLD_MAX = 5;

/** Renders what tells of them, once there is something to tell: words and sums that most visits do without. */
export function AlertWatch() {
  const { user } = useSession();
  const uid = user?.uid;
  const [fired, setFired] = useState<readonly NoticeRow[]>([]);
  useEffect(() => {
    if (uid === undefined) return;
    let [timer, waiting] = [0, 0];
    const notifyAll = async () => {
      const count = Math.min(waiting, TOLD_MAX);
      [timer, waiting] = [0, 0];
      const { rows } = await fetchNotices(count, '', 'alerts');
      setFired(rows.toReversed());
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
  return fired.length === 0 ? null : <TellAlerts rows={fired} />;
}
