/** Tells the owner of a margin account when he is called, and when he is liquidated, with rule and numbers. */

import type { MarginKind } from '@halcyon/domain/web';
import { useEffect, useRef, useState } from 'react';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { toast } from '../../../components/toast.tsx';
import { useInstruments } from '../../../data/state/instruments.ts';
import { useMarginAccount } from '../../../data/state/margin.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { accountName, ratioText } from '../margin-texts.ts';
import { MarginCallMonitor } from './margin-call-monitor.ts';

const RuleDialog = lazyPart(async () => (await import('../account/rule-dialog.tsx')).RuleDialog, 0);

/** Watches one account. */
export function RiskNews({ kind }: { readonly kind: MarginKind }) {
  const t = useT();
  const [explained, explain] = useState<string | null>(null);
  const { account } = useMarginAccount(kind);
  const instruments = useInstruments().data;
  const watch = useRef<MarginCallMonitor | null>(null);
  watch.current ??= new MarginCallMonitor();
  const shown = useRef(new Map<string, () => void>());
  // Who owes nothing any more is not called.
  useEffect(() => {
    const notices = shown.current;
    return () => {
      for (const close of notices.values()) close();
    };
  }, []);
  useEffect(() => {
    for (const { symbol, level, ratioPpm } of watch.current?.look(account?.places ?? []) ?? []) {
      const name = accountName(t, symbol, instruments);
      const text = `${name}, ${ratioText(ratioPpm)}: ${t(`margin.state.${level}`)}`;
      const run = () => {
        close();
        explain(symbol);
      };
      const type = level === 'over' ? 'error' : 'warning';
      shown.current.get(symbol)?.();
      const close = toast(type, text, { label: t('positions.why'), run });
      shown.current.set(symbol, close);
    }
    for (const [symbol, close] of shown.current) {
      if (watch.current?.isPressing(symbol)) continue;
      close();
      shown.current.delete(symbol);
    }
  }, [account, instruments, t]);
  if (explained === null) return null;
  const place = account?.places.find(({ symbol }) => symbol === explained);
  return <RuleDialog place={place} onClose={() => explain(null)} />;
}
