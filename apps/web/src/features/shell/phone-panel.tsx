/** What the menu of a phone has; it comes when the menu is opened. */

import { Icon } from '../../components/icon.tsx';
import { Link } from '../../platform/links/navigation.tsx';
import { useLocation } from '../../platform/links/router.tsx';
import { useT } from '../../platform/locale/intl.tsx';
import { SimulationSwitch } from '../simulation/simulation-switch.tsx';
import { isCurrent, MENU_PAGES } from './menu-pages.ts';
import { openOverlay } from './overlays.ts';

/** See the head of the file. */
export function PhonePanel({ close }: { readonly close: () => void }) {
  const t = useT();
  const { pathname } = useLocation();
  return (
    <>
      <nav aria-label={t('nav.main')}>
        {MENU_PAGES.map((page) => (
          <Link
            key={page.to}
            className="menu-item"
            to={page.to}
            onClick={close}
            aria-current={isCurrent(page, pathname) ? 'page' : undefined}
          >
            <Icon name={page.icon} />
            {t(page.label)}
          </Link>
        ))}
      </nav>
      <hr className="menu-line" />
      <SimulationSwitch look="ghost" className="menu-item">
        <Icon name="success" />
        {t('simulation.enter')}
      </SimulationSwitch>
      <button
        type="button"
        className="menu-item"
        onClick={() => {
          close();
          openOverlay('shortcuts');
        }}
      >
        <Icon name="keyboard" />
        {t('nav.shortcuts')}
      </button>
    </>
  );
}
