/** What the menu of the signed-in person has; it comes when the menu is opened. */

import type { SessionUser } from '@halcyon/domain/web';
import { Fragment, lazy, Suspense } from 'react';
import { ErrorBoundary } from '../../components/error-boundary.tsx';
import { Icon } from '../../components/icon.tsx';
import { SkeletonRows } from '../../components/states.tsx';
import { toast } from '../../components/toast.tsx';
import { Link } from '../../platform/links/navigation.tsx';
import { useT } from '../../platform/locale/intl.tsx';
import { moreMessages } from '../../platform/locale/locale.ts';
import { showAuthDialog } from '../auth/auth-link.tsx';
import { MENU_PAGES, OWN_GROUPS } from './menu-pages.ts';

/** As many as the list shows at once (shell.css). */
const IDENTITY_ROWS_MAX = 6;

const IdentityList = lazy(async () => {
  const [part] = await Promise.all([import('./identity-list.tsx'), moreMessages()]);
  return { default: part.IdentityList };
});

/** Whom the person can act as; of who has sub-accounts alone. What is below stays where it is when it comes. */
function Identities(props: { readonly subAccounts: number; readonly close: () => void }) {
  const { subAccounts, close } = props;
  if (subAccounts === 0) return null;
  const rows = Math.min(subAccounts + 1, IDENTITY_ROWS_MAX);
  return (
    <ErrorBoundary>
      <Suspense fallback={<SkeletonRows rows={rows} height={28} />}>
        <IdentityList rows={rows} close={close} />
      </Suspense>
    </ErrorBoundary>
  );
}

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

/** See the head of the file. */
export function AccountPanel(props: { readonly user: SessionUser; readonly close: () => void }) {
  const t = useT();
  const { email, guest = false, subAccounts = 0 } = props.user;
  const leave = () => {
    props.close();
    import('../../data/state/sign-in.ts')
      .then(({ signOut }) => signOut())
      .catch(() => toast('error', t('auth.logoutFailed')));
  };
  return (
    <>
      <p className="menu-note">{guest ? t('simulation.guest') : email}</p>
      <Identities subAccounts={subAccounts} close={props.close} />
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
      {guest ? (
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
