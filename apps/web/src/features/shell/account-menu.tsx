/** The signed-in person's menu, or the ways to sign in. */

import { lazy } from 'react';
import { Menu } from '../../components/menu.tsx';
import { useSession } from '../../data/state/session.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { AuthLink } from '../auth/auth-link.tsx';
import { PanelWait } from './panel-wait.tsx';

const AccountPanel = lazy(async () => {
  const { AccountPanel: panel } = await import('./account-panel.tsx');
  return { default: panel };
});

/** The account's corner of the header. */
export function AccountArea() {
  const t = useT();
  const session = useSession();
  if (session.phase === 'unknown') return <span className="account-wait" />;
  const { user } = session;
  if (user !== null) {
    return (
      <Menu label={t('nav.account')} icon="user">
        {(close) => (
          <PanelWait>
            <AccountPanel user={user} close={close} />
          </PanelWait>
        )}
      </Menu>
    );
  }
  return (
    <>
      <AuthLink page="login" look="ghost">
        {t('auth.login')}
      </AuthLink>
      <AuthLink page="register" look="primary" className="header-signup">
        {t('auth.register')}
      </AuthLink>
    </>
  );
}
