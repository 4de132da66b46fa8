/** Whom the person can act as: the main account and the sub-accounts that are not frozen. */

import { Icon } from '../../components/icon.tsx';
import { ErrorState, SkeletonRows } from '../../components/states.tsx';
import { useQuery } from '../../data/query/use-query.ts';
import { web } from '../../data/rest/web.ts';
import { KEYS } from '../../data/state/account.ts';
import { ACTING, actAs } from '../../platform/client/acting.ts';
import { useT } from '../../platform/locale/intl.tsx';

/** Below the account's own, so that a change of a sub-account reads it anew. */
const LIST_KEY = [...KEYS.all, 'identities'];

interface Props {
  /** Lines to keep free while the list is on its way. */
  readonly rows: number;
  readonly close: () => void;
}

/** The list; one press goes on as another. Nothing where all sub-accounts are frozen. */
export function IdentityList({ rows, close }: Props) {
  const t = useT();
  const query = useQuery({
    queryKey: LIST_KEY,
    queryFn: () => web('GET /identities'),
  });
  if (query.isError) return <ErrorState onRetry={() => void query.refetch()} />;
  if (query.data === undefined) return <SkeletonRows rows={rows} height={28} />;
  if (query.data.length === 0) return null;
  const choose = (uid: string) => (uid === ACTING ? close() : actAs(uid));
  return (
    <>
      <fieldset className="identities">
        <legend className="menu-note">{t('subs.switch')}</legend>
        {[{ uid: '', name: t('subs.main') }, ...query.data].map(({ uid, name }) => (
          <button
            key={uid}
            type="button"
            className="menu-item"
            aria-current={uid === ACTING}
            onClick={() => choose(uid)}
          >
            <Icon name={uid === ACTING ? 'check' : 'user'} />
            <bdi>{name}</bdi>
          </button>
        ))}
      </fieldset>
      <hr className="menu-line" />
    </>
  );
}
