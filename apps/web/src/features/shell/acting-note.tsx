/** Names the sub-account that this page acts as; one press leads back to its owner's own account. */

import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { useSession } from '../../data/state/session.ts';
import { actAs } from '../../platform/client/acting.ts';
import { useT } from '../../platform/locale/intl.tsx';
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

/** In place of a page that is its owner's alone. */
export function OwnersOnly() {
  const t = useT();
  return (
    <div className="state">
      <p>{t('subs.ownersOnly')}</p>
      <Button look="primary" onClick={() => actAs('')}>
        {t('subs.back')}
      </Button>
    </div>
  );
}
