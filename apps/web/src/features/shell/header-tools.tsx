/** The header's buttons; their panels are fetched when they are opened. */

import { Icon } from '../../components/icon.tsx';
import { lazyPart } from '../../components/lazy-part.tsx';
import { Menu } from '../../components/menu.tsx';
import { useSession } from '../../data/state/session.ts';
import { markSeen, useUnseen } from '../../data/state/unseen.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { moreMessages } from '../../platform/locale/locale.ts';
import { openOverlay } from './overlays.ts';

const NoticesPanel = lazyPart(async () => {
  const [part] = await Promise.all([import('./notices-panel.tsx'), moreMessages()]);
  return part.NoticesPanel;
}, 4);
const PreferencesPanel = lazyPart(async () => {
  const [part] = await Promise.all([import('./preferences-panel.tsx'), moreMessages()]);
  return part.PreferencesPanel;
}, 8);

/** What happened on the account, with the number of new events. */
export function Bell() {
  const t = useT();
  const { user } = useSession();
  const unseen = useUnseen();
  if (user === null) return null;
  const label =
    unseen === 0
      ? t('nav.notifications')
      : `${t('nav.notifications')}: ${t('notices.unread', { count: unseen })}`;
  const mark = unseen > 0 && (
    <span className="unseen num" aria-hidden="true">
      {unseen > 99 ? '99+' : unseen}
    </span>
  );
  return (
    <Menu label={label} icon="bell" wide mark={mark} onOpen={markSeen}>
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
