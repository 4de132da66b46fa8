/** Notifies of alerts that fired: by a toast, a sound and the browser's notification. */

import type { NoticeRow } from '@halcyon/domain/web';
import { useEffect, useRef } from 'react';
import { toast } from '../../components/toast.tsx';
import { useNavigate } from '../../platform/links/navigation.tsx';
import { useT } from '../../platform/locale/intl.tsx';
import { localised } from '../../platform/locale/locale.ts';
import { futuresPath, spotPath } from '../../platform/routes/paths.ts';
import { useNoticeText } from '../notices/notice-text.ts';
import { signal } from './alert-signals.ts';

/** It can lead to its market for so long, ms. */
const SHOWN_MS = 20_000;

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

/** Notifies of each once. Renders nothing. @param rows the next ones, oldest first */
export function AlertNotifier({ rows }: { readonly rows: readonly NoticeRow[] }) {
  const tell = useTell();
  const latest = useRef(tell);
  latest.current = tell;
  useEffect(() => {
    for (const row of rows) latest.current(row);
  }, [rows]);
  return null;
}
