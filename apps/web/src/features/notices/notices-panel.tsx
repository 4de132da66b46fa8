/** The bell's list: the newest notifications of all accounts. */

import { EmptyState, ErrorState, SkeletonRows } from '../../components/states.tsx';
import { errorText } from '../../data/rest/error-text.ts';
import { KEYS, useAccountQuery } from '../../data/state/account.ts';
import { Link } from '../../platform/links/navigation.tsx';
import { useT } from '../../platform/locale/intl.tsx';
import { PATHS } from '../../platform/routes/paths.ts';
import { MarkRead } from './mark-read.tsx';
import { NoticeList } from './notice-list.tsx';
import { fetchNotices, type NoticesPart } from './notices-api.ts';

const SHOWN = 20;
const NEWEST = [...KEYS.notices, 'newest'];

/** The panel's content. */
export function NoticesPanel({ close }: { readonly close: () => void }) {
  const t = useT();
  const notices = useAccountQuery<NoticesPart>(NEWEST, () => fetchNotices(SHOWN));
  const { data } = notices;
  return (
    <>
      <div className="menu-head">
        <h2>{t('nav.notifications')}</h2>
        <MarkRead list={NEWEST} newestOf={({ newest }: NoticesPart) => newest} />
      </div>
      {notices.isPending && <SkeletonRows rows={4} height={24} />}
      {notices.isError && data === undefined && (
        <ErrorState message={errorText(t, notices.error)} onRetry={() => void notices.refetch()} />
      )}
      {data?.rows.length === 0 && <EmptyState text={t('notices.empty')} />}
      {data !== undefined && <NoticeList rows={data.rows} onFollow={close} />}
      <Link className="notices-all" to={PATHS.notices} onClick={close}>
        {t('notices.all')}
      </Link>
    </>
  );
}
