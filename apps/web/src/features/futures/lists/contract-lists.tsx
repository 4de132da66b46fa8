/** Positions, orders and history of contracts. */

import { EmptyState } from '../../../components/states.tsx';
import { useSession } from '../../../data/state/session.ts';
import { SignedOut } from '../../terminal/orders/signed-out.tsx';

/** The panel under the chart. */
export function ContractLists() {
  const { user } = useSession();
  return user === null ? <SignedOut /> : <EmptyState />;
}
