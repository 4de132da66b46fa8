/** Pages that only make sense for somebody who is signed in. */

import type { ReactNode } from 'react';
import { ButtonLink } from '../../components/button.tsx';
import { lazyPart } from '../../components/lazy-part.tsx';
import { SkeletonRows } from '../../components/states.tsx';
import { isGuestToBe, useSession } from '../../data/state/session.ts';
import { ACTING } from '../../platform/client/acting.ts';
import { Navigate } from '../../platform/links/navigation.tsx';
import { useLocation } from '../../platform/links/router.tsx';
import { useT } from '../../platform/locale/intl.tsx';
import { moreMessages } from '../../platform/locale/locale.ts';
import { authPath, spotPath } from '../../platform/routes/paths.ts';
import { SIMULATING } from '../../platform/simulation/venue.ts';
import { AuthLink } from './auth-link.tsx';

const OwnersOnly = lazyPart(async () => {
  const [part] = await Promise.all([import('./acting-note.tsx'), moreMessages()]);
  return part.OwnersOnly;
}, 4);

interface Props {
  readonly children: ReactNode;
  /** Whether it is for the person alone: not for guests, nor while acting as a sub-account. */
  readonly person?: boolean;
}

/** What a guest sees in place of a page for people. */
function GuestNote() {
  const t = useT();
  return (
    <div className="state">
      <p>{t('paper.keepText')}</p>
      <AuthLink page="register" look="primary">
        {t('simulation.keep')}
      </AuthLink>
    </div>
  );
}

/**
 * Shows `children` to a signed-in person; everybody else is sent to sign in, and back again
 * (in simulation trading asked to, on this page).
 */
export function RequireSession({ children, person = false }: Props) {
  const t = useT();
  const session = useSession();
  const { pathname, search } = useLocation();
  if (session.phase === 'unknown') {
    return (
      <div className="page">
        <SkeletonRows rows={6} height={24} />
      </div>
    );
  }
  if (session.user === null && SIMULATING) {
    return (
      <div className="state">
        <p>{t(isGuestToBe(session) ? 'paper.noAccount' : 'orders.signedOut')}</p>
        {isGuestToBe(session) && (
          <ButtonLink look="primary" to={spotPath()}>
            {t('nav.trade')}
          </ButtonLink>
        )}
        <AuthLink page="login" look={isGuestToBe(session) ? 'secondary' : 'primary'}>
          {t('auth.login')}
        </AuthLink>
        <AuthLink page="register" look="link">
          {t('order.noAccount')}
        </AuthLink>
      </div>
    );
  }
  if (session.user === null) return <Navigate to={authPath('login', pathname + search)} replace />;
  if (!person) return children;
  if (ACTING !== '') return <OwnersOnly />;
  return session.user.guest === true ? <GuestNote /> : children;
}
