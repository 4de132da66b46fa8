/** Another address of the futures terminal: leads to its own. */

import { Navigate } from '../../platform/links/navigation.tsx';
import { useLocation } from '../../platform/links/router.tsx';
import { futuresPath } from '../../platform/routes/paths.ts';
import { useSymbol } from '../../platform/routes/use-symbol.ts';

/** The redirect; query and fragment stay. */
export function TradeSwapPage() {
  const symbol = useSymbol();
  const { search, hash } = useLocation();
  return <Navigate to={futuresPath(symbol) + search + hash} replace />;
}
