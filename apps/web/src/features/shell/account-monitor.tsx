/** Keeps the account live on every page and tells of fills. */

import { useCallback, useEffect, useRef } from 'react';
import { lazyPart } from '../../components/lazy-part.tsx';
import { useQueryClient } from '../../data/query/use-query.ts';
import { KEYS } from '../../data/state/account.ts';
import {
  type FillRows,
  type OrderRows,
  useAccountStream,
} from '../../data/state/account-stream.ts';
import { useInstruments } from '../../data/state/instruments.ts';
import { useSession } from '../../data/state/session.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { moreMessages } from '../../platform/locale/locale.ts';
import { news } from '../news/news.ts';

const RiskMonitors = lazyPart(async () => {
  const [part] = await Promise.all([import('./risk-monitors.tsx'), moreMessages()]);
  return part.RiskMonitors;
}, 0);

/** Renders what explains itself when it happens. */
export function AccountMonitor() {
  const t = useT();
  const instruments = useInstruments().data;
  const known = useRef(instruments);
  useEffect(() => {
    known.current = instruments;
  }, [instruments]);
  const onFills = useCallback(
    async (rows: FillRows) => (await news()).notifyFills(rows, { t, known: known.current }),
    [t],
  );
  const onOrders = useCallback(
    async (rows: OrderRows) => (await news()).notifyOrders(rows, { t, known: known.current }),
    [t],
  );
  useAccountStream({ onFills, onOrders });
  const { user } = useSession();
  const client = useQueryClient();
  useEffect(() => {
    if (user === null) client.removeQueries({ queryKey: KEYS.all });
  }, [user, client]);
  return user === null ? null : <RiskMonitors />;
}
