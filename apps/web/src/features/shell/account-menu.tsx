/** The signed-in person's menu, or the ways to sign in. */

import { lazyPart } from '../../components/lazy-part.tsx';
import { Menu } from '../../components/menu.tsx';
import { useSession } from '../../data/state/session.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { AuthLink } from '../auth/auth-link.tsx';

/** About as many rows as it has. */
const PANEL_ROWS = 8;

const AccountPanel = lazyPart(
  async () => (await import('./account-panel.tsx')).AccountPanel,
  PANEL_ROWS,
);

/** The account's corner of the header. */
export function AccountArea() {
  const t = useT();
  const session = useSession();
  if (session.phase === 'unknown') return <span className="account-wait" />;
  const { user } = session;
  if (user !== null) {
    return (
      <Menu label={t('nav.account')} icon="user">
        {(close) => <AccountPanel user={user} close={close} />}
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
