/** The list of what happened on the account. */

import { Icon, type IconName } from '../../components/icon.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../components/states.tsx';
import { amount, dateTime } from '../../data/format.ts';
import { useInstruments } from '../../data/state/instruments.ts';
import { type Notice, useNotices } from '../../data/state/notices.ts';
import { useSession } from '../../data/state/session.ts';
import { Link } from '../../platform/links/navigation.tsx';
import { type MessageId, useT } from '../../platform/locale/intl.tsx';
import { PATHS } from '../../platform/routes/paths.ts';

const MONEY: Readonly<Record<string, MessageId>> = {
  deposit: 'records.deposit',
  withdraw: 'records.withdraw',
  transferIn: 'records.transferIn',
  transferOut: 'records.transferOut',
};

const ICONS: Readonly<Record<Notice['kind'], IconName>> = {
  filled: 'success',
  cancelled: 'close',
  deposit: 'download',
  withdraw: 'upload',
  transferIn: 'arrow',
  transferOut: 'arrow',
};

function useNoticeText(): (notice: Notice) => string {
  const t = useT();
  const instruments = useInstruments().data;
  return (notice) => {
    const { kind, side, symbol } = notice;
    const instrument = instruments?.get(symbol);
    const size = amount(notice.size);
    const coin = instrument?.base ?? notice.coin;
    if (kind === 'filled') {
      return t('order.filled', { side, size, coin, price: amount(notice.price) });
    }
    if (kind === 'cancelled') {
      const pair = instrument === undefined ? symbol : `${instrument.base}/${instrument.quote}`;
      return t('notices.cancelled', { side, pair });
    }
    return `${t(MONEY[kind] ?? 'status.other')}: ${size} ${coin}`;
  };
}

function NoticeList({ notices }: { readonly notices: readonly Notice[] }) {
  const textOf = useNoticeText();
  return (
    <ul className="notices">
      {notices.map((notice) => (
        <li key={notice.id} className={`notice notice-${notice.kind}`}>
          <Icon name={ICONS[notice.kind]} />
          <span>{textOf(notice)}</span>
          <time className="when" dateTime={new Date(notice.time).toISOString()}>
            {dateTime(notice.time)}
          </time>
        </li>
      ))}
    </ul>
  );
}

/** The panel's content. */
export function NoticesPanel({ close }: { readonly close: () => void }) {
  const t = useT();
  const { phase, user } = useSession();
  const notices = useNotices();
  if (phase === 'unknown') return <SkeletonRows rows={4} height={24} />;
  if (user === null) return <EmptyState text={t('notices.signedOut')} />;
  return (
    <>
      <div className="menu-head">
        <h2>{t('nav.notifications')}</h2>
        <Link to={PATHS.records} onClick={close}>
          {t('orders.allRecords')}
        </Link>
      </div>
      {notices.isPending && <SkeletonRows rows={4} height={24} />}
      {notices.isError && <ErrorState onRetry={() => void notices.refetch()} />}
      {notices.data?.length === 0 && <EmptyState text={t('notices.empty')} />}
      {notices.data !== undefined && <NoticeList notices={notices.data} />}
    </>
  );
}
