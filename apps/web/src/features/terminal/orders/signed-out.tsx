/** What the panels of a person show to nobody. */

import { useT } from '../../../platform/locale/intl.tsx';
import { AuthLink } from '../../auth/auth-link.tsx';

/** Asks to log in. */
export function SignedOut() {
  const t = useT();
  return (
    <div className="state">
      <p>{t('orders.signedOut')}</p>
      <AuthLink page="login" look="primary">
        {t('auth.login')}
      </AuthLink>
    </div>
  );
}
