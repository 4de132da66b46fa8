/** Names the sub-account that this page acts as; one press leads back to its owner's own account. */

import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { useSession } from '../../data/state/session.ts';
import { actAs } from '../../platform/client/acting.ts';
import { Navigate } from '../../platform/links/navigation.tsx';
import { useT } from '../../platform/locale/intl.tsx';
import { PATHS } from '../../platform/routes/paths.ts';
import './acting-note.css';

/** The note. */
export function ActingNote() {
  const t = useT();
  const { subAccount } = useSession();
  if (subAccount === null) return null;
  const { name } = subAccount;
  return (
    <Button
      className="acting"
      aria-label={`${t('subs.acting', { name })} ${t('subs.back')}`}
      title={t('subs.back')}
      onClick={() => actAs('')}
    >
      <Icon name="user" size={16} />
      <bdi>{name}</bdi>
      <Icon name="close" size={14} />
    </Button>
  );
}

/** Whether the page was loaded again, as a change of the account does. */
function isReload(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  return entry instanceof PerformanceNavigationTiming && entry.type === 'reload';
}

/** In place of a page that is its owner's alone; who has just changed the account goes on at its assets. */
export function OwnersOnly() {
  const t = useT();
  if (isReload()) return <Navigate to={PATHS.assets} replace />;
  return (
    <div className="state">
      <p>{t('subs.ownersOnly')}</p>
      <Button look="primary" onClick={() => actAs('')}>
        {t('subs.back')}
      </Button>
    </div>
  );
}
