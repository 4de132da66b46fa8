/** The older address of the spot terminal: leads to the present one. */

import { Navigate } from '../../platform/links/navigation.tsx';
import { useLocation } from '../../platform/links/router.tsx';
import { spotPath } from '../../platform/routes/paths.ts';
import { useSymbol } from '../../platform/routes/use-symbol.ts';

/** The redirect; query and fragment stay. */
export function TransacPage() {
  const symbol = useSymbol();
  const { search, hash } = useLocation();
  return <Navigate to={spotPath(symbol) + search + hash} replace />;
}
