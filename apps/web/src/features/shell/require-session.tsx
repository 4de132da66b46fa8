/** Pages that only make sense for somebody who is signed in. */

import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { SkeletonRows } from '../../components/states.tsx';
import { useSession } from '../../data/state/session.ts';
import { Navigate } from '../../platform/links/navigation.tsx';
import { authPath } from '../../platform/routes/paths.ts';

/** Shows `children` to a signed-in person; everybody else is sent to sign in, and back again. */
export function RequireSession({ children }: { readonly children: ReactNode }) {
  const session = useSession();
  const { pathname, search } = useLocation();
  if (session.phase === 'unknown') {
    return (
      <div className="page">
        <SkeletonRows rows={6} height={24} />
      </div>
    );
  }
  if (session.user === null) return <Navigate to={authPath('login', pathname + search)} replace />;
  return children;
}
