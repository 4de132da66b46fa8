/** Changes the terms of an algo order: its orders end, and what is left of it is placed anew. */

import type { ParentField } from '@halcyon/domain';
import type { ParentOrderRow } from '@halcyon/domain/web';
import { trimZeros } from '../../../data/decimal.ts';
import { KEYS } from '../../../data/state/account.ts';
import { type InstrumentInfo, useInstruments } from '../../../data/state/instruments.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { type AmendField, AmendForm } from '../../desk/lists/amend-form.tsx';
import type { AmendProps } from '../../desk/lists/list-product.ts';
import { FigureLine } from '../figure-line.tsx';
import { SideCell } from '../orders/cells.tsx';
import { LastLine, PairLine } from '../orders/market-lines.tsx';
import { type AlgoField, EMPTY_ALGO } from './algo-draft.ts';
import { ALGO_FIELDS } from './algo-kinds.ts';
import { amendAlgo } from './algo-submit.ts';
import { algoLabel } from './use-algo-form.ts';

/** How long TWAP works does not change, nor in how many slices. */
function mayChange({ kind }: ParentOrderRow, field: ParentField): boolean {
  return field !== 'duration' && (field !== 'count' || kind !== 'twap');
}

function fieldOf(
  row: ParentOrderRow,
  field: Exclude<AlgoField, 'duration'>,
  { base, quote, ...digits }: InstrumentInfo,
): AmendField<AlgoField> {
  const label = algoLabel(field, { ...EMPTY_ALGO, kind: row.kind });
  const shared = { name: field, saidAt: field, label, before: trimZeros(String(row[field])) };
  if (field === 'count') return { ...shared, unit: '', scale: 0 };
  if (field === 'slippage') return { ...shared, unit: '%', scale: 2, digits: 4 };
  if (field === 'price' || field === 'endPrice') {
    return { ...shared, unit: quote, scale: digits.priceScale, digits: digits.priceDigits };
  }
  return { ...shared, unit: base, scale: digits.sizeScale, digits: digits.sizeDigits };
}

function Amend({
  row,
  instrument,
  onClose,
}: AmendProps<ParentOrderRow> & { readonly instrument: InstrumentInfo }) {
  const t = useT();
  const own = ALGO_FIELDS[row.kind].filter((field) => mayChange(row, field));
  const fields = [...own, 'size' as const].flatMap((field) =>
    field === 'duration' ? [] : [fieldOf(row, field, instrument)],
  );
  return (
    <AmendForm
      fields={fields}
      head={
        <dl className="order-figures">
          <PairLine instrument={instrument} />
          <FigureLine label={t('order.side')} value={<SideCell side={row.side} />} />
          <FigureLine label={t('order.kind')} value={t(`order.kind.${row.kind}`)} />
          <LastLine instrument={instrument} />
        </dl>
      }
      hint="algo.amendHint"
      changes={KEYS.parents}
      send={(changed) => amendAlgo({ orderId: row.id, ...changed })}
      onClose={onClose}
    />
  );
}

/** The dialog. */
export function AlgoAmend(props: AmendProps<ParentOrderRow>) {
  const instrument = useInstruments().data?.get(props.row.symbol);
  return instrument === undefined ? null : <Amend {...props} instrument={instrument} />;
}
