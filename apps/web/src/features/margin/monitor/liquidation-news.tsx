/** Tells the owner of a margin account that it was liquidated, with the receipt of it. */

import type { MarginKind } from '@halcyon/domain/web';
import { useEffect, useRef, useState } from 'react';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { toast } from '../../../components/toast.tsx';
import { fetchMarginLog } from '../../../data/rest/margin-log.ts';
import { useAccountQuery } from '../../../data/state/account.ts';
import { useInstruments } from '../../../data/state/instruments.ts';
import { MARGIN_KEYS } from '../../../data/state/margin.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { accountName } from '../margin-texts.ts';

const LiquidationDialog = lazyPart(
  async () => (await import('./liquidation-dialog.tsx')).LiquidationDialog,
  0,
);

/** Watches one account: its newest step of a liquidation is read again with each change of the account. */
export function LiquidationNews({ kind }: { readonly kind: MarginKind }) {
  const t = useT();
  const [explained, setExplained] = useState(false);
  const told = useRef<string | null>(null);
  const shown = useRef(() => {});
  const instruments = useInstruments().data;
  const newest = useAccountQuery([...MARGIN_KEYS.liquidations, kind], async () => {
    const rows = await fetchMarginLog('liquidations', { account: kind, limit: 1 });
    return rows[0] ?? null;
  }).data;
  useEffect(() => {
    if (newest === undefined) return;
    const before = told.current;
    told.current = newest?.id ?? '';
    // What was there at first was told before, or on the page of records.
    if (before === null || newest === null || newest.id === before) return;
    // One notice tells of all steps: its receipt has them.
    shown.current();
    const run = () => {
      shown.current();
      setExplained(true);
    };
    const account = accountName(t, newest.symbol, instruments);
    const text = t('margin.liquidated', { account });
    shown.current = toast('error', text, { label: t('positions.why'), run });
  }, [newest, instruments, t]);
  return explained ? <LiquidationDialog kind={kind} onClose={() => setExplained(false)} /> : null;
}
