/** Tells of alerts as they fire, on every page: by a toast, a sound and the browser's notification. */

import { NOTICES_CHANNEL, type NoticePush, type NoticeRow } from '@halcyon/domain/web';
import { useEffect, useRef } from 'react';
import { toast } from '../../components/toast.tsx';
import { useSession } from '../../data/state/session.ts';
import { privateLink } from '../../data/ws/links.ts';
import { useNavigate } from '../../platform/links/navigation.tsx';
import { useT } from '../../platform/locale/intl.tsx';
import { localised } from '../../platform/locale/locale.ts';
import { futuresPath, spotPath } from '../../platform/routes/paths.ts';
import { useNoticeText } from '../notices/notice-text.ts';
import { fetchNotices } from '../notices/notices-api.ts';
import { signal } from './alert-signals.ts';

/** What fired at once is told together, ms. */
const GATHER_MS = 250;
/** It can lead to its market for so long, ms. */
const SHOWN_MS = 20_000;
/** More at once are in the list of notifications. */
const TOLD_MAX = 5;

function pathOf({ account, symbol }: NoticeRow): string {
  return account === 'futures' ? futuresPath(symbol) : spotPath(symbol);
}

/** Gives what tells of a fired alert. */
function useTell(): (row: NoticeRow) => void {
  const t = useT();
  const textOf = useNoticeText();
  const navigate = useNavigate();
  return (row) => {
    const [text, path] = [textOf(row), pathOf(row)];
    const show = () => {
      close();
      navigate(path);
    };
    const close = toast('info', text, { label: t('positions.show'), run: show }, row.entry);
    setTimeout(close, SHOWN_MS);
    signal({ tag: row.entry, text, path: localised(path), onShow: show });
  };
}

/** Renders nothing. */
export function AlertWatch() {
  const { user } = useSession();
  const uid = user?.uid;
  const tell = useTell();
  const latest = useRef(tell);
  latest.current = tell;
  useEffect(() => {
    if (uid === undefined) return;
    let [timer, fired] = [0, 0];
    const tellAll = async () => {
      const count = Math.min(fired, TOLD_MAX);
      [timer, fired] = [0, 0];
      const { rows } = await fetchNotices(count, '', 'alerts');
      for (const row of rows.toReversed()) latest.current(row);
    };
    const onPush = ({ data }: { readonly data: readonly unknown[] }) => {
      const alerts = (data as readonly NoticePush[]).filter(({ kind }) => kind === 'alert').length;
      if (alerts === 0) return;
      fired += alerts;
      // What cannot be read now is in the list of notifications.
      if (timer === 0) timer = window.setTimeout(() => tellAll().catch(() => undefined), GATHER_MS);
    };
    const stop = privateLink.subscribe({ instType: 'SPOT', channel: NOTICES_CHANNEL }, { onPush });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [uid]);
  return null;
}
