/** The older address of the spot terminal: leads to the present one. */

import { useLocation, useParams } from 'react-router';
import { Navigate } from '../../platform/links/navigation.tsx';
import { spotPath } from '../../platform/routes/paths.ts';

/** The redirect; query and fragment stay. */
export function TransacPage() {
  const { symbol } = useParams();
  const { search, hash } = useLocation();
  return <Navigate to={spotPath(symbol) + search + hash} replace />;
}
