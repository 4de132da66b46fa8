/** Sessions, known browsers and sign-ins of the account. */

import type { BrowserRow, LoginRow, SessionEntryRow } from '@halcyon/domain/web';
import { Button } from '../../components/button.tsx';
import { DataTable, type TableColumn } from '../../components/data-table.tsx';
import { ErrorState, SkeletonRows } from '../../components/states.tsx';
import { toast } from '../../components/toast.tsx';
import { dateTime } from '../../data/format.ts';
import { type QueryResult, useQuery } from '../../data/query/use-query.ts';
import { errorText } from '../../data/rest/error-text.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { browserName } from './browser-name.ts';
import {
  endOtherSessions,
  endSession,
  fetchBrowsers,
  fetchLogins,
  fetchSessions,
  forgetBrowser,
} from './security-api.ts';
import { useAct } from './use-act.ts';

/** A browser in short, with all that it says of itself for who points at it. */
function BrowserName({ name }: { readonly name: string }) {
  return (
    <bdi className="security-browser" dir="ltr" title={name}>
      {browserName(name)}
    </bdi>
  );
}

function Rows<T extends { readonly id: string }>(props: {
  readonly label: string;
  readonly query: QueryResult<readonly T[]>;
  readonly columns: readonly TableColumn<T>[];
}) {
  const t = useT();
  const { label, query, columns } = props;
  if (query.data !== undefined) {
    return <DataTable label={label} columns={columns} rows={query.data} rowKey={(row) => row.id} />;
  }
  if (!query.isError) return <SkeletonRows rows={3} height={28} />;
  return <ErrorState message={errorText(t, query.error)} onRetry={() => void query.refetch()} />;
}

function useSessionColumns(end: (row: SessionEntryRow) => void): TableColumn<SessionEntryRow>[] {
  const t = useT();
  return [
    {
      key: 'browser',
      label: t('security.browser'),
      cell: (row) => <BrowserName name={row.userAgent} />,
    },
    { key: 'address', label: t('security.address'), cell: (row) => <bdi>{row.address}</bdi> },
    { key: 'seen', label: t('security.seen'), cell: (row) => dateTime(row.lastSeenAt) },
    {
      key: 'end',
      label: t('orders.actions'),
      end: true,
      cell: (row) =>
        row.current ? (
          <span className="badge">{t('security.here')}</span>
        ) : (
          <Button onClick={() => end(row)}>{t('security.end')}</Button>
        ),
    },
  ];
}

/** The sessions, which are ended here. */
export function SessionsCard() {
  const t = useT();
  const { busy, act } = useAct();
  const query = useQuery<readonly SessionEntryRow[]>({
    queryKey: ['account', 'sessions'],
    queryFn: fetchSessions,
    staleTime: 0,
  });
  const end = (work: () => Promise<void>) =>
    void act(async () => {
      await work();
      toast('success', t('security.ended'));
      await query.refetch();
    });
  const columns = useSessionColumns((row) => end(() => endSession(row.id)));
  const others = (query.data ?? []).some(({ current }) => !current);
  return (
    <section className="card security-card security-wide">
      <h2>{t('security.sessions')}</h2>
      <Rows label={t('security.sessions')} query={query} columns={columns} />
      {others && (
        <Button busy={busy} onClick={() => end(endOtherSessions)}>
          {t('security.endOthers')}
        </Button>
      )}
    </section>
  );
}

/** The browsers whose log-in gives no notice; each can be made a stranger. */
export function BrowsersCard() {
  const t = useT();
  const { busy, act } = useAct();
  const query = useQuery<readonly BrowserRow[]>({
    queryKey: ['account', 'browsers'],
    queryFn: fetchBrowsers,
    staleTime: 0,
  });
  const forget = (row: BrowserRow) =>
    act(async () => {
      await forgetBrowser(row.id);
      toast('success', t('security.browserForgotten'));
      await query.refetch();
    });
  const columns: TableColumn<BrowserRow>[] = [
    {
      key: 'browser',
      label: t('security.browser'),
      cell: (row) => <BrowserName name={row.userAgent} />,
    },
    { key: 'used', label: t('security.browserUsed'), cell: (row) => dateTime(row.lastUsedAt) },
    {
      key: 'here',
      label: t('security.browserHere'),
      cell: (row) =>
        row.current ? (
          <span role="img" aria-label={t('security.browserHere')}>
            ✓
          </span>
        ) : (
          '–'
        ),
    },
    {
      key: 'forget',
      label: t('orders.actions'),
      end: true,
      cell: (row) => (
        <Button busy={busy} onClick={() => void forget(row)}>
          {t('factor.remove')}
        </Button>
      ),
    },
  ];
  return (
    <section className="card security-card security-wide">
      <h2>{t('security.browsers')}</h2>
      <p className="muted">{t('security.browsersText')}</p>
      <Rows label={t('security.browsers')} query={query} columns={columns} />
    </section>
  );
}

/** The sign-ins, with those of new browsers marked. */
export function LoginsCard() {
  const t = useT();
  const query = useQuery<readonly LoginRow[]>({
    queryKey: ['account', 'logins'],
    queryFn: fetchLogins,
    staleTime: 0,
  });
  const columns: TableColumn<LoginRow>[] = [
    { key: 'time', label: t('orders.time'), cell: (row) => dateTime(row.at) },
    {
      key: 'browser',
      label: t('security.browser'),
      cell: (row) => <BrowserName name={row.userAgent} />,
    },
    { key: 'address', label: t('security.address'), cell: (row) => <bdi>{row.address}</bdi> },
    {
      key: 'unusual',
      label: t('security.unusual'),
      end: true,
      cell: (row) => (row.unusual ? <span className="badge">{t('security.unusual')}</span> : '–'),
    },
  ];
  return (
    <section className="card security-card security-wide">
      <h2>{t('security.logins')}</h2>
      <p className="muted">{t('security.loginsText')}</p>
      <Rows label={t('security.logins')} query={query} columns={columns} />
    </section>
  );
}
