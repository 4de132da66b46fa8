/** Keeps the accounts that can be liquidated live on every page, and tells of alerts that fire. */

import { AlertWatch } from '../alerts/alert-watch.tsx';
import { FuturesWatch } from '../futures/watch/futures-watch.tsx';
import { MarginWatch } from '../margin/watch/margin-watch.tsx';

/** Renders what explains itself when it happens. */
export function RiskWatch() {
  return (
    <>
      <FuturesWatch />
      <MarginWatch />
      <AlertWatch />
    </>
  );
}
