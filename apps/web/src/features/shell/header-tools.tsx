/** The header's buttons; their panels are fetched when they are opened. */

import { Icon } from '../../components/icon.tsx';
import { lazyPart } from '../../components/lazy-part.tsx';
import { Menu } from '../../components/menu.tsx';
import { useSession } from '../../data/state/session.ts';
import { useUnread } from '../../data/state/unread.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { moreMessages } from '../../platform/locale/locale.ts';
import { openOverlay } from './overlays.ts';

const NoticesPanel = lazyPart(async () => {
  const [part] = await Promise.all([import('../notices/notices-panel.tsx'), moreMessages()]);
  return part.NoticesPanel;
}, 4);
const PreferencesPanel = lazyPart(async () => {
  const [part] = await Promise.all([import('./preferences-panel.tsx'), moreMessages()]);
  return part.PreferencesPanel;
}, 8);

/** What happened on all accounts, with the number of what is not read. */
export function Bell() {
  const t = useT();
  const { user } = useSession();
  const unread = useUnread();
  if (user === null) return null;
  const label =
    unread === 0
      ? t('nav.notifications')
      : `${t('nav.notifications')}: ${t('notices.unread', { count: unread })}`;
  const mark = unread > 0 && (
    <span className="unseen num" aria-hidden="true">
      {unread > 99 ? '99+' : unread}
    </span>
  );
  return (
    <Menu label={label} icon="bell" wide mark={mark}>
      {(close) => <NoticesPanel close={close} />}
    </Menu>
  );
}

/** Language, theme, colours. */
export function Preferences() {
  const t = useT();
  return (
    <Menu name="preferences" label={t('nav.preferences')} icon="sliders" wide>
      {() => <PreferencesPanel />}
    </Menu>
  );
}

/** Opens the command palette; looks like the search field it leads to where there is room. */
export function SearchButton() {
  const t = useT();
  return (
    <button
      type="button"
      className="search-button"
      aria-label={t('nav.search')}
      aria-keyshortcuts="Control+K Meta+K /"
      onClick={() => openOverlay('palette')}
    >
      <Icon name="search" size={18} />
      <span className="search-text">{t('nav.search')}</span>
      <kbd className="search-key">/</kbd>
    </button>
  );
}
