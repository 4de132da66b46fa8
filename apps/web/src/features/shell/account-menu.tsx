/** The signed-in person's menu, or the ways to sign in. */

import { Fragment } from 'react';
import { Icon } from '../../components/icon.tsx';
import { Menu } from '../../components/menu.tsx';
import { toast } from '../../components/toast.tsx';
import { useSession } from '../../data/state/session.ts';
import { Link } from '../../platform/links/navigation.tsx';
import { useT } from '../../platform/locale/intl.tsx';
import { AuthLink, showAuthDialog } from '../auth/auth-link.tsx';
import { MENU_PAGES, OWN_GROUPS } from './menu-pages.ts';

/** A guest signs up or in; logging out would throw the account away. */
function GuestItems({ close }: { readonly close: () => void }) {
  const t = useT();
  const item = (page: 'login' | 'register') => {
    close();
    showAuthDialog(page);
  };
  return (
    <>
      <button type="button" className="menu-item" onClick={() => item('register')}>
        <Icon name="user" />
        {t('simulation.keep')}
      </button>
      <button type="button" className="menu-item" onClick={() => item('login')}>
        <Icon name="arrow" />
        {t('auth.login')}
      </button>
    </>
  );
}

function AccountPanel(props: {
  readonly email: string;
  readonly guest: boolean;
  readonly close: () => void;
}) {
  const t = useT();
  const leave = () => {
    props.close();
    import('../../data/state/sign-in.ts')
      .then(({ signOut }) => signOut())
      .catch(() => toast('error', t('auth.logoutFailed')));
  };
  return (
    <>
      <p className="menu-note">{props.guest ? t('simulation.guest') : props.email}</p>
      {OWN_GROUPS.map((group) => (
        <Fragment key={group}>
          {MENU_PAGES.filter((page) => page.group === group).map((page) => (
            <Link key={page.to} className="menu-item" to={page.to} onClick={props.close}>
              <Icon name={page.icon} />
              {t(page.label)}
            </Link>
          ))}
          <hr className="menu-line" />
        </Fragment>
      ))}
      {props.guest ? (
        <GuestItems close={props.close} />
      ) : (
        <button type="button" className="menu-item" onClick={leave}>
          <Icon name="leave" />
          {t('auth.logout')}
        </button>
      )}
    </>
  );
}

/** The account's corner of the header. */
export function AccountArea() {
  const t = useT();
  const session = useSession();
  if (session.phase === 'unknown') return <span className="account-wait" />;
  const { user } = session;
  if (user !== null) {
    return (
      <Menu label={t('nav.account')} icon="user">
        {(close) => <AccountPanel email={user.email} guest={user.guest === true} close={close} />}
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
