/** Site footer: the pages by group, and what this is. */

import { useSession } from '../../data/state/session.ts';
import { Link } from '../../platform/links/navigation.tsx';
import { type MessageId, useT } from '../../platform/locale/intl.tsx';
import { Brand } from './header.tsx';
import { MENU_PAGES, type MenuGroup } from './menu-pages.ts';
import { openOverlay } from './overlays.ts';

const GROUPS: readonly (readonly [MenuGroup, MessageId])[] = [
  ['trade', 'footer.trade'],
  ['assets', 'nav.assets'],
  ['orders', 'nav.orders'],
  ['account', 'footer.account'],
  ['build', 'footer.build'],
];

/** The footer of pages that scroll. */
export function Footer() {
  const t = useT();
  const { simulated } = useSession();
  return (
    <footer className="footer">
      <div className="footer-in">
        <div className="footer-about">
          <Brand />
          <p>{t(simulated ? 'footer.note' : 'footer.own')}</p>
          {simulated && <p>{t('sim.detail')}</p>}
        </div>
        <nav className="footer-groups" aria-label={t('footer.nav')}>
          {GROUPS.map(([group, label]) => (
            <section key={group} aria-label={t(label)}>
              <h2>{t(label)}</h2>
              <ul>
                {MENU_PAGES.filter((page) => page.group === group).map((page) => (
                  <li key={page.to}>
                    <Link to={page.to}>{t(page.label)}</Link>
                  </li>
                ))}
                {group === 'build' && (
                  <li>
                    <button type="button" onClick={() => openOverlay('shortcuts')}>
                      {t('nav.shortcuts')}
                    </button>
                  </li>
                )}
              </ul>
            </section>
          ))}
        </nav>
      </div>
    </footer>
  );
}
