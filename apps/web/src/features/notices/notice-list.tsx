/** A list of notifications; each leads to its record, and is read by that or by its own button. */

import type { NoticeRow, NoticeWord } from '@halcyon/domain/web';
import { Icon, type IconName } from '../../components/icon.tsx';
import { dateTime } from '../../data/format.ts';
import { useQueryClient } from '../../data/query/use-query.ts';
import { KEYS } from '../../data/state/account.ts';
import { Link } from '../../platform/links/navigation.tsx';
import { useT } from '../../platform/locale/intl.tsx';
import { useAct } from '../security/use-act.ts';
import { recordPath } from './notice-record.ts';
import { isOfPortfolio, noticeAccount, ofOrder, useNoticeText } from './notice-text.ts';
import { markEntryRead } from './notices-api.ts';
import './notices.css';

const ICONS: Readonly<Record<NoticeWord, IconName>> = {
  marginCall: 'warn',
  liquidation: 'warn',
  marginLiquidation: 'warn',
  deleveraged: 'warn',
  filled: 'success',
  cancelled: 'close',
  triggered: 'check',
  triggerFailed: 'close',
  parentPaused: 'warn',
  parentEnded: 'check',
  funding: 'history',
  deposit: 'download',
  withdrawal: 'upload',
  transfer: 'swap',
  copyJoined: 'success',
  copyLeftOut: 'close',
  copyExit: 'warn',
  copyEnded: 'warn',
  copyOrderFailed: 'close',
  copyShareMax: 'user',
  copySharePaid: 'upload',
  copyShareReceived: 'download',
  copyFollowed: 'success',
  security: 'user',
  alert: 'warn',
};

/** Marks one as read. */
function useReadEntry(): (entry: string) => void {
  const client = useQueryClient();
  const { act } = useAct();
  return (entry) =>
    void act(async () => {
      await markEntryRead(entry);
      await client.invalidateQueries({ queryKey: KEYS.notices });
    });
}

/** The mark of one that is not read, which says that it is when it is pressed. */
function ReadEntry({ onRead }: { readonly onRead: () => void }) {
  const t = useT();
  const label = t('notices.readOne');
  return (
    <button
      type="button"
      className="notice-read"
      aria-label={label}
      title={label}
      onClick={({ currentTarget }) => {
        // The button goes with the mark: the focus stays at the entry.
        currentTarget.parentElement?.querySelector('a')?.focus();
        onRead();
      }}
    />
  );
}

/** The list. @param onFollow told when one of its links is followed */
export function NoticeList(props: {
  readonly rows: readonly NoticeRow[];
  readonly onFollow?: () => void;
}) {
  const t = useT();
  const textOf = useNoticeText();
  const read = useReadEntry();
  const follow = (row: NoticeRow) => {
    if (row.unread) read(row.entry);
    props.onFollow?.();
  };
  return (
    <ul className="notices">
      {props.rows.map((row) => (
        <li key={row.id}>
          <Link
            to={recordPath(row)}
            className={`notice notice-${row.kind} ${row.unread ? 'is-unread' : ''}`}
            onClick={() => follow(row)}
          >
            <Icon name={ICONS[row.kind]} />
            <span>
              {row.unread && <span className="visually-hidden">{t('notices.new')} </span>}
              {row.subAccount !== '' && `${row.subAccount}: `}
              {isOfPortfolio(row) && `${t('copy.portfolioOf', { id: row.portfolio })}: `}
              {textOf(row)}
            </span>
            <span className="when">
              <time dateTime={new Date(row.time).toISOString()}>{dateTime(row.time)}</time>
              {ofOrder(row) && ` · ${noticeAccount(t, row)}`}
            </span>
          </Link>
          {row.unread && <ReadEntry onRead={() => read(row.entry)} />}
        </li>
      ))}
    </ul>
  );
}
