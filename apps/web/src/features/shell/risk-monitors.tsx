/** Keeps the accounts that can be liquidated live on every page, and tells of alerts that fire. */

import { AlertWatch } from '../alerts/alert-watch.tsx';
import { FuturesMonitor } from '../futures/monitor/futures-monitor.tsx';
import { MarginMonitor } from '../margin/monitor/margin-monitor.tsx';

/** Renders what explains itself when it happens. */
export function RiskMonitors() {
  return (
    <>
      <FuturesMonitor />
      <MarginMonitor />
      <AlertWatch />
    </>
  );
}
