/** Alerts that wait as lines over the candles: moved, changed and forgotten there. */

import type { AlertRow } from '@halcyon/domain/web';
import { type ReactNode, useState } from 'react';
import { lazyPart } from '../../components/lazy-part.tsx';
import { toast } from '../../components/toast.tsx';
import { errorText } from '../../data/rest/error-text.ts';
import type { InstrumentInfo } from '../../data/state/instruments.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { moreMessages } from '../../platform/locale/locale.ts';
import type { ChartLine } from '../terminal/chart/lines/line.ts';
import { CONDITION_SIGNS, levelText, PRICE_WORDS } from './alert-text.ts';
import { useAlertActs, useAlerts } from './use-alerts.ts';

const AlertsDialog = lazyPart(async () => {
  const [part] = await Promise.all([import('./alerts-dialog.tsx'), moreMessages()]);
  return part.AlertsDialog;
}, 0);

/** How long an alert that was forgotten can be had back, ms. */
const UNDO_MS = 10_000;

/** Forgets an alert and offers to set it again. */
function useForget(instrument: InstrumentInfo) {
  const t = useT();
  const acts = useAlertActs();
  return async (row: AlertRow) => {
    await acts.forget(row.id);
    const run = () => {
      close();
      acts.set(row, row).catch((error: unknown) => toast('error', errorText(t, error)));
    };
    const text = t('alerts.isDeleted', { level: levelText(row, instrument) });
    const close = toast('success', text, { label: t('lines.undo'), run });
    setTimeout(close, UNDO_MS);
  };
}

/** The lines of an instrument, and the dialog that is open of one of them. */
export function useAlertLines(instrument: InstrumentInfo): {
  readonly lines: readonly ChartLine[];
  readonly dialog: ReactNode;
} {
  const t = useT();
  const acts = useAlertActs();
  const forget = useForget(instrument);
  const [edited, edit] = useState<AlertRow | null>(null);
  const { product, symbol, priceDigits } = instrument;
  const own = (useAlerts('active').data ?? []).filter(
    (row) => row.product === product && row.symbol === symbol,
  );
  const lineOf = (row: AlertRow): ChartLine => {
    const of = row.price === 'last' ? '' : t(PRICE_WORDS[row.price]);
    return {
      id: `alert ${row.id}`,
      price: row.level,
      digits: priceDigits,
      tone: 'plain',
      words: [t('alerts.alert'), of, CONDITION_SIGNS[row.condition]].filter(Boolean).join(' '),
      size: '',
      noteAt: () => row.note,
      move: async (level) => {
        await acts.change(row.id, { ...row, level });
      },
      moved: t('alerts.isMoved'),
      edit: () => edit(row),
      cancel: {
        label: t('alerts.delete', { level: levelText(row, instrument) }),
        run: () => forget(row),
      },
    };
  };
  return {
    lines: own.map(lineOf),
    dialog: edited !== null && (
      <AlertsDialog
        key={edited.id}
        instrument={instrument}
        edited={edited}
        onClose={() => edit(null)}
      />
    ),
  };
}
