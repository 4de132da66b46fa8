/** Tells the owner of a margin account when he is called, and when he is liquidated. */

import type { MarginKind } from '@halcyon/domain/web';
import { useEffect, useRef } from 'react';
import { toast } from '../../../components/toast.tsx';
import { useMarginAccount } from '../../../data/state/margin.ts';
import { useNavigate } from '../../../platform/links/navigation.tsx';
import { useT } from '../../../platform/locale/intl.tsx';
import { DEFAULT_SYMBOL, spotPath } from '../../../platform/routes/paths.ts';
import { accountName, ratioText } from '../margin-texts.ts';
import { CallWatch } from './call-watch.ts';

/** Watches one account. */
export function RiskNews({ kind }: { readonly kind: MarginKind }) {
  const t = useT();
  const go = useNavigate();
  const { account } = useMarginAccount(kind);
  const watch = useRef<CallWatch | null>(null);
  watch.current ??= new CallWatch();
  useEffect(() => {
    for (const { symbol, level, ratioPpm } of watch.current?.look(account?.places ?? []) ?? []) {
      const name = accountName(t, symbol);
      const text = `${name}, ${ratioText(ratioPpm)}: ${t(`margin.state.${level}`)}`;
      const run = () => {
        close();
        const word = kind === 'crossed' ? 'cross' : 'isolated';
        go(`${spotPath(symbol === '' ? DEFAULT_SYMBOL : symbol)}?account=${word}`);
      };
      const type = level === 'over' ? 'error' : 'warning';
      const close = toast(type, text, { label: t('positions.show'), run });
    }
  }, [account, kind, t, go]);
  return null;
}
