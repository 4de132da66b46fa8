/** Site header: pages, simulated-market badge, theme, account. */

import { useCallback, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { toast } from '../../components/toast.tsx';
import { useDismiss } from '../../components/use-dismiss.ts';
import { signOut, useSession } from '../../data/state/session.ts';
import { Link, NavLink } from '../../platform/links/navigation.tsx';
import { type MessageId, useT } from '../../platform/locale/intl.tsx';
import { PATHS, spotPath } from '../../platform/routes/paths.ts';
import { isOffered } from '../../platform/simulation/mode.ts';
import { chooseTheme, useTheme } from '../../platform/theme/theme.ts';
import { AuthLink } from '../auth/auth-link.tsx';
import { SimulationSwitch } from '../simulation/simulation-switch.tsx';
import './shell.css';

interface NavItem {
  readonly to: string;
  readonly label: MessageId;
}

const NAV: readonly NavItem[] = [
  { to: PATHS.markets, label: 'nav.markets' },
  { to: spotPath(), label: 'nav.trade' },
  { to: PATHS.spotAssets, label: 'nav.assets' },
  { to: PATHS.records, label: 'nav.orders' },
];

/** More pages, for phones. */
const MORE: readonly NavItem[] = [{ to: PATHS.apiDocs, label: 'nav.apiDocs' }];

function offered(items: readonly NavItem[]): readonly NavItem[] {
  return items.filter((item) => isOffered(item.to));
}

/** The mark and the name, linking home. */
export function Brand() {
  const t = useT();
  return (
    <Link
      to={isOffered(PATHS.home) ? PATHS.home : spotPath()}
      className="brand"
      aria-label={t('app.home')}
    >
      <img src="/favicon.svg" width={26} height={26} alt="" />
      <span className="brand-name">{t('app.name')}</span>
    </Link>
  );
}

/** The calm reminder that nothing here is a real market. */
export function SimulatedBadge() {
  const t = useT();
  const { simulated } = useSession();
  if (!simulated) return null;
  return (
    <span className="badge sim-badge" title={t('sim.detail')}>
      <span className="badge-dot" />
      {t('sim.badge')}
    </span>
  );
}

function NavLinks() {
  const t = useT();
  const { pathname } = useLocation();
  return offered(NAV).map((item) => {
    const trade = item.to.startsWith('/spot/') && pathname.startsWith('/spot/');
    return (
      <NavLink key={item.to} to={item.to} {...(trade && { 'aria-current': 'page' })}>
        {t(item.label)}
      </NavLink>
    );
  });
}

function ThemeButton() {
  const t = useT();
  const theme = useTheme();
  const next = theme === 'dark' ? 'light' : 'dark';
  return (
    <Button
      look="ghost"
      icon
      aria-label={t(next === 'dark' ? 'theme.toDark' : 'theme.toLight')}
      onClick={() => chooseTheme(next)}
    >
      <Icon name={theme === 'dark' ? 'sun' : 'moon'} size={18} />
    </Button>
  );
}

function AccountMenu({ email }: { readonly email: string }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const close = useCallback(() => setOpen(false), []);
  useDismiss(root, open, close);
  const leave = () => {
    close();
    signOut().catch(() => toast('error', t('auth.logoutFailed')));
  };
  const links: readonly NavItem[] = [
    { to: PATHS.assets, label: 'nav.assetsOverview' },
    { to: PATHS.records, label: 'nav.orders' },
    { to: PATHS.apiKeys, label: 'nav.apiKeys' },
  ];
  return (
    <div className="menu-anchor" ref={root}>
      <Button
        look="ghost"
        icon
        aria-label={t('nav.account')}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Icon name="user" size={18} />
      </Button>
      {open && (
        <div className="menu">
          <p className="menu-note">{email}</p>
          {offered(links).map((link) => (
            <Link key={link.to} className="menu-item" to={link.to} onClick={close}>
              {t(link.label)}
            </Link>
          ))}
          <button type="button" className="menu-item" onClick={leave}>
            {t('auth.logout')}
          </button>
        </div>
      )}
    </div>
  );
}

function AccountArea() {
  const t = useT();
  const session = useSession();
  if (session.phase === 'unknown') return null;
  if (session.user !== null) return <AccountMenu email={session.user.email} />;
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

function PhoneMenu() {
  const t = useT();
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const close = useCallback(() => setOpen(false), []);
  useDismiss(root, open, close);
  return (
    <div className="only-phone" ref={root}>
      <Button
        look="ghost"
        icon
        aria-label={t('nav.menu')}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Icon name="menu" size={20} />
      </Button>
      {open && (
        <nav className="menu header-nav-menu" aria-label={t('nav.main')}>
          {offered([...NAV, ...MORE]).map((item) => (
            <Link key={item.to} className="menu-item" to={item.to} onClick={close}>
              {t(item.label)}
            </Link>
          ))}
        </nav>
      )}
    </div>
  );
}

/** The header of every page. */
export function Header() {
  const t = useT();
  return (
    <header className="header">
      <Brand />
      <nav className="nav" aria-label={t('nav.main')}>
        <NavLinks />
      </nav>
      <div className="header-end">
        <SimulationSwitch look="ghost" className="header-simulation" />
        <SimulatedBadge />
        <ThemeButton />
        <AccountArea />
        <PhoneMenu />
      </div>
    </header>
  );
}
