/** Site header: pages, simulated-market badge, search, preferences, account. */

import { lazyPart } from '../../components/lazy-part.tsx';
import { Menu } from '../../components/menu.tsx';
import { useSession } from '../../data/state/session.ts';
import { Link } from '../../platform/links/navigation.tsx';
import { useLocation } from '../../platform/links/router.tsx';
import { useT } from '../../platform/locale/intl.tsx';
import { PATHS, spotPath } from '../../platform/routes/paths.ts';
import { isOffered } from '../../platform/simulation/mode.ts';
import { SIMULATING } from '../../platform/simulation/venue.ts';
import { SimulationSwitch } from '../simulation/simulation-switch.tsx';
import { AccountArea } from './account-menu.tsx';
import { ActingHost } from './acting-host.tsx';
import { Bell, Preferences, SearchButton } from './header-tools.tsx';
import { groupAt, isCurrent, MENU_PAGES } from './menu-pages.ts';
import './shell.css';

/** The mark and the name, linking home: simulation trading's home is its first page. */
export function Brand() {
  const t = useT();
  return (
    <Link
      to={isOffered(PATHS.landing) ? PATHS.landing : spotPath()}
      className="brand"
      aria-label={t('app.home')}
    >
      <img src="/favicon.svg" width={26} height={26} alt="" />
      <span className="brand-name">{t('app.name')}</span>
    </Link>
  );
}

/** The calm reminder that nothing here is a real market, or that this is simulation trading. */
export function SimulatedBadge() {
  const t = useT();
  const { simulated } = useSession();
  if (SIMULATING) {
    return (
      <span className="badge venue-badge" title={t('simulation.text')}>
        {t('simulation.tag')}
      </span>
    );
  }
  if (!simulated) return null;
  return (
    <span className="badge sim-badge" title={t('sim.detail')}>
      <span className="badge-dot" />
      <span className="sim-text">{t('sim.badge')}</span>
    </span>
  );
}

function NavLinks() {
  const t = useT();
  const { pathname } = useLocation();
  const pages = MENU_PAGES.filter((page) => page.main);
  const group = groupAt(pathname);
  // Of assets and orders the row has one page each, which stands for the others too.
  const inside = group !== 'trade' && group;
  return pages.map((page) => (
    <Link
      key={page.to}
      to={page.to}
      aria-current={isCurrent(page, pathname) ? 'page' : page.group === inside || undefined}
    >
      {t(page.label)}
    </Link>
  ));
}

/** About as many rows as it has. */
const PANEL_ROWS = 12;

const PhonePanel = lazyPart(async () => (await import('./phone-panel.tsx')).PhonePanel, PANEL_ROWS);

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
        <ActingHost />
        <SimulatedBadge />
        <SearchButton />
        <Bell />
        <Preferences />
        <AccountArea />
        <Menu label={t('nav.menu')} icon="menu" wide className="only-phone">
          {(close) => <PhonePanel close={close} />}
        </Menu>
      </div>
    </header>
  );
}
