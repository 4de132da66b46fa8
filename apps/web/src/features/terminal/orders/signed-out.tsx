/** What the panels of a person show to nobody. */

import { SkeletonRows } from '../../../components/states.tsx';
import { isGuestToBe, useSession } from '../../../data/state/session.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { AuthLink } from '../../auth/auth-link.tsx';

/** Asks to log in, once it is known that nobody is. */
export function SignedOut() {
  const t = useT();
  const session = useSession();
  const guest = isGuestToBe(session);
  if (session.phase === 'unknown') return <SkeletonRows rows={4} />;
  return (
    <div className="state">
      <p>{t(guest ? 'paper.noAccount' : 'orders.signedOut')}</p>
      <AuthLink page="login" look={guest ? 'link' : 'primary'}>
        {t('auth.login')}
      </AuthLink>
    </div>
  );
}
