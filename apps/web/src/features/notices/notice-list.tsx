/** A list of notifications; each leads to its record. */

import type { NoticeRow, NoticeWord } from '@halcyon/domain/web';
import { Icon, type IconName } from '../../components/icon.tsx';
import { dateTime } from '../../data/format.ts';
import { Link } from '../../platform/links/navigation.tsx';
import { useT } from '../../platform/locale/intl.tsx';
import { recordPath } from './notice-record.ts';
import { useNoticeText } from './notice-text.ts';
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
  funding: 'history',
  deposit: 'download',
  withdrawal: 'upload',
  transfer: 'swap',
  security: 'user',
};

/** The list. @param onFollow told when one of its links is followed */
export function NoticeList(props: {
  readonly rows: readonly NoticeRow[];
  readonly onFollow?: () => void;
}) {
  const t = useT();
  const textOf = useNoticeText();
  return (
    <ul className="notices">
      {props.rows.map((row) => (
        <li key={row.id}>
          <Link
            to={recordPath(row)}
            className={`notice notice-${row.kind} ${row.unread ? 'is-unread' : ''}`}
            onClick={props.onFollow}
          >
            <Icon name={ICONS[row.kind]} />
            <span>
              {row.unread && <span className="visually-hidden">{t('notices.new')} </span>}
              {row.subAccount !== '' && `${row.subAccount}: `}
              {textOf(row)}
            </span>
            <time className="when" dateTime={new Date(row.time).toISOString()}>
              {dateTime(row.time)}
            </time>
          </Link>
        </li>
      ))}
    </ul>
  );
}
