/** All notifications of all accounts, narrowed to a part of them, and whether the urgent ones are mailed. */

import { NOTICE_GROUPS, type NoticeGroup, type NoticeRow } from '@halcyon/domain/web';
import { Button } from '../../components/button.tsx';
import { EmptyList } from '../../components/empty-list.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../components/states.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { useTitle } from '../../components/use-title.ts';
import type { LoadedPages } from '../../data/query/use-pages.ts';
import { errorText } from '../../data/rest/error-text.ts';
import { KEYS, usePagedList } from '../../data/state/account.ts';
import { useSession } from '../../data/state/session.ts';
import { ACTING } from '../../platform/client/acting.ts';
import { useNavigate } from '../../platform/links/navigation.tsx';
import { useLocation } from '../../platform/links/router.tsx';
import { type MessageId, useT } from '../../platform/locale/intl.tsx';
import { SIMULATING } from '../../platform/simulation/venue.ts';
import { RequireSession } from '../auth/require-session.tsx';
import { searchWith } from '../records/filter-address.ts';
import { MailsSwitch } from './mails-switch.tsx';
import { MarkRead } from './mark-read.tsx';
import { NoticeList } from './notice-list.tsx';
import { fetchNotices, type NoticesPart } from './notices-api.ts';

const ROWS = 30;

type Shown = NoticeGroup | 'all';

const LABELS: Readonly<Record<Shown, MessageId>> = {
  all: 'notices.group.all',
  trading: 'notices.group.trading',
  risk: 'notices.group.risk',
  money: 'notices.group.money',
  alerts: 'notices.group.alerts',
  security: 'nav.security',
};
/** What is about security is told to the person, in live trading. */
const GROUPS = (['all', ...NOTICE_GROUPS] as Shown[]).filter(
  (group) => group !== 'security' || (!SIMULATING && ACTING === ''),
);

function Rows(props: { readonly shown: Shown; readonly list: Listed; readonly onAll: () => void }) {
  const { shown, list, onAll } = props;
  const t = useT();
  const { rows, isPending, isError, error, refetch, more } = list;
  if (isPending) return <SkeletonRows rows={8} height={28} />;
  if (isError && rows.length === 0) {
    return <ErrorState message={errorText(t, error)} onRetry={() => void refetch()} />;
  }
  if (rows.length === 0) {
    if (shown === 'all') return <EmptyState text={t('notices.empty')} />;
    return (
      <EmptyList what="notices">
        <Button onClick={onAll}>{t('notices.all')}</Button>
      </EmptyList>
    );
  }
  return (
    <>
      <NoticeList rows={rows} />
      {more !== undefined && (
        <div className="notices-more">
          <Button onClick={more}>{t('notices.more')}</Button>
        </div>
      )}
    </>
  );
}

const newestOf = ({ pages }: LoadedPages<NoticesPart>) => pages.at(-1)?.newest;

type Listed = ReturnType<typeof usePagedList<NoticeRow, NoticesPart>>;

function Notices() {
  const t = useT();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const { user } = useSession();
  const asked = new URLSearchParams(search).get('group');
  const shown = GROUPS.find((group) => group === asked) ?? 'all';
  const group = shown === 'all' ? undefined : shown;
  const key = [...KEYS.notices, 'list', shown];
  const list = usePagedList<NoticeRow, NoticesPart>(key, (before) =>
    fetchNotices(ROWS, before, group),
  );
  const show = (key: Shown) =>
    navigate(pathname + searchWith(search, { group: key === 'all' ? '' : key }), true);
  // Nothing of a guest or of simulation trading is mailed, and a sub-account's is to its person.
  const mailed = !SIMULATING && ACTING === '' && user?.guest !== true;
  return (
    <>
      {mailed && <MailsSwitch />}
      <section className="card">
        <Tabs<Shown>
          label={t('nav.notifications')}
          items={GROUPS.map((key) => ({ key, label: t(LABELS[key]) }))}
          value={shown}
          onChange={show}
          extra={<MarkRead list={key} newestOf={newestOf} />}
        >
          <Rows shown={shown} list={list} onAll={() => show('all')} />
        </Tabs>
      </section>
    </>
  );
}

/** The page at `/record/exchange/notifications`. */
export function NoticesPage() {
  const t = useT();
  useTitle(`${t('nav.notifications')} | Halcyon`);
  return (
    <RequireSession>
      <div className="page">
        <h1 className="page-title">{t('nav.notifications')}</h1>
        <Notices />
      </div>
    </RequireSession>
  );
}
