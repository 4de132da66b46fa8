/** The balances alone, for a window of their own. */

import { useSession } from '../../../data/state/session.ts';
import { BalancesTab } from './balances-tab.tsx';
import { SignedOut } from './signed-out.tsx';
import './orders.css';

/** The panel. */
export function AssetsPanel() {
  const { user } = useSession();
  return user === null ? <SignedOut /> : <BalancesTab />;
}
