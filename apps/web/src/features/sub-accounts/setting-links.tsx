/** The way between the pages of sub-accounts. */

import { Link } from '../../platform/links/navigation.tsx';
import { useLocation } from '../../platform/links/router.tsx';
import { type MessageId, useT } from '../../platform/locale/intl.tsx';
import { PATHS } from '../../platform/routes/paths.ts';
import { isOffered } from '../../platform/simulation/mode.ts';

const PAGES: readonly (readonly [path: string, name: MessageId])[] = [
  [PATHS.subAccounts, 'subs.overview'],
  [PATHS.subAccountApi, 'nav.apiKeys'],
  [PATHS.subAccountHistory, 'subs.history'],
  [PATHS.subAccountDevices, 'subs.devices'],
  [PATHS.subAccountAntiPhishing, 'security.phishing'],
];

/** The links; of those that this venue has. */
export function SettingLinks() {
  const t = useT();
  const { pathname, search } = useLocation();
  return (
    <nav className="subs-links" aria-label={t('subs.title')}>
      {PAGES.filter(([path]) => isOffered(path)).map(([path, name]) => (
        <Link key={path} to={path + search} aria-current={path === pathname ? 'page' : undefined}>
          {t(name)}
        </Link>
      ))}
    </nav>
  );
}
