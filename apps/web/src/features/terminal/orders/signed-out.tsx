/** What the panels of a person show to nobody. */

import { isGuestToBe, useSession } from '../../../data/state/session.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { AuthLink } from '../../auth/auth-link.tsx';

/** Asks to log in. */
export function SignedOut() {
  const t = useT();
  const guest = isGuestToBe(useSession());
  return (
    <div className="state">
      <p>{t(guest ? 'paper.noAccount' : 'orders.signedOut')}</p>
      <AuthLink page="login" look={guest ? 'link' : 'primary'}>
        {t('auth.login')}
      </AuthLink>
    </div>
  );
}
